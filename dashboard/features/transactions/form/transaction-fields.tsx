import { flushSync } from 'react-dom';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Account } from '#contract/account.ts';
import { FIRST_DAY, LAST_DAY, TRANSACTION_TITLE_MAX, WALLETS } from '#ledger/model/constants.ts';
import { AmountField, Field, Input, SelectField } from '../../../ui/fields.tsx';
import { parseAmount } from '../../../ui/money.ts';
import { PartsField } from './parts-field.tsx';
import { type FormOutput, type FormValues, type Kind, kinds, partCategories } from './transaction-form-values.ts';

type Props = {
  form: UseFormReturn<FormValues, unknown, FormOutput>;
  kind: Kind;
  currency: string;
  /** The accounts to choose from; with one there is no field. */
  accounts: readonly Account[];
};

/** Fields of the form of an expense or an income. */
export function TransactionFields({ form, kind, currency, accounts }: Props) {
  const { register, control, formState, setValue, setFocus, getValues, clearErrors } = form;
  const { errors } = formState;
  const title = useWatch({ control, name: 'title' });
  const isSplit = useWatch({ control, name: 'parts' }).length > 0;

  function split() {
    const category = getValues('category') || 'Other';
    const parts = [
      { category, note: '' },
      { category: 'Other', note: '' },
    ];
    // Rendered first, because the button that had the focus goes.
    flushSync(() => setValue('parts', parts));
    setFocus('parts.0.amount');
  }

  function join() {
    const [first] = getValues('parts');
    setValue('category', first?.category ?? kinds[kind].categories[0]);
    flushSync(() => setValue('parts', []));
    clearErrors('parts');
    setFocus('category');
  }

  // react-hook-form focuses the first invalid field in the order of registration. Register the title before AmountField
  // does its own.
  const titleField = register('title');
  return (
    <>
      <Field
        className="col-span-full"
        label="Title"
        error={errors.title?.message}
        count={{ used: title.length, max: TRANSACTION_TITLE_MAX }}
      >
        {(props) => <Input {...props} {...titleField} maxLength={TRANSACTION_TITLE_MAX} autoComplete="off" required />}
      </Field>
      <AmountField
        label="Amount"
        currency={currency}
        error={errors.amount?.message}
        registration={register('amount', { setValueAs: parseAmount })}
      />
      {kind === 'Expense' && (
        <SelectField
          label="Wallet"
          options={WALLETS}
          error={errors.wallet?.message}
          registration={register('wallet', { shouldUnregister: true })}
        />
      )}
      {!isSplit && (
        <SelectField
          key={kind}
          label="Category"
          options={kinds[kind].categories}
          optional={kind === 'Expense'}
          aside={
            <button
              type="button"
              className="-my-2 py-2 text-label text-accent hover:underline"
              aria-label="Split into parts"
              onClick={split}
            >
              Split
            </button>
          }
          error={errors.category?.message}
          registration={register('category')}
        />
      )}
      <Field label="Date" error={errors.date?.message}>
        {(props) => <Input {...props} {...register('date')} type="date" min={FIRST_DAY} max={LAST_DAY} />}
      </Field>
      {accounts.length > 1 && (
        <SelectField
          label="Account"
          options={accounts.map(({ _id }) => _id)}
          formatOption={(id) => accounts.find(({ _id }) => _id === id)?.name ?? ''}
          error={errors.accountId?.message}
          registration={register('accountId')}
        />
      )}
      {isSplit && <PartsField form={form} kind={kind} currency={currency} onJoin={join} />}
    </>
  );
}

/** Sets the categories that don't fit another type to ones that do. */
export function fitCategories({ setValue, getValues }: Props['form'], kind: Kind): void {
  setValue('category', kinds[kind].categories[0]);
  const allowed = partCategories(kind);
  getValues('parts').forEach(({ category }, index) => {
    if (!allowed.includes(category)) setValue(`parts.${index}.category`, 'Other');
  });
}
