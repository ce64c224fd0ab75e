import type { z } from 'zod';
import { issueWords } from '#contract/issue-words.ts';
import { messages } from '#contract/messages.ts';
import { PROBLEMS, type Problem, type ProblemCode } from '#contract/problems.ts';

/** The details of a failure beside its `errors`: the obstacles to an undo, a query, or a line. */
type Details = Pick<Problem, 'conflicts' | 'at' | 'problems'>;

/** A failure that the contract defines. `errors` maps field names to messages. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: Record<string, string> | undefined;
  readonly details: Details;

  constructor(code: ProblemCode, errors?: Record<string, string>, details: Details = {}) {
    super(PROBLEMS[code].title);
    this.code = code;
    this.errors = errors;
    this.details = details;
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
      ...this.details,
    };
  }
}

/**
 * The value of an input by its schema. Throws the problem invalid where the schema refuses it, with words for each
 * field. `currency` replaces `{currency}` in messages.
 */
export function parseBy<Schema extends z.ZodType>(schema: Schema, raw: unknown, currency: string): z.output<Schema> {
  const parsed = schema.safeParse(raw, { error: issueWords });
  if (!parsed.success) throw invalid(parsed.error, currency);
  return parsed.data;
}

/**
 * Converts a schema's error to the problem invalid, with the first message of each field, or to malformed when the body
 * is no object.
 */
function invalid(error: z.ZodError, currency: string): ProblemError {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add(errors, key, messages.unknownField);
    } else if (issue.path.length === 0) {
      return new ProblemError('malformed');
    } else {
      add(errors, fieldOf(issue.path), issue.message.replace('{currency}', currency));
    }
  }
  return new ProblemError('invalid', errors);
}

/** The field of an input that is wrong; of a query that is kept, its parameter. */
function fieldOf([field, inner]: readonly PropertyKey[]): string {
  return String(field === 'query' && typeof inner === 'string' ? inner : field);
}

function add(errors: Record<string, string>, field: string, message: string): void {
  if (Object.hasOwn(errors, field)) return;
  // Not an assignment: the field may be called __proto__.
  Object.defineProperty(errors, field, { value: message, enumerable: true, configurable: true });
}
