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

/** The calls that a token for some accounts may make: their answers are cut to these accounts (product 5.17). */
const CUT = [
  '/users/get-current-user',
  '/transaction/create-expense',
  '/transaction/create-income',
  '/transaction/get-transactions',
  '/transaction/recent-transactions',
  '/transaction/get-transaction',
  '/transaction/update-transaction',
  '/transaction/delete-transaction',
  '/transfer/create-transfer',
  '/transfer/update-transfer',
  '/transfer/delete-transfer',
  '/accounts/get-accounts',
  '/accounts/assert-balance',
  '/accounts/confirmed-days',
  '/goals/get-goals',
  '/stats/net-worth',
  '/stats/month-so-far',
  '/stats/get-income-expense-by-time-range',
  '/stats/get-by-category',
  '/ledger/categories',
  '/ledger/entries',
  '/ledger/entry',
  '/ledger/titles',
  '/ledger/find',
  '/ledger/explain',
  '/ledger/read-line',
  '/ledger/enter',
  '/ledger/undo',
  '/schedules',
  '/schedules/upcoming',
  '/schedules/occurrences',
  '/forecast',
  '/proposals',
  '/proposals/one',
  '/proposals/create',
  '/proposals/withdraw',
];

/** Whether a token for some accounts may make a call, as far as its scope goes. */
export function canBeCut({ path }: Pick<Call, 'path'>): boolean {
  return CUT.includes(path);
}

/** The least scope that a token needs for a call, or null if no token may make it. */
export function scopeOf({ path, kind }: Pick<Call, 'path' | 'kind'>): Scope | null {
  const [, first = ''] = path.split('/');
  if (ALSO.includes(path)) return 'read';
  if (NEVER.includes(first) || NOT.includes(path)) return null;
  if (PROPOSING.includes(path)) return 'propose';
  if (kind === 'query' || READING.includes(path)) return 'read';
  return kind === 'command' || WRITING.includes(path) ? 'write' : null;
}
