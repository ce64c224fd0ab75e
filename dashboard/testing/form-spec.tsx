import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CallData, CallInput, CallName } from '../../contract/calls.ts';
import { api, button, field } from './open.tsx';

/** Values by label: text for inputs, the option for selects. */
type Values = Record<string, string>;

type FormSpec<Name extends CallName> = {
  name: string;
  /** Opens the form. */
  open: () => Promise<UserEvent>;
  /** Name of the submit button. */
  submit: string;
  call: Name;
  /** Messages at the fields after a submit of the form as it opens, by label. The first of them takes the focus. */
  atFirst?: Values;
  /** Values that are refused, each with the label of its field and the message there. */
  refused?: [values: Values, label: string, message: string][];
  values: Values;
  /** What is sent for `values`. */
  sends: CallInput<Name>;
  answer: CallData<Name>;
  /** The toast after success. */
  saved: string | RegExp;
  /** The toast after a failure without a field. */
  failed: string;
  /** A field of the call, and the label of its control; a form that shows no server error at a field has none. */
  serverError?: { field: string; label: string };
  /** Whether the form closes or is left after a failure. */
  closesOnFailure?: true;
};

const byLabel = (label: string) => new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/** Fills fields by their labels. */
export async function fill(user: UserEvent, values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const control = await field(byLabel(label));
    if (control instanceof HTMLSelectElement) await user.selectOptions(control, value);
    else {
      await user.clear(control);
      if (value !== '') await user.type(control, value);
    }
  }
}

/** Tests of a form: its messages, what it sends, and what it does with the answer. */
export function specForm<Name extends CallName>(spec: FormSpec<Name>): void {
  const { name, open, submit, call, values, sends, answer, saved, failed } = spec;

  async function openFilled(): Promise<UserEvent> {
    const user = await open();
    await fill(user, values);
    return user;
  }

  const { atFirst, refused = [], serverError } = spec;
  if (atFirst) {
    test(`${name}: nothing is sent as it opens, and its fields say why`, async () => {
      const user = await open();
      await user.click(await button(submit));
      for (const [at, [label, message]] of Object.entries(atFirst).entries()) {
        const control = await field(byLabel(label));
        await waitFor(() => expect(control).toHaveAccessibleDescription(message));
        if (at === 0) expect(control).toHaveFocus();
      }
      expect(api.inputsOf(call)).toEqual([]);
    });
  }

  if (refused.length > 0) {
    test(`${name}: refuses values with their messages, and sends none`, async () => {
      const user = await openFilled();
      for (const [wrong, label, message] of refused) {
        await fill(user, { ...values, ...wrong });
        await user.click(await button(submit));
        const control = await field(byLabel(label));
        await waitFor(() => expect(control).toHaveAccessibleDescription(message));
      }
      expect(api.inputsOf(call)).toEqual([]);
    });
  }

  test(`${name}: sends what was typed, once for a double click, and says that it is saved`, async () => {
    api.answer(call, answer);
    const user = await openFilled();
    await user.dblClick(await button(submit));
    await screen.findByText(saved);
    expect(api.inputsOf(call)).toEqual([sends]);
  });

  test(`${name}: after a lost response what was typed is there, and the same intent is sent again`, async () => {
    api.lose(call);
    const user = await openFilled();
    await user.click(await button(submit));
    await screen.findByText(failed);
    if (spec.closesOnFailure) return;
    for (const [label, value] of Object.entries(values)) expect(await field(byLabel(label))).toHaveValue(value);
    api.answer(call, answer);
    await user.click(await button(submit));
    await screen.findByText(saved);
    const keys = api.requests.filter((request) => request.name === call).map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  if (serverError) {
    test(`${name}: the server's message about a field is at the field`, async () => {
      const message = 'The server says no';
      api.refuse(call, 'invalid', { [serverError.field]: message });
      const user = await openFilled();
      await user.click(await button(submit));
      const control = await field(byLabel(serverError.label));
      await waitFor(() => expect(control).toHaveAccessibleDescription(message));
    });
  }
}
