import { type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { deleteDraft, loadDraft, saveDraft } from '../../../browser-state/drafts.ts';
import { useFormCommand } from '../../../commands/use-command.ts';
import { isProblem } from '../../../server/problem.ts';
import { useUser } from '../../../server/user.ts';
import { openAccounts } from '../../../shared/accounts/accounts.ts';
import type { TransactionFormValues } from './transaction-form-values.ts';
import { TransferForm, type TransferValues } from './transfer-form.tsx';
import { tagsText } from './typed-tags.ts';

/** Key of the draft that is saved when the session expires. */
export const TRANSFER_DRAFT = 'transfer';

type Props = {
  /** Values of the form of an expense or income, kept when the tab changes. */
  initial: Pick<TransactionFormValues, 'title' | 'amount' | 'date' | 'note' | 'tags'>;
  /** Whether the amount takes the focus. */
  focus: boolean;
  cancel: ReactNode;
};

/** Form that makes a transfer, or the reason why there can't be one yet. */
export function CreateTransfer({ initial: { title, amount, date, note, tags }, focus, cancel }: Props) {
  const user = useUser();
  const accounts = openAccounts(user);
  const [draft] = useState(() => loadDraft<TransferValues>(TRANSFER_DRAFT, user._id));
  useEffect(() => deleteDraft(TRANSFER_DRAFT, user._id), [user._id]);
  const navigate = useNavigate();
  const { send, pending } = useFormCommand('createTransfer', {
    sending: 'Saving transfer...',
    saved: 'Transfer saved successfully!',
    failed: 'Failed to save transfer. Please try again.',
    onSaved: () => navigate('/transactions', { replace: true }),
    once: true,
  });
  const [from, to] = accounts;
  if (!from || !to) return <NoSecondAccount />;
  return (
    <TransferForm
      initial={draft ?? { from: from._id, to: to._id, amount, date, title, categoryId: '', note, tags }}
      accounts={accounts}
      send={(output, showFieldErrors, onSavedForAnother) =>
        send(output, {
          ...(onSavedForAnother && { onSavedForAnother }),
          onFailed: (problem) => {
            if (isProblem(problem, 'session_required'))
              saveDraft(TRANSFER_DRAFT, user._id, {
                ...output,
                title: output.title ?? '',
                categoryId: output.categoryId ?? '',
                note: output.note ?? '',
                tags: tagsText(output.tags ?? []),
              });
            return showFieldErrors(problem);
          },
        })
      }
      pending={pending}
      submit="Save transfer"
      focus={focus ? 'amount' : undefined}
      addsAnother
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
      <Link className="link mt-4" to="/accounts#open-account">
        Open an account
      </Link>
    </div>
  );
}
