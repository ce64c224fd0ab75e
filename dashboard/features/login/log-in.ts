import type { CallInput } from '#contract/calls.ts';
import { startSession } from '../../browser-state/session.ts';
import { call } from '../../server/client.ts';
import { type CallOutcome, UNREACHABLE } from '../../server/problem.ts';

/**
 * Logs in: on success forgets the data of an earlier user, stores the new user and starts the local session. The route
 * guards then redirect. The cache loads only then, so that the first screen does not load it.
 */
export async function logIn(input: CallInput<'login'>): Promise<CallOutcome<unknown>> {
  const outcome = await call('login', input);
  if (!outcome.ok) return outcome;
  const commandResult = await import('../../server/command-result.ts').catch(() => null);
  if (!commandResult) return { ok: false, problem: UNREACHABLE };
  commandResult.takeLogin(outcome.data);
  startSession();
  return outcome;
}
