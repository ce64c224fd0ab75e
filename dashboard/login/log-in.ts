import type { CallInput } from '../../contract/calls.ts';
import { call } from '../api-client/client.ts';
import type { Outcome } from '../api-client/problem.ts';
import { startSession } from '../session/session.ts';
import { clearUserData } from '../store/clear-user-data.ts';
import { storeUser } from '../store/user.ts';

/**
 * Logs in: on success clears the data of an earlier user, stores the new user and starts the local session. The route
 * guards then redirect.
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
