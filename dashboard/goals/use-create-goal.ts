import { useNavigate } from 'react-router-dom';
import type { Problem } from '../../contract/problems.ts';
import { useCommand } from '../api-client/use-command.ts';
import { applyServerUser } from '../store/apply-server-user.ts';
import { showSuccessToast } from '../ui/toast.ts';
import type { FormOutput } from './goal-form-values.ts';

/** Creates a goal and selects it. `create` gives the problem that was in the way, if any. */
export function useCreateGoal(done?: () => void) {
  const { send, pending } = useCommand('createGoal');
  const navigate = useNavigate();

  async function create(input: FormOutput): Promise<Problem | null> {
    const outcome = await send(input);
    if (!outcome) return null;
    if (!outcome.ok) return outcome.problem;
    const { goal, ...user } = outcome.data;
    done?.();
    applyServerUser(user);
    showSuccessToast('Goal created');
    navigate(`/goals/${goal._id}`);
    return null;
  }

  return { create, pending };
}
