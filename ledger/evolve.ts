import { evolveAccounts } from './accounts/evolve.ts';
import { evolveBalance } from './balance/evolve.ts';
import { evolveChangeSets } from './change-sets/evolve.ts';
import type { eventData, RecordedEvent } from './events.ts';
import { evolveGoals } from './goals/evolve.ts';
import { evolveImports } from './imports/evolve.ts';
import type { Evolvers } from './model/event-schema.ts';
import { type Draft, draftOf, type LedgerState } from './model/state.ts';
import { evolvePayments } from './payments/evolve.ts';
import { remember } from './remember.ts';
import { evolveReset } from './reset/evolve.ts';
import { evolveTransactions } from './transactions/evolve.ts';
import { evolveTransfers } from './transfers/evolve.ts';

const evolvers: Evolvers<typeof eventData> = {
  ...evolveBalance,
  ...evolveTransactions,
  ...evolveTransfers,
  ...evolveGoals,
  ...evolveAccounts,
  ...evolveImports,
  ...evolveChangeSets,
  ...evolvePayments,
  ...evolveReset,
};

/** Takes a state and the next event, and gives the state after it. Throws like `fold`. */
export function evolve(state: LedgerState, recorded: RecordedEvent): LedgerState {
  return fold(state, [recorded]);
}

/**
 * Takes a state and the next events, in order, and gives the state after them; copies the state once. Throws where an
 * event contradicts the ones before it, or takes a sum out of the safe integers, which `decide` lets none do.
 */
export function fold(state: LedgerState, events: readonly RecordedEvent[]): LedgerState {
  const draft = draftOf(state);
  for (const recorded of events) apply(draft, recorded);
  return { ...draft, history: remember(state.history, events) };
}

/** Applies an event to a state that is being folded, without its history. Throws like `fold`. */
export function apply(draft: Draft, { event: { type, data }, metadata, revision }: RecordedEvent): void {
  const { commandId, recordedAt } = metadata;
  const evolver = evolvers[type] as (draft: Draft, data: unknown, at: object) => void;
  evolver(draft, data, { revision, commandId, recordedAt });
  const { unfinished } = draft;
  if (unfinished?.changeSetId !== commandId) return;
  draft.unfinished = unfinished.left === 1 ? null : { ...unfinished, left: unfinished.left - 1 };
}
