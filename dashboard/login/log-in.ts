import type { CallInput } from '../../contract/calls.ts';
import { call } from '../api-client/client.ts';
import type { Outcome } from '../api-client/problem.ts';
import { startSession } from '../session/session.ts';
import { clearUserData } from '../store/clear-user-data.ts';
import { storeUser } from '../store/user.ts';

/**
 * Logs in: what was kept of another user goes, the new one is stored. Where to go from here follows from the session.
 */
export async function logIn(input: CallInput<'login'>): Promise<Outcome<unknown>> {
  const outcome = await call('login', input);
  if (outcome.ok) {
    clearUserData();
    storeUser(outcome.data);
    startSession();
  }
  return outcome;
}
