import { create } from 'zustand';
import type { Goal } from '../../contract/goal.ts';
import { call } from '../api-client/client.ts';
import { LOADING, type Loadable, ready } from './loadable.ts';
import { currentUser, storeUser, useUser } from './user.ts';

/** The goals' home is the user they belong to; here is only whether they were asked for. */
const useAsked = create<{ asked: Loadable<true> }>(() => ({ asked: LOADING }));

/** The goals, oldest first. */
export function useGoals(): Loadable<readonly Goal[]> {
  const { goals } = useUser();
  const asked = useAsked((state) => state.asked);
  return asked.state === 'ready' ? ready(goals) : asked;
}

/** Says that the stored user's goals are as the server has them. */
export function markGoalsLoaded(): void {
  useAsked.setState({ asked: ready(true) });
}

/** Forgets that they were asked for, for another user. */
export function resetGoals(): void {
  useAsked.setState({ asked: LOADING });
}

/** Fetches the goals. What is already here stays on the screen meanwhile, and if the fetch fails. */
export async function fetchGoals(): Promise<void> {
  const { asked } = useAsked.getState();
  if (asked.state === 'failed') useAsked.setState({ asked: LOADING });
  const before = currentUser();
  const outcome = await call('getGoals');
  if (outcome.ok) {
    // Another user than before is what a command, or a fetch of the user, answered meanwhile: that has the goals, too.
    if (before && before === currentUser()) storeUser({ ...before, goals: outcome.data.goals });
    markGoalsLoaded();
  } else if (useAsked.getState().asked.state !== 'ready') {
    useAsked.setState({ asked: { state: 'failed', problem: outcome.problem } });
  }
}
