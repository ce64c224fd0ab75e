import type { ChangeSetKind } from './constants.ts';

/** All events of one command, which follow one another in the stream. Its id is the command's. */
export type ChangeSet = {
  kind: ChangeSetKind;
  /** The revisions of its first and of its last event. */
  first: bigint;
  last: bigint;
  recordedAt: string;
  /** By which a command id that is used for something else is noticed (product 7.4). */
  inputHash: string;
  /** The change-set that it takes back; null where it is no undo. */
  undoes: string | null;
  /** The undo of it that is in force; null while it is in force itself. */
  undoneBy: string | null;
  /** The accounts that it opened, renamed, closed, reopened or removed, or whose money it moved. */
  accounts: readonly string[];
};

/** An event with its place in the stream and its change-set. The event is one of `LedgerEvent`. */
export type Happened = {
  revision: bigint;
  changeSetId: string;
  recordedAt: string;
  event: { type: string; data: unknown };
};

/**
 * What undo looks back at. Loaded from a snapshot it holds a change-set, those that it is chained to by undo, all events of
 * what these concern, and the change-sets of these events; folded from the stream, all events since the last reset, and all
 * change-sets.
 */
export type History = { changeSets: ReadonlyMap<string, ChangeSet>; events: readonly Happened[] };

/** The history that nothing was loaded of. */
export const NO_HISTORY: History = { changeSets: new Map(), events: [] };
