import { type DecodedEvent, definitionOf, type RecordedEvent } from './events.ts';
import { type LedgerState, remember } from './history.ts';
import { type Draft, draftOf } from './model/state.ts';

/** Takes a state and the next event, and gives the state after it. Throws like `fold`. */
export function evolve(state: LedgerState, recorded: DecodedEvent): LedgerState {
  return fold(state, [recorded]);
}

/**
 * Takes a state and the next events, in order, and gives the state after them; copies the state once. Throws where an
 * event contradicts the ones before it, or takes a sum out of the safe integers, which `decide` lets none do.
 */
export function fold(state: LedgerState, events: readonly DecodedEvent[]): LedgerState {
  const draft = draftOf(state);
  for (const recorded of events) apply(draft, recorded);
  return { ...draft, history: remember(state.history, events) };
}

/** Applies an event to books that are being folded. Throws like `fold`. */
export function apply(draft: Draft, { event: { type, data }, metadata, revision }: RecordedEvent): void {
  const { commandId, recordedAt } = metadata;
  definitionOf(type).evolve(draft, data, { revision, commandId, recordedAt });
  const { unfinished } = draft;
  if (unfinished?.changeSetId !== commandId) return;
  draft.unfinished = unfinished.left === 1 ? null : { ...unfinished, left: unfinished.left - 1 };
}
