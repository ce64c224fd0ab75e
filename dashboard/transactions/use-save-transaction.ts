import { useNavigate } from 'react-router-dom';
import type { Problem } from '../../contract/problems.ts';
import { formProblemMessage } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { applyServerUser } from '../store/apply-server-user.ts';
import { dismissToast, showErrorToast, showLoadingToast, showSuccessToast } from '../ui/toast.ts';
import { type Kind, kinds } from './kinds.ts';
import type { FormOutput } from './transaction-form-values.ts';

/**
 * Returns `save`, which creates a transaction, shows toasts and navigates to the list. `showFieldErrors` may show a
 * problem in the form; if it returns false, a toast does.
 */
export function useSaveTransaction(kind: Kind, showFieldErrors: (problem: Problem) => boolean) {
  const texts = kinds[kind];
  const { send, pending } = useCommand(texts.command);
  const navigate = useNavigate();

  async function save(input: FormOutput, receipt: File | undefined) {
    const toast = showLoadingToast(texts.saving);
    const outcome = await send(input, receipt);
    if (!outcome) return dismissToast(toast);
    if (outcome.ok) {
      showSuccessToast(texts.saved, toast);
      applyServerUser(outcome.data);
      navigate('/transactions', { replace: true });
    } else if (showFieldErrors(outcome.problem)) dismissToast(toast);
    else showErrorToast(texts.failed, { id: toast, description: formProblemMessage(outcome.problem) });
  }

  return { save, pending };
}
