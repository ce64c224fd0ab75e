import type { z } from 'zod';
import { messages } from './messages.ts';

/** The words of an issue of a schema that has none of its own for it (product 8.1). */
export function issueWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return messages.notOneOf(issue.values.map(String));
    case 'invalid_union':
      return Array.isArray(issue.options) ? messages.notOneOf(issue.options.map(String)) : messages.wrongType;
    case 'too_small':
      return least(issue);
    case 'too_big':
      return most(issue);
    default:
      return issue.input === undefined ? messages.required : messages.wrongType;
  }
}

type Bound<Code> = z.core.$ZodRawIssue & { code: Code };

function least({ origin, minimum }: Bound<'too_small'>): string {
  if (origin === 'number' || origin === 'int') return messages.tooSmall(minimum);
  return Number(minimum) === 1 ? messages.required : messages.tooFew(minimum);
}

function most({ origin, maximum }: Bound<'too_big'>): string {
  if (origin === 'number' || origin === 'int') return messages.tooBig(maximum);
  return origin === 'string' ? messages.textTooLong(Number(maximum)) : messages.tooMany(maximum);
}
