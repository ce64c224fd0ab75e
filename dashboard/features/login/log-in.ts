import type { CallInput } from '../../../contract/calls.ts';
import { startSession } from '../../browser-state/session.ts';
import { call } from '../../server/client.ts';
import type { Outcome } from '../../server/problem.ts';
import { replace } from '../../server/resource.ts';
import { forgetAll } from '../../server/resources.ts';
import { userResource } from '../../server/user.ts';

/**
 * Logs in: on success forgets the data of an earlier user, stores the new user and starts the local session. The route
 * guards then redirect.
 */
export async function logIn(input: CallInput<'login'>): Promise<Outcome<unknown>> {
  const outcome = await call('login', input);
  if (outcome.ok) {
    forgetAll();
    replace(userResource, outcome.data);
    startSession();
  }
  return outcome;
}
