import { EMPTY, type LedgerState } from '#ledger/history.ts';
import type { CarryRow, PlanRow, TargetRow } from '../tables/budget.ts';
import type { ChangedColumns, EntryRow } from '../tables/entries.ts';
import type { KnownDayRow } from '../tables/known-days.ts';
import type { PastLedgerRow } from '../tables/ledgers.ts';
import type { RuleUseRow } from '../tables/rules.ts';
import type { OccurrenceRow, ScheduleRow } from '../tables/schedules.ts';
import type { PastStatisticsRow, StatisticsRow } from '../tables/statistics.ts';

/**
 * The change of an entry's row by the event at revision `at`. `fields` are those that change. The row before a change
 * or a deletion is kept among the past ones.
 */
export type ProjectedEntryChange =
  | { kind: 'insert'; row: EntryRow }
  | { kind: 'change'; at: bigint; fields: ChangedColumns }
  | { kind: 'delete'; at: bigint };

/** The rows of one ledger as far as they were loaded, and what events have changed since. */
export type ProjectionChanges = {
  ledgerId: string;
  /** The revision that these rows have reached, -1 before the first event. */
  revision: bigint;
  /**
   * The state at that revision, without transactions, transfers and budget, with rules where they were loaded, and with
   * the history of the events since.
   */
  state: LedgerState;
  transactionCount: number;
  /** The largest time of recording of the events that count; null before the first. */
  knownAt: string | null;
  /** The stored rows are to be deleted first, but for the ledger's and the change-sets: it was reset, or erased. */
  cleared: boolean;
  /** All stored rows are to be deleted and none is to be written: the ledger was erased. */
  erased: boolean;
  goalsChanged: boolean;
  /** Only of rules that were loaded: where an event is about them. */
  rulesChanged: boolean;
  /** To be added: of how many entries rules set something, by rule and change-set. */
  ruleUses: ReadonlyMap<string, RuleUseRow>;
  /** The rows of the budget that have changed, by the ids of their entities. */
  plans: ReadonlyMap<string, PlanRow>;
  carries: ReadonlyMap<string, CarryRow>;
  targets: ReadonlyMap<string, TargetRow>;
  /** The rows of schedules and of occurrences that have changed, by their ids. */
  schedules: ReadonlyMap<string, ScheduleRow>;
  occurrences: ReadonlyMap<string, OccurrenceRow>;
  /** The key is the entry's id; the changes are in the order of the events. */
  entries: ReadonlyMap<string, readonly ProjectedEntryChange[]>;
  /** The undo in force of change-sets that were undone or redone, by their ids; also of those before a reset. */
  undone: ReadonlyMap<string, string | null>;
  /** The sums to add to each week, month and year. */
  statistics: ReadonlyMap<string, StatisticsRow>;
  /** The same for each block. */
  pastStatistics: ReadonlyMap<string, PastStatisticsRow>;
  /** The ledger at the ends of blocks. */
  pastLedgers: readonly PastLedgerRow[];
  /** The days that entries are dated, by account and day, each with the revision of the first event that did. */
  knownDays: ReadonlyMap<string, KnownDayRow>;
};

/** The rows of a ledger as they were loaded: nothing has changed yet. */
export function unchanged(
  ledgerId: string,
  revision: bigint,
  state: LedgerState,
  transactionCount: number,
  knownAt: string | null,
): ProjectionChanges {
  return {
    ledgerId,
    revision,
    state,
    transactionCount,
    knownAt,
    cleared: false,
    erased: false,
    goalsChanged: false,
    rulesChanged: false,
    ruleUses: new Map(),
    plans: new Map(),
    carries: new Map(),
    targets: new Map(),
    schedules: new Map(),
    occurrences: new Map(),
    entries: new Map(),
    undone: new Map(),
    statistics: new Map(),
    pastStatistics: new Map(),
    pastLedgers: [],
    knownDays: new Map(),
  };
}

/** The rows of a ledger before its first event. */
export function unwritten(ledgerId: string): ProjectionChanges {
  return unchanged(ledgerId, -1n, EMPTY, 0, null);
}
