import type { Problem, ProblemCode } from '../../contract/problems.ts';

/** What a call came to: the data, or the problem in its way. Nothing is thrown. */
export type Outcome<Data> = { ok: true; data: Data } | { ok: false; problem: Problem };

/** No answer came: the network is down, the server is away, or it took too long. What was asked may have happened. */
export const UNREACHABLE: Problem = {
  type: 'about:blank',
  status: 0,
  code: 'unreachable',
  title: "Daybook can't be reached right now",
};

/** An answer came that isn't one of ours, e.g. from a proxy on the way. */
export function unreadable(status: number): Problem {
  return { type: 'about:blank', status, code: 'unreadable', title: "Daybook's answer could not be read" };
}

/**
 * Reads the body of a failed answer: a problem of ours says by code and title what it is. The contract's schema would say
 * the same, but the first screen would have to carry zod for it.
 */
export function problemIn(body: unknown, status: number): Problem {
  const { code, title } = (body ?? {}) as Partial<Problem>;
  return typeof code === 'string' && typeof title === 'string' ? (body as Problem) : unreadable(status);
}

/** Whether it is this one of the contract's problems. */
export function isProblem(problem: Problem, code: ProblemCode): boolean {
  return problem.code === code;
}

/** Whether the same request may well succeed later, so that it is worth saying to wait instead of what is wrong. */
export function willPass({ status }: Problem): boolean {
  return status === 0 || status === 408 || status >= 500;
}

/** What to tell a person about a problem that has no message of its own on the screen. */
export function explain(problem: Problem): string {
  return problem.detail ?? problem.title;
}

/** The same to somebody who has just sent a form. */
export function explainToWriter(problem: Problem): string {
  return willPass(problem) ? `${explain(problem)}. What you typed is still here.` : explain(problem);
}
