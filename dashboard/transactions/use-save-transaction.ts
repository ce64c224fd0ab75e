import { useNavigate } from 'react-router-dom';
import type { Problem } from '../../contract/problems.ts';
import { formProblemMessage } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { applyServerUser } from '../store/apply-server-user.ts';
import { dismissToast, showErrorToast, showLoadingToast, showSuccessToast } from '../ui/toast.ts';
import { type Kind, kinds } from './kinds.ts';
import type { FormOutput } from './transaction-form-values.ts';

/** Saves a transaction, tells how that goes, and leads to the list. `refused` may take a problem to the fields. */
export function useSaveTransaction(kind: Kind, refused: (problem: Problem) => boolean) {
  const words = kinds[kind];
  const { send, pending } = useCommand(words.command);
  const navigate = useNavigate();

  async function save(input: FormOutput, receipt: File | undefined) {
    const toast = showLoadingToast(words.saving);
    const outcome = await send(input, receipt);
    if (!outcome) return dismissToast(toast);
    if (outcome.ok) {
      showSuccessToast(words.saved, toast);
      applyServerUser(outcome.data);
      navigate('/transactions', { replace: true });
    } else if (refused(outcome.problem)) dismissToast(toast);
    else showErrorToast(words.failed, { id: toast, description: formProblemMessage(outcome.problem) });
  }

  return { save, pending };
}
