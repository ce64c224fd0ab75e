import type { CallData, CallInput } from '#contract/calls.ts';
import type { User } from '#contract/user.ts';
import { startSession } from '../../browser-state/session.ts';
import { call } from '../../server/client.ts';
import { type CallOutcome, UNREACHABLE } from '../../server/problem.ts';

/**
 * Logs in by email and password. Where the user has a second factor the outcome says how it is proved, and nothing has
 * begun yet.
 */
export async function logIn(input: CallInput<'login'>): Promise<CallOutcome<CallData<'login'>>> {
  const outcome = await call('login', input);
  if (!outcome.ok || 'secondFactor' in outcome.data) return outcome;
  return await beginLogin({ ok: true, data: outcome.data });
}

/**
 * Begins after a complete login: forgets the data of an earlier user, stores the new user and starts the local session.
 * The route guards then redirect. The cache loads only then, so that the first screen does not load it.
 */
export async function beginLogin(outcome: CallOutcome<User>): Promise<CallOutcome<User>> {
  if (!outcome.ok) return outcome;
  const commandResult = await import('../../server/command-result.ts').catch(() => null);
  if (!commandResult) return { ok: false, problem: UNREACHABLE };
  commandResult.takeLogin(outcome.data);
  startSession();
  return outcome;
}
