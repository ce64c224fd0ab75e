import { type UseFormReturn, useWatch } from 'react-hook-form';
import { FIRST_DAY, LAST_DAY, TRANSACTION_TITLE_MAX, WALLETS } from '../../ledger/model/constants.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Field } from '../ui/field.tsx';
import { parseAmount } from '../ui/parse-amount.ts';
import { SelectField } from '../ui/select-field.tsx';
import { type Kind, kinds } from './kinds.ts';
import type { FormOutput, FormValues } from './transaction-form-values.ts';

type Props = { form: UseFormReturn<FormValues, unknown, FormOutput>; kind: Kind; currency: string };

/** Fields of the transaction form. */
export function TransactionFields({ form: { register, control, formState }, kind, currency }: Props) {
  const { errors } = formState;
  const title = useWatch({ control, name: 'title' });
  // react-hook-form focuses the first invalid field in the order of registration. Register the title before AmountField
  // does its own.
  const titleField = register('title');
  return (
    <>
      <Field
        className="form-wide"
        label="Title"
        error={errors.title?.message}
        count={{ used: title.length, max: TRANSACTION_TITLE_MAX }}
      >
        {(props) => (
          <input
            {...props}
            {...titleField}
            className="input"
            maxLength={TRANSACTION_TITLE_MAX}
            autoComplete="off"
            required
          />
        )}
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
      <SelectField
        key={kind}
        label="Category"
        options={kinds[kind].categories}
        optional={kind === 'Expense'}
        error={errors.category?.message}
        registration={register('category')}
      />
      <Field label="Date" error={errors.date?.message}>
        {(props) => (
          <input {...props} {...register('date')} type="date" min={FIRST_DAY} max={LAST_DAY} className="input" />
        )}
      </Field>
    </>
  );
}
