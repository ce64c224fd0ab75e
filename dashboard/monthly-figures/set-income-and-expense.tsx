import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { incomeAndExpenseInput } from '../../contract/account-calls.ts';
import { formProblemMessage } from '../server/problem.ts';
import { useCommand } from '../server/use-command.ts';
import { useUser } from '../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../ui/dialog.tsx';
import { AmountField } from '../ui/fields.tsx';
import { setFieldErrors } from '../ui/form.ts';
import { parseAmount } from '../ui/money.ts';
import { showErrorToast, showSuccessToast } from '../ui/toast.ts';

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
  const { send, pending } = useCommand('addIncomeAndExpense');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(incomeAndExpenseInput),
    defaultValues: { ...(income !== null && { income }), ...(expense !== null && { expense }) },
  });
  const { errors } = formState;

  const submit = handleSubmit(async ({ income, expense }) => {
    const outcome = await send({ income, expense });
    if (!outcome) return;
    if (outcome.ok) {
      onDone();
      showSuccessToast(`Income and expenses updated to ${currency}${income} and ${currency}${expense}`);
    } else if (!setFieldErrors(outcome.problem, ['income', 'expense'], setError)) {
      showErrorToast('Unable to update income and expenses', { description: formProblemMessage(outcome.problem) });
    }
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
