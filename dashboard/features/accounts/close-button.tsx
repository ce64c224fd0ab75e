import type { Account } from '#contract/account.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/button.tsx';

/** The toasts of the command that closes an account. */
export const CLOSING = { saved: 'Account closed', failed: 'Unable to close the account' };

type CloseButtonProps = { account: Account; onAsk: () => void };

/** Button that closes an account. It needs no confirmation, because it can be reopened; money in it is asked about. */
export function CloseButton({ account, onAsk }: CloseButtonProps) {
  const { send, pending } = useCommand('closeAccount', CLOSING);
  const close = () => (account.balance === 0 ? void send({ accountId: account._id }) : onAsk());
  return (
    <Button
      kind="quiet"
      size="small"
      writes
      aria-label={`Close ${account.name}`}
      {...(account.balance !== 0 && { 'aria-haspopup': 'dialog' as const })}
      pending={pending}
      onClick={close}
    >
      Close
    </Button>
  );
}
