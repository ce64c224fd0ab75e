import { incomeAndExpenseInput } from '#contract/user-calls.ts';
import { useCommandForm } from '../../commands/use-command-form.ts';
import { useUser } from '../../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { AmountField } from '../../ui/registered-fields.tsx';
import { parseAmount } from '../../ui/typed-amount.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog for the monthly income and expense. */
export function SetIncomeAndExpense({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Income and expense"
      description="The figures of a usual month, before anything out of the ordinary."
    >
      <IncomeAndExpenseForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function IncomeAndExpenseForm({ onDone }: { onDone: () => void }) {
  const { currency, income, expense } = useUser();
  const { register, errors, submit, pending } = useCommandForm('addIncomeAndExpense', {
    schema: incomeAndExpenseInput,
    defaultValues: { ...(income !== null && { income }), ...(expense !== null && { expense }) },
    fields: ['income', 'expense'],
    input: ({ income, expense }) => ({ income, expense }),
    failed: 'Unable to update income and expenses',
    saved: ({ income, expense }) => `Income and expenses updated to ${currency}${income} and ${currency}${expense}`,
    onSaved: onDone,
  });

  return (
    <DialogForm onSubmit={submit}>
      <AmountField
        label="Income"
        currency={currency}
        error={errors.income?.message}
        registration={register('income', { setValueAs: parseAmount })}
      />
      <AmountField
        label="Expense"
        currency={currency}
        error={errors.expense?.message}
        registration={register('expense', { setValueAs: parseAmount })}
      />
      <DialogActions action="Save" pending={pending} />
    </DialogForm>
  );
}
