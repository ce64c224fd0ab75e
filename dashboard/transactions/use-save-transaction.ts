import { useNavigate } from 'react-router-dom';
import type { Problem } from '../../contract/problems.ts';
import { explainToWriter } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { applyServerUser } from '../store/apply-server-user.ts';
import { failed, hush, said, underWay } from '../ui/toast.ts';
import type { Filled } from './fields.ts';
import { type Kind, kinds } from './kinds.ts';

/** Saves a transaction, tells how that goes, and leads to the list. `refused` may take a problem to the fields. */
export function useSaveTransaction(kind: Kind, refused: (problem: Problem) => boolean) {
  const words = kinds[kind];
  const { send, pending } = useCommand(words.command);
  const navigate = useNavigate();

  async function save(input: Filled, receipt: File | undefined) {
    const toast = underWay(words.saving);
    const outcome = await send(input, receipt);
    if (!outcome) return hush(toast);
    if (outcome.ok) {
      said(words.saved, toast);
      applyServerUser(outcome.data);
      navigate('/transactions', { replace: true });
    } else if (refused(outcome.problem)) hush(toast);
    else failed(words.failed, { id: toast, description: explainToWriter(outcome.problem) });
  }

  return { save, pending };
}
