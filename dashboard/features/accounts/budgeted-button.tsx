import type { Account } from '#contract/account.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/button.tsx';

/** Button that puts an account beside the budget, or back into it. */
export function BudgetedButton({ account: { _id, name, isBudgeted } }: { account: Account }) {
  const { send, pending } = useCommand('setBudgeted', {
    saved: isBudgeted ? 'The account stands beside the budget' : 'The account counts in the budget',
    failed: 'Unable to change the account',
  });
  const label = isBudgeted ? 'Put beside the budget' : 'Count in the budget';
  return (
    <Button
      kind="quiet"
      size="small"
      writes
      aria-label={`${label}: ${name}`}
      pending={pending}
      onClick={() => void send({ accountId: _id, isBudgeted: !isBudgeted })}
    >
      {label}
    </Button>
  );
}
