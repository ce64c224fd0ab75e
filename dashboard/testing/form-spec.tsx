import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type CallData, type CallInput, type CallName, calls } from '#contract/calls.ts';
import { formProblemMessage, UNREACHABLE } from '../server/problem.ts';
import { api, button, expectToasts, field } from './open.tsx';

/** Values by label: text for inputs, the option for selects. */
type Values = Record<string, string>;

type FormSpec<Name extends CallName> = {
  name: string;
  /** Opens the form. */
  open: () => Promise<UserEvent>;
  /** Name of the submit button. */
  submit: string;
  /** Name of the dialog that the form is in. */
  dialog?: string;
  call: Name;
  /** Messages at the fields after a submit of the form as it opens, by label. The first of them takes the focus. */
  atFirst?: Values;
  /** Values that are refused, each with the label of its field and the message there. */
  refused?: [values: Values, label: string, message: string][];
  values: Values;
  /** Input that is sent for `values`. */
  sends: CallInput<Name>;
  answer: CallData<Name>;
  /** The toast while the request is under way. */
  sending?: string;
  /** The toast after success, or a function that waits for what there is instead. */
  saved: string | (() => Promise<unknown>);
  /** The toast after a failure without a field. */
  failed: string;
  /**
   * A field of the call, and the label of its control; a form that shows no server error at a field has none. `toast`
   * means that the toast for a failure comes with the message at the field.
   */
  serverError?: { field: string; label: string; toast?: true };
};

/** The label of a field, which may be followed by the word that it is optional. */
const byLabel = (label: string) => new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}( optional)?$`);

/** Fills the fields with these labels that have another value. */
export async function fill(user: UserEvent, values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const control = await field(byLabel(label));
    if ((control as HTMLInputElement).value === value) continue;
    if (control instanceof HTMLSelectElement) await user.selectOptions(control, value);
    else {
      await user.clear(control);
      await user.paste(value);
    }
  }
}

/** Expects a message at the field with this label. */
export async function expectMessage(label: string, message: string): Promise<void> {
  const control = await field(byLabel(label));
  await waitFor(() => expect(control).toHaveAccessibleDescription(message));
}

/** Expects that the fields with these labels have these values. */
export async function expectValues(values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) expect(await field(byLabel(label))).toHaveValue(value);
}

/** Expects a toast, which has the button 'Undo' after a command. */
async function expectToast(text: string, undo: boolean): Promise<void> {
  const toast = (await screen.findByText(text)).closest('li') as HTMLElement;
  expect(
    within(toast)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(undo ? ['Undo'] : []);
}

const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Tests of a form: its messages, its input of the call, and its reaction to the response. */
export function specForm<Name extends CallName>(spec: FormSpec<Name>): void {
  const { name, open, submit, dialog, call, values, sends, answer, sending, failed } = spec;
  const { atFirst, refused = [], serverError } = spec;

  async function openFilled(): Promise<UserEvent> {
    const user = await open();
    await fill(user, values);
    return user;
  }

  async function expectSaved(): Promise<void> {
    if (typeof spec.saved === 'string') await expectToast(spec.saved, calls[call].kind === 'command');
    else await spec.saved();
    if (sending) expect(screen.queryByText(sending)).toBeNull();
    if (dialog) await noDialog();
  }

  /** Cancel and Escape close the dialog. Then the button that has opened it has the focus again. */
  async function cancel(user: UserEvent, named: string): Promise<void> {
    expect(screen.getByRole('dialog')).toHaveAccessibleName(named);
    const [first = ''] = Object.keys(values);
    expect(await field(byLabel(first))).toHaveFocus();
    await user.click(await button('Cancel'));
    await noDialog();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: named });
    await user.keyboard('{Escape}');
    await noDialog();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: named });
  }

  // One opening, since that takes more time than all that follows.
  test(`${name}: sends nothing while it is cancelled or refused, and what was typed once for a double click`, async () => {
    api.answer(call, answer);
    const user = await open();
    if (dialog) await cancel(user, dialog);
    if (atFirst) {
      await user.click(await button(submit));
      for (const [label, message] of Object.entries(atFirst)) await expectMessage(label, message);
      const [first = ''] = Object.keys(atFirst);
      expect(await field(byLabel(first))).toHaveFocus();
    }
    for (const [wrong, label, message] of refused) {
      await fill(user, { ...values, ...wrong });
      await user.click(await button(submit));
      await expectMessage(label, message);
    }
    await fill(user, values);
    expect(api.inputsOf(call)).toEqual([]);
    await user.dblClick(await button(submit));
    await expectSaved();
    expect(api.inputsOf(call)).toEqual([sends]);
  });

  // The clicks come while the response is under way; in the test above, the second may come after it.
  test(`${name}: after a lost response what was typed is there, and the same intent is sent again`, async () => {
    api.lose(call);
    const lose = api.hold(call);
    const user = await openFilled();
    await user.dblClick(await button(submit));
    if (sending) await screen.findByText(sending);
    lose();
    await screen.findByText(failed);
    await screen.findByText(formProblemMessage(UNREACHABLE));
    if (sending) expect(screen.queryByText(sending)).toBeNull();
    await expectValues(values);
    api.answer(call, answer);
    await user.click(await button(submit));
    await expectSaved();
    const keys = api.requestsOf(call).map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([keys[0], keys[0]]);
    if (calls[call].kind === 'command') expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  if (serverError) {
    test(`${name}: the server's message about a field is at the field, which has the focus`, async () => {
      const message = 'The server says no';
      api.refuse(call, 'invalid', { [serverError.field]: message });
      const user = await openFilled();
      await user.click(await button(submit));
      await expectMessage(serverError.label, message);
      expect(await field(byLabel(serverError.label))).toHaveFocus();
      if (serverError.toast) await screen.findByText(failed);
      else await expectToasts();
      await expectValues(values);
    });
  }
}
