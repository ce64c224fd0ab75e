import type { ChangeSet } from '#contract/ledger-calls.ts';

/** A run has at least this number of change-sets, all of one kind. */
export const RUN_MIN = 5;
const HOUR_MS = 3_600_000;

/** Change-sets that follow one another in the list, and the id of the run: of its oldest one, which stays. */
export type ChangeRun = { _id: string; changeSets: readonly ChangeSet[] };

/** A row of the list: a change-set, or a folded run. */
export type HistoryRow = { changeSet: ChangeSet; run: null } | { changeSet: ChangeSet; run: ChangeRun };

/**
 * The rows of change-sets, newest first. Change-sets of one kind that were recorded one after the other within an hour
 * are a run, unless one of them is undone (product 9.15). A run is one row; the change-sets of an `open` run follow it.
 */
export function historyRows(changeSets: readonly ChangeSet[], open: ReadonlySet<string>): HistoryRow[] {
  const rows: HistoryRow[] = [];
  for (let from = 0; from < changeSets.length; ) {
    const to = endOfRun(changeSets, from);
    const members = changeSets.slice(from, to);
    const [newest] = members;
    const oldest = members.at(-1);
    const ones = members.map((changeSet) => ({ changeSet, run: null }));
    if (newest && oldest && members.length >= RUN_MIN) {
      const run = { _id: `run-${oldest._id}`, changeSets: members };
      rows.push({ changeSet: newest, run }, ...(open.has(run._id) ? ones : []));
    } else rows.push(...ones);
    from = to;
  }
  return rows;
}

/** The index behind the last change-set that belongs to those from one on. */
function endOfRun(changeSets: readonly ChangeSet[], from: number): number {
  const first = changeSets[from];
  if (!first || first.undoneBy !== null) return from + 1;
  const since = Date.parse(first.recordedAt) - HOUR_MS;
  let to = from + 1;
  for (; to < changeSets.length; to += 1) {
    const { kind, undoneBy, recordedAt } = changeSets[to] as ChangeSet;
    if (kind !== first.kind || undoneBy !== null || Date.parse(recordedAt) < since) break;
  }
  return to;
}
