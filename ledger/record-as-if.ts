import { definitionOf, type LedgerEvent, postingsOf } from './events.ts';
import { apply } from './evolve.ts';
import type { Rejection } from './model/command-rule.ts';
import type { EventContext } from './model/event-definition.ts';
import { sum, ZERO } from './model/money.ts';
import { type Draft, whyNotPosted } from './model/state.ts';

/** The metadata of an event that is not recorded yet. The events of a command don't depend on it. */
export const AS_IF: EventContext = { commandId: '-', recordedAt: new Date(0).toISOString(), revision: -1n };

/**
 * Applies an event of a command to the state after the events before it, and gives null. Where the event can't be
 * recorded, gives the rejection and leaves the state unchanged. `revision` is the event's, where later commands see it.
 */
export function recordAsIf(draft: Draft, event: LedgerEvent, revision = AS_IF.revision): Rejection | null {
  const { effect } = definitionOf(event.type);
  // An account that comes back does so with what it held.
  const comesBack = effect?.does === 'restore' && effect.kind === 'account';
  const reason = comesBack ? null : whyNotPosted(withOpened(draft, event), postingsOf(event, {}));
  if (reason) return reason;
  const [counted] = effect?.does === 'make' && effect.kind === 'transaction' ? effect.counts(event.data) : [];
  if (counted && sum(draft.turnover, counted[0].amount) === null) return 'amount_too_large';
  apply(draft, { event, metadata: AS_IF, revision });
  return null;
}

/** The books to which the money of an event is posted: with the account that it opens. */
function withOpened(draft: Draft, event: LedgerEvent): Pick<Draft, 'accounts' | 'balance'> {
  const { effect } = definitionOf(event.type);
  if (effect?.does !== 'make' || effect.kind !== 'account') return draft;
  const opened = { ...effect.state(event.data, AS_IF), balance: ZERO };
  return { accounts: new Map(draft.accounts).set(effect.id(event.data), opened), balance: draft.balance };
}
