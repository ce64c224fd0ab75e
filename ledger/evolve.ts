import { evolveBalance } from './balance/evolve.ts';
import type { EventType, eventData, LedgerEvent } from './events.ts';
import { evolveGoals } from './goals/evolve.ts';
import type { Evolvers } from './model/event-schema.ts';
import { type Draft, draftOf, type LedgerState } from './model/state.ts';
import { evolvePayments } from './payments/evolve.ts';
import { evolveReset } from './reset/evolve.ts';
import { evolveTransactions } from './transactions/evolve.ts';

const evolvers: Evolvers<typeof eventData> = {
  ...evolveBalance,
  ...evolveTransactions,
  ...evolveGoals,
  ...evolvePayments,
  ...evolveReset,
};

/** Takes a state and the next event, and gives the state after it. Throws like `fold`. */
export function evolve(state: LedgerState, event: LedgerEvent): LedgerState {
  return fold(state, [event]);
}

/**
 * Takes a state and the next events, in order, and gives the state after them; copies the state once. Throws where an
 * event contradicts the ones before it, or takes a sum out of the safe integers, which `decide` lets none do.
 */
export function fold(state: LedgerState, events: Iterable<LedgerEvent>): LedgerState {
  const draft = draftOf(state);
  for (const event of events) apply(draft, event);
  return draft;
}

function apply<Type extends EventType>(draft: Draft, { type, data }: LedgerEvent<Type>): void {
  evolvers[type](draft, data);
}
