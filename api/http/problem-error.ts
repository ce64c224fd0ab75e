import type { z } from 'zod';
import { messages } from '#contract/messages.ts';
import type { Conflict, LineProblem } from '#contract/problem-details.ts';
import { PROBLEMS, type Problem, type ProblemCode } from '#contract/problems.ts';

/**
 * A failure that the contract defines. `errors` maps field names to messages; `conflicts` stand in the way of an undo,
 * `problems` in that of a line.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: Record<string, string> | undefined;
  readonly conflicts: Conflict[] | undefined;
  readonly problems: LineProblem[] | undefined;

  constructor(code: ProblemCode, errors?: Record<string, string>, conflicts?: Conflict[], problems?: LineProblem[]) {
    super(PROBLEMS[code].title);
    this.code = code;
    this.errors = errors;
    this.conflicts = conflicts;
    this.problems = problems;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }

  /** The response body (RFC 9457). */
  toProblem(): Problem {
    const { status, title } = PROBLEMS[this.code];
    return {
      type: 'about:blank',
      title,
      status,
      code: this.code,
      ...(this.errors && { errors: this.errors }),
      ...(this.conflicts && { conflicts: this.conflicts }),
      ...(this.problems && { problems: this.problems }),
    };
  }
}

/**
 * Converts a schema's error to the problem invalid, with the first message of each field, or to malformed when the body
 * is no object. `currency` replaces `{currency}` in messages.
 */
export function invalid(error: z.ZodError, currency: string): ProblemError {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add(errors, key, messages.unknownField);
    } else if (issue.path.length === 0) {
      return new ProblemError('malformed');
    } else {
      add(errors, String(issue.path[0]), issue.message.replace('{currency}', currency));
    }
  }
  return new ProblemError('invalid', errors);
}

function add(errors: Record<string, string>, field: string, message: string): void {
  if (Object.hasOwn(errors, field)) return;
  // Not an assignment: the field may be called __proto__.
  Object.defineProperty(errors, field, { value: message, enumerable: true, configurable: true });
}
