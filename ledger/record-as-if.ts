import type { LedgerEvent, RecordedEvent } from './events.ts';
import { apply } from './evolve.ts';
import type { Rejection } from './model/command-rule.ts';
import { sum, ZERO } from './model/money.ts';
import { type Draft, whyNotPosted } from './model/state.ts';
import { postingsOf } from './postings.ts';

/** Where an event stands that is not recorded yet: nothing that a command of many events leads to depends on it. */
const AS_IF: Pick<RecordedEvent, 'metadata' | 'revision'> = {
  metadata: { commandId: '-', inputHash: '-', recordedAt: new Date(0).toISOString(), version: 1 },
  revision: -1n,
};

/**
 * Applies an event that a command of many events leads to, to the state after those before it. Gives why it can't be recorded,
 * and leaves the state as it is then; null where it can.
 */
export function recordAsIf(draft: Draft, event: LedgerEvent): Rejection | null {
  // An account that comes back does so with what it held.
  const reason =
    event.type === 'AccountRestored' ? null : whyNotPosted(withOpened(draft, event), postingsOf(event, {}));
  if (reason) return reason;
  const { amount } = event.data as { amount?: unknown };
  const isCounted = event.type === 'ExpenseRecorded' || event.type === 'IncomeRecorded';
  if (isCounted && sum(draft.turnover, amount as typeof ZERO) === null) return 'amount_too_large';
  apply(draft, { event, ...AS_IF });
  return null;
}

/** The state in which the money of an event is posted: an account that it opens is there. */
function withOpened(draft: Draft, event: LedgerEvent): Pick<Draft, 'accounts' | 'balance'> {
  if (event.type !== 'AccountOpened') return draft;
  const { accountId, name, kind } = event.data;
  const opened = { name, kind, balance: ZERO, isOpen: true, place: -1 };
  return { accounts: new Map(draft.accounts).set(accountId, opened), balance: draft.balance };
}
