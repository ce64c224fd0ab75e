import { create } from 'zustand';
import type { Goal } from '../../contract/goal.ts';
import { call } from './client.ts';
import { LOADING, type Loadable, ready } from './loadable.ts';
import { currentUser, storeUser, useUser } from './user.ts';

/** The goals are part of the stored user; this store only has the state of their fetch. */
const useFetchState = create<{ fetched: Loadable<true> }>(() => ({ fetched: LOADING }));

/** Returns the goals, oldest first. */
export function useGoals(): Loadable<readonly Goal[]> {
  const { goals } = useUser();
  const fetched = useFetchState((state) => state.fetched);
  return fetched.state === 'ready' ? ready(goals) : fetched;
}

/** Marks the goals of the stored user as fetched. */
export function markGoalsLoaded(): void {
  useFetchState.setState({ fetched: ready(true) });
}

/** Marks the goals as not fetched, for another user. */
export function resetGoals(): void {
  useFetchState.setState({ fetched: LOADING });
}

/** Fetches the goals. Goals that are loaded stay visible during the fetch and after a failure. */
export async function fetchGoals(): Promise<void> {
  const { fetched } = useFetchState.getState();
  if (fetched.state === 'failed') useFetchState.setState({ fetched: LOADING });
  const userBefore = currentUser();
  const outcome = await call('getGoals');
  if (outcome.ok) {
    // If the stored user was replaced during the fetch, the replacement is newer and already contains its goals.
    if (userBefore && userBefore === currentUser()) storeUser({ ...userBefore, goals: outcome.data.goals });
    markGoalsLoaded();
  } else if (useFetchState.getState().fetched.state !== 'ready') {
    useFetchState.setState({ fetched: { state: 'failed', problem: outcome.problem } });
  }
}
