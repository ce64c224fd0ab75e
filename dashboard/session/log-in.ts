import type { CallInput } from '../../contract/calls.ts';
import { call } from '../calls/client.ts';
import type { Outcome } from '../calls/problem.ts';
import { closeBooks } from '../store/close-books.ts';
import { storeUser } from '../store/user.ts';
import { beginSession } from './session.ts';

/** Logs in: what was kept of another user goes, the new one is stored. Where to go from here follows from the session. */
export async function logIn(input: CallInput<'login'>): Promise<Outcome<unknown>> {
  const outcome = await call('login', input);
  if (outcome.ok) {
    closeBooks();
    storeUser(outcome.data);
    beginSession();
  }
  return outcome;
}
