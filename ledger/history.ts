import { accountsOf, type DecodedEvent, definitionOf, type RecordedEvent } from './events.ts';
import type { ChangeSetKind } from './model/constants.ts';
import { type Books, EMPTY_BOOKS } from './model/state.ts';

/** All events of one command, which follow one another in the stream. Its id is the command's. */
export type ChangeSetState = {
  kind: ChangeSetKind;
  /** The revisions of its first and of its last event. */
  first: bigint;
  last: bigint;
  recordedAt: string;
  /** A hash of the command's input: a command id that is used for another input is noticed by it (product 7.4). */
  inputHash: string;
  /** The change-set that it takes back, or null if it is no undo. */
  undoes: string | null;
  /** The undo of it that is in force; null while it is in force itself. */
  undoneBy: string | null;
  /** The program that made it, such as `token NAME`, or null for the user and Daybook. */
  actor: string | null;
  /** The accounts that it opened, renamed, closed, reopened or removed, or whose money it moved. */
  accounts: readonly string[];
};

/**
 * The change-sets and events that undo looks back at. Loaded from a snapshot, it has a change-set, those that it is
 * chained to by undo, all events about the entities of these, the change-sets of these events, and the events that
 * begin undos among them. Folded from the stream, it has all events since the last reset, and all change-sets.
 */
export type History = { changeSets: ReadonlyMap<string, ChangeSetState>; events: readonly RecordedEvent[] };

/** A history without anything loaded. */
export const NO_HISTORY: History = { changeSets: new Map(), events: [] };

/** A ledger as commands see it: its books, and as much of its history as the command needs. */
export type LedgerState = Books & { history: History };

/** The ledger before its first event. */
export const EMPTY: LedgerState = { ...EMPTY_BOOKS, history: NO_HISTORY };

/**
 * The undo in force of each change-set of a chain, once the undo `by` has undone the first: the first is undone by it,
 * the second is in force again (null), and so on (product 4.14).
 */
export function undoneBy(chain: readonly string[], by: string): [changeSetId: string, undoneBy: string | null][] {
  return chain.map((changeSetId, index) => [changeSetId, index % 2 === 1 ? null : (chain[index - 1] ?? by)]);
}

/** Takes a history and the next events, in order, and gives the history after them. Pure. */
export function remember(before: History, logged: readonly DecodedEvent[]): History {
  if (logged.length === 0) return before;
  const changeSets = new Map(before.changeSets);
  let events = [...before.events];
  for (const recorded of logged) {
    const { event, metadata } = recorded;
    const { commandId: changeSetId } = metadata;
    if (event.type === 'LedgerReset') events = [];
    events.push(recorded);
    changeSets.set(changeSetId, extended(changeSets.get(changeSetId), recorded));
    if (event.type !== 'ChangeSetUndone') continue;
    for (const [id, by] of undoneBy(event.data.chain, changeSetId)) {
      const known = changeSets.get(id);
      if (known) changeSets.set(id, { ...known, undoneBy: by });
    }
  }
  return { changeSets, events };
}

function extended(before: ChangeSetState | undefined, { event, metadata, revision }: DecodedEvent): ChangeSetState {
  const accounts = [...new Set([...(before?.accounts ?? []), ...accountsOf(event)])];
  if (before) return { ...before, last: revision, accounts };
  return {
    kind: definitionOf(event.type).begins,
    first: revision,
    last: revision,
    recordedAt: metadata.recordedAt,
    inputHash: metadata.inputHash,
    undoes: event.type === 'ChangeSetUndone' ? event.data.changeSetId : null,
    undoneBy: null,
    actor: metadata.actor ?? null,
    accounts,
  };
}
