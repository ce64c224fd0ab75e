import type { Problem, ProblemCode } from '#contract/problems.ts';
import { WRITING_IS_OFF } from '../browser-state/known.ts';

/**
 * Result of a call: its `data`, with the id of the change-set of a command that wrote the ledger, or the problem.
 * `isBehind` where a read answered from read models that lack events of this user.
 */
export type CallOutcome<Data> =
  | { ok: true; data: Data; changeSet?: string; isBehind?: true }
  | { ok: false; problem: Problem };

/** No response: network error, unreachable server or timeout. The server may have processed the request. */
export const UNREACHABLE: Problem = {
  type: 'about:blank',
  status: 0,
  code: 'unreachable',
  title: "Daybook can't be reached right now",
};

/** Nothing was sent, because screens show the books as they were. */
export const PAST: Problem = { type: 'about:blank', status: 409, code: 'past', title: WRITING_IS_OFF };

/** The value was forgotten while it was fetched: after a logout, for example. */
export const FORGOTTEN: Problem = {
  type: 'about:blank',
  status: 0,
  code: 'forgotten',
  title: 'This is not shown any more',
};

/** The problem for a response that is not from the API, for example from a proxy. Takes its HTTP status. */
export function unreadableResponse(status: number): Problem {
  return { type: 'about:blank', status, code: 'unreadable', title: "Daybook's answer could not be read" };
}

/**
 * Returns the body of a failed response as a problem, or `unreadable` if it has no code and title. Checks by hand
 * instead of with the contract's schema, so that the first screen does not load zod.
 */
export function parseProblem(body: unknown, status: number): Problem {
  const { code, title } = (body ?? {}) as Partial<Problem>;
  return typeof code === 'string' && typeof title === 'string' ? (body as Problem) : unreadableResponse(status);
}

/** Whether the problem has this code of the contract. */
export function isProblem(problem: Problem, code: ProblemCode): boolean {
  return problem.code === code;
}

/** Whether the same request can succeed later: no response, 408 or 5xx. */
export function isRetryable({ status }: Problem): boolean {
  return status === 0 || status === 408 || status >= 500;
}

/** User-facing message of a problem: its detail, else its title. */
export function problemMessage(problem: Problem): string {
  return problem.detail ?? problem.title;
}

/** User-facing message of a problem after a submit. For a retryable problem it adds that the input is still there. */
export function formProblemMessage(problem: Problem): string {
  return isRetryable(problem) ? `${problemMessage(problem)}. What you typed is still here.` : problemMessage(problem);
}
