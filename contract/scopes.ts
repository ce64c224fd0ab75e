import type { Call } from './call.ts';

/**
 * The scopes of tokens: a scope includes the scopes before it. A token that reads or proposes writes nothing itself
 * (product 5.17).
 */
export const SCOPES = ['read', 'propose', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

/** The first parts of paths that no token may call: sign-in, tokens, webhooks, payments, the demo and feedback. */
const NEVER = ['users', 'tokens', 'webhooks', 'pay', 'demo', 'feedback'];
/** Calls of these that a token may make, and calls elsewhere that it may not: tokens of the calendar. */
const ALSO = ['/users/get-current-user'];
const NOT = [
  '/schedules/make-calendar-token',
  '/schedules/revoke-calendar-token',
  '/proposals/accept',
  '/proposals/decline',
];
/** Calls that propose, and write nothing in the books. */
const PROPOSING = ['/proposals/create', '/proposals/withdraw'];
/** Calls that are no queries, and write nothing in the books. */
const READING = ['/import/preview'];
/** Calls that are no commands by their form, and write the books. */
const WRITING = ['/import/commit'];

/** The least scope that a token needs for a call, or null if no token may make it. */
export function scopeOf({ path, kind }: Pick<Call, 'path' | 'kind'>): Scope | null {
  const [, first = ''] = path.split('/');
  if (ALSO.includes(path)) return 'read';
  if (NEVER.includes(first) || NOT.includes(path)) return null;
  if (PROPOSING.includes(path)) return 'propose';
  if (kind === 'query' || READING.includes(path)) return 'read';
  return kind === 'command' || WRITING.includes(path) ? 'write' : null;
}
