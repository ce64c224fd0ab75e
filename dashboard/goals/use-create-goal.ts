import { useNavigate } from 'react-router-dom';
import type { Problem } from '../../contract/problems.ts';
import { useCommand } from '../api-client/use-command.ts';
import { applyServerUser } from '../store/apply-server-user.ts';
import { showSuccessToast } from '../ui/toast.ts';
import type { FormOutput } from './goal-form-values.ts';

/**
 * Returns `create`, which creates a goal, shows a toast and navigates to it. It resolves to the problem, or to null on
 * success.
 */
export function useCreateGoal(onDone?: () => void) {
  const { send, pending } = useCommand('createGoal');
  const navigate = useNavigate();

  async function create(input: FormOutput): Promise<Problem | null> {
    const outcome = await send(input);
    if (!outcome) return null;
    if (!outcome.ok) return outcome.problem;
    const { goal, ...user } = outcome.data;
    onDone?.();
    applyServerUser(user);
    showSuccessToast('Goal created');
    navigate(`/goals/${goal._id}`);
    return null;
  }

  return { create, pending };
}
