import { EMPTY, type LedgerState } from '#ledger/history.ts';
import type { Needs } from '#ledger/model/command-rule.ts';
import type { OccurrenceRef } from '#ledger/model/schedule.ts';
import { batched } from '#platform/batched.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import {
  budgetAsJson,
  ledgerWithGoals,
  readLedger,
  readMarks,
  readRules,
  readSchedules,
  readStoredBudget,
  rulesAsJson,
  schedulesAsJson,
} from '../storage/storage.ts';
import { entries, isTransaction, transactionOf, transferOf } from '../tables/entries.ts';
import { isOwnFold, stateOf } from '../tables/ledgers.ts';
import { LIVE } from '../tables/read-models.ts';
import { readRow } from '../tables/table.ts';
import { historyOf, relatedHistory, type StoredHistory } from './history.ts';

/** A command that was carried out before, and the revision of its last event. */
export type SeenCommand = { inputHash: string; revision: bigint };

/** A ledger at a revision, on which a command is decided, and the command where it was carried out by then. */
export type Snapshot = { revision: bigint; state: LedgerState; seen: SeenCommand | null };

/** A command's ledger, its id, and what it needs loaded. */
export type WantedRows = { ledgerId: string; commandId: string; needs: Needs };

type Stored = {
  goals: object[] | null;
  rules: object[] | null;
  budget: Parameters<typeof readStoredBudget>[0];
  schedules: object[] | null;
  occurrences: object[] | null;
  place: number;
  entries: object[] | null;
  history?: StoredHistory;
  seen: { input_hash: string; revision: number } | null;
};

/** The marks of the occurrences that a command names, and of those that its entries are. */
const MARKS = `(
  SELECT o.* FROM json_array_elements(w.occurrences -> 'occurrences') AS n
    JOIN ${LIVE}.occurrences o ON o.ledger_id = a.ledger_id
      AND o.schedule_id = n ->> 'scheduleId' AND o.nominal = n ->> 'nominal'
  UNION SELECT o.* FROM ${LIVE}.occurrences o WHERE o.ledger_id = a.ledger_id
    AND o.entry_id IN (SELECT json_array_elements_text(w.occurrences -> 'ofEntries')))`;

const refOf = ({ scheduleId, nominal }: OccurrenceRef) => ({ scheduleId, nominal });

const snapshot = (history: string) => `
  SELECT w.place, ${ledgerWithGoals(LIVE)}, ${history}
    CASE WHEN w.budget THEN ${budgetAsJson(LIVE, 'a.ledger_id')} END AS budget,
    CASE WHEN w.rules THEN ${rulesAsJson(LIVE, 'a.ledger_id')} END AS rules,
    CASE WHEN w.schedules THEN ${schedulesAsJson(LIVE, 'a.ledger_id')} END AS schedules,
    CASE WHEN w.occurrences IS NOT NULL THEN (SELECT json_agg(o) FROM ${MARKS} o) END AS occurrences,
    (SELECT json_agg(t) FROM (
        SELECT json_array_elements_text(w.entries)
        UNION SELECT o.entry_id FROM ${MARKS} o WHERE w.occurrences IS NOT NULL AND o.entry_id IS NOT NULL
      ) AS n (id)
      JOIN ${LIVE}.entries t ON t.ledger_id = a.ledger_id AND t.entry_id = n.id) AS entries,
    (SELECT json_build_object('input_hash', c.input_hash, 'revision', c.revision) FROM ${LIVE}.change_sets c
      WHERE c.ledger_id = a.ledger_id AND c.change_set_id = w.command_id) AS seen
  FROM unnest($1::text[], $2::text[], $3::json[], $4::text[], $5::boolean[], $6::boolean[], $7::boolean[], $8::json[])
      WITH ORDINALITY
      AS w (ledger_id, command_id, entries, change_set_id, rules, budget, schedules, occurrences, place)
    JOIN ${LIVE}.ledgers a ON a.ledger_id = w.ledger_id`;

const SNAPSHOT = snapshot('');
const WITH_HISTORY = snapshot(`${relatedHistory('a.ledger_id', 'w.change_set_id', 'a.since')} AS history,`);

/**
 * Loads a snapshot in one statement: the ledger with its goals, the transactions, transfers, rules, budget and history
 * that the command needs, and the command id if it was seen (decision 1). A ledger without rows, or with rows that
 * other code folded, starts before the first event.
 */
export function loadSnapshot(database: Database, wanted: WantedRows): Promise<Snapshot> {
  return wanted.needs.changeSetId === undefined ? loadPlain(database, wanted) : loadWithHistory(database, wanted);
}

const loadPlain = batched<WantedRows, Snapshot>((database, wanted) => load(database, SNAPSHOT, wanted));

/** A history may be large: it has a statement of its own, on which no other command waits. */
async function loadWithHistory(database: Database, wanted: WantedRows): Promise<Snapshot> {
  const [loaded] = await load(database, WITH_HISTORY, [wanted]);
  return loaded as Snapshot;
}

async function load(database: Database, statement: string, wanted: readonly WantedRows[]): Promise<Snapshot[]> {
  const { rows } = await queryPrepared<Stored>(database, statement, [
    wanted.map(({ ledgerId }) => ledgerId),
    wanted.map(({ commandId }) => commandId),
    wanted.map(({ needs: { transactionIds = [], transferIds = [] } }) =>
      JSON.stringify([...transactionIds, ...transferIds]),
    ),
    wanted.map(({ needs }) => needs.changeSetId ?? null),
    wanted.map(({ needs }) => needs.rules ?? false),
    wanted.map(({ needs }) => needs.budget ?? false),
    wanted.map(({ needs }) => needs.schedules ?? false),
    wanted.map(({ needs: { occurrences = [], ofEntries = [] } }) =>
      occurrences.length + ofEntries.length > 0
        ? JSON.stringify({ occurrences: occurrences.map(refOf), ofEntries })
        : null,
    ),
  ]);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return wanted.map((_, index) => snapshotOf(byPlace.get(index + 1)));
}

function snapshotOf(row: Stored | undefined): Snapshot {
  const { ledger, goals } = row ? readLedger(row) : { ledger: null, goals: [] };
  if (!row || !ledger || !isOwnFold(ledger)) return { revision: -1n, state: EMPTY, seen: null };
  const rows = (row.entries ?? []).map((stored) => readRow(entries, stored));
  const needed = {
    transactions: new Map(rows.filter(isTransaction).map((entry) => [entry.entryId, transactionOf(entry)])),
    transfers: new Map(rows.flatMap((entry) => (isTransaction(entry) ? [] : [[entry.entryId, transferOf(entry)]]))),
    rules: readRules(row.rules),
    ...readStoredBudget(row.budget),
    schedules: readSchedules(row.schedules),
    occurrences: readMarks([...(row.occurrences ?? []), ...(row.history?.occurrences ?? [])]),
    history: historyOf(row.history),
  };
  const seen = row.seen && { inputHash: row.seen.input_hash, revision: BigInt(row.seen.revision) };
  return { revision: ledger.revision, state: stateOf(ledger, goals, needed), seen };
}
