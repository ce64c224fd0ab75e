import { type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Problem } from '../../../contract/problems.ts';
import { openAccounts } from '../../accounts/accounts.ts';
import { deleteDraft, loadDraft, saveDraft } from '../../browser-state/drafts.ts';
import { formProblemMessage, isProblem } from '../../server/problem.ts';
import { useCommand } from '../../server/use-command.ts';
import { useUser } from '../../server/user.ts';
import { dismissToast, showErrorToast, showLoadingToast } from '../../ui/toast.ts';
import { showSavedToast } from '../../undo/undo-change.ts';
import type { FormValues } from './transaction-form-values.ts';
import { TransferForm, type TransferOutput, type TransferValues } from './transfer-form.tsx';

/** Key of what was typed when the session ended. */
export const TRANSFER_DRAFT = 'transfer';

type Props = {
  /** What is typed in the form of an expense or income. */
  initial: Pick<FormValues, 'title' | 'amount' | 'date'>;
  cancel: ReactNode;
};

/** Form that makes a transfer, or the reason why there can't be one yet. */
export function CreateTransfer({ initial: { title, amount, date }, cancel }: Props) {
  const user = useUser();
  const accounts = openAccounts(user);
  const [draft] = useState(() => loadDraft<TransferValues>(TRANSFER_DRAFT, user._id));
  useEffect(() => deleteDraft(TRANSFER_DRAFT, user._id), [user._id]);
  const { save, pending } = useSaveTransfer(user._id);
  const [from, to] = accounts;
  if (!from || !to) return <NoSecondAccount />;
  return (
    <TransferForm
      initial={draft ?? { from: from._id, to: to._id, amount, date, title }}
      accounts={accounts}
      save={save}
      pending={pending}
      submit="Save transfer"
      cancel={cancel}
    />
  );
}

function NoSecondAccount() {
  return (
    <div className="mt-8">
      <p>A transfer moves money from one of your accounts to another. You have one account so far.</p>
      <p className="mt-2 text-ink-muted">
        With a second one, such as a card, savings or cash, you can transfer between them.
      </p>
      <Link className="link mt-4" to="/account#open-account">
        Open an account
      </Link>
    </div>
  );
}

/** Returns `save`, which makes a transfer, shows toasts and navigates to the list. Where the session has ended it keeps a draft. */
function useSaveTransfer(userId: string) {
  const { send, pending } = useCommand('createTransfer', { once: true });
  const navigate = useNavigate();

  async function save(output: TransferOutput, showFieldErrors: (problem: Problem) => boolean) {
    const toast = showLoadingToast('Saving transfer...');
    const outcome = await send(output);
    if (!outcome) return dismissToast(toast);
    if (!outcome.ok && isProblem(outcome.problem, 'session_required'))
      saveDraft(TRANSFER_DRAFT, userId, { ...output, title: output.title ?? '' });
    if (outcome.ok) {
      showSavedToast('Transfer saved successfully!', outcome.changeSet, toast);
      navigate('/transactions', { replace: true });
    } else if (showFieldErrors(outcome.problem)) dismissToast(toast);
    else
      showErrorToast('Failed to save transfer. Please try again.', {
        id: toast,
        description: formProblemMessage(outcome.problem),
      });
  }

  return { save, pending };
}
