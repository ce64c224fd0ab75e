import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { Account } from '#contract/account.ts';
import { dayField } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import type { Problem } from '#contract/problems.ts';
import { transferFields } from '#contract/transfer-calls.ts';
import { FIRST_DAY, LAST_DAY, TRANSACTION_TITLE_MAX } from '#ledger/model/constants.ts';
import { useUser } from '../../../server/user.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField, Input } from '../../../ui/fields.tsx';
import { setFieldErrors } from '../../../ui/form.ts';
import { EditFoot, FORM_GRID, FormFootInSight } from '../../../ui/form-layout.tsx';
import { field, typedAmount } from '../../../ui/form-schema.ts';
import { AmountField, SelectField } from '../../../ui/registered-fields.tsx';
import { parseAmount } from '../../../ui/typed-amount.ts';
import { NoteAndTags } from './note-and-tags.tsx';
import { TransferCategory } from './transfer-category.tsx';
import { typedDescription } from './typed-tags.ts';

const schema = transferFields
  .extend({
    date: dayField(messages.dateRequired),
    amount: field(typedAmount, transferFields.shape.amount),
    title: field(z.string(), transferFields.shape.title),
    categoryId: field(z.string(), transferFields.shape.categoryId),
    ...typedDescription,
  })
  .refine(({ from, to }) => from !== to, { error: messages.transferToItself, path: ['to'] });

/** Values of the form of a transfer. */
export type TransferValues = z.input<typeof schema>;
/** Validated values, as create-transfer takes them. */
export type TransferOutput = z.output<typeof schema>;

const resolver = zodResolver(schema);

const FIELDS = [
  'from',
  'to',
  'amount',
  'date',
  'title',
  'categoryId',
  'note',
  'tags',
] as const satisfies readonly (keyof TransferValues)[];

type Props = {
  initial: TransferValues;
  /** The accounts to choose from. */
  accounts: readonly Account[];
  /**
   * Sends the values. `showFieldErrors` may show a problem in the form; if it returns false, a toast does. `onSaved` is
   * there where the form stays for another transfer.
   */
  send: (
    output: TransferOutput,
    showFieldErrors: (problem: Problem) => boolean,
    onSaved?: () => void,
  ) => Promise<unknown>;
  pending: boolean;
  submit: string;
  cancel: ReactNode;
  /** The field that takes the focus. */
  focus?: 'from' | 'amount' | undefined;
  /** Whether there is 'Save and add another', which keeps accounts and date. */
  addsAnother?: boolean;
  /** Called with whether a value differs from the initial ones. */
  onTyped?: (hasTyped: boolean) => void;
};

/** Form of a transfer, to make one or to change it. */
export function TransferForm(props: Props) {
  const { initial, accounts, send, pending, submit, cancel, focus, addsAnother = false, onTyped } = props;
  const form = useForm<TransferValues, unknown, TransferOutput>({ resolver, defaultValues: initial });
  const { setFocus } = form;
  useEffect(() => {
    if (focus) setFocus(focus);
  }, [focus, setFocus]);
  // Once the emptied fields are there, and take the focus.
  const [another, setAnother] = useState(0);
  useEffect(() => {
    if (another > 0) setFocus('amount');
  }, [another, setFocus]);
  const { isDirty } = form.formState;
  useEffect(() => onTyped?.(isDirty), [isDirty, onTyped]);
  const submitAnd = (onSaved?: () => void) =>
    form.handleSubmit((output) => send(output, (problem) => setFieldErrors(problem, FIELDS, form.setError), onSaved));

  function beginAnother() {
    form.reset({ ...form.getValues(), amount: '', title: '', note: '', tags: '' });
    setAnother(another + 1);
  }

  const Foot = addsAnother ? FormFootInSight : EditFoot;
  return (
    <form noValidate onSubmit={submitAnd()} className={FORM_GRID}>
      <TransferFields form={form} accounts={accounts} />
      <Foot>
        {cancel}
        {addsAnother && (
          <Button writes pending={pending} onClick={submitAnd(beginAnother)}>
            Save and add another
          </Button>
        )}
        <Button type="submit" kind="primary" pending={pending}>
          {submit}
        </Button>
      </Foot>
    </form>
  );
}

type FieldsProps = { form: UseFormReturn<TransferValues, unknown, TransferOutput>; accounts: readonly Account[] };

function TransferFields({ form: { register, control, formState, setFocus, setValue }, accounts }: FieldsProps) {
  const { errors } = formState;
  const [from, to, note, tags] = useWatch({ control, name: ['from', 'to', 'note', 'tags'] });
  const { currency } = useUser();
  const options = {
    options: accounts.map(({ _id }) => _id),
    formatOption: (id: string) => accounts.find(({ _id }) => _id === id)?.name ?? '',
  };
  return (
    <>
      <SelectField label="From" {...options} error={errors.from?.message} registration={register('from')} />
      <SelectField label="To" {...options} error={errors.to?.message} registration={register('to')} />
      <AmountField
        label="Amount"
        currency={currency}
        error={errors.amount?.message}
        registration={register('amount', { setValueAs: parseAmount })}
      />
      <FormField label="Date" error={errors.date?.message}>
        {(props) => <Input {...props} {...register('date')} type="date" min={FIRST_DAY} max={LAST_DAY} />}
      </FormField>
      <FormField className="col-span-full" label="Title" optional error={errors.title?.message}>
        {(props) => <Input {...props} {...register('title')} maxLength={TRANSACTION_TITLE_MAX} autoComplete="off" />}
      </FormField>
      <TransferCategory
        {...{ from, to, accounts }}
        error={errors.categoryId?.message}
        onAdded={(categoryId) => setValue('categoryId', categoryId)}
        registration={register('categoryId', { shouldUnregister: true })}
      />
      <NoteAndTags
        note={{ registration: register('note'), error: errors.note?.message, used: note?.length ?? 0 }}
        tags={{ registration: register('tags'), error: errors.tags?.message }}
        opened={Boolean(note || tags)}
        focusNote={() => setFocus('note')}
      />
    </>
  );
}
