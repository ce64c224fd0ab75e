import type { ChangeSetState } from '#ledger/history.ts';
import type { ChangeSetKind } from '#ledger/model/constants.ts';
import {
  added,
  defineTable,
  idColumn,
  instantColumn,
  json,
  nullable,
  type Row,
  revision,
  textColumn,
} from './table.ts';

/**
 * A row for each command that was carried out, by which it has its effect once (product 7.4) and can be undone (product
 * 4.14). Rows of before a reset stay, so that a command is still known by its id.
 */
export const changeSets = defineTable(
  'change_sets',
  {
    ledgerId: idColumn(),
    /** The command's id. */
    changeSetId: idColumn(),
    inputHash: textColumn(),
    /** The revisions of its first and of its last event. */
    first: revision(),
    revision: revision(),
    recordedAt: instantColumn(),
    kind: textColumn<ChangeSetKind>(),
    undoes: nullable(textColumn()),
    undoneBy: nullable(textColumn()),
    /** The accounts that it concerns: `everyday` or ids. */
    accounts: json<readonly string[]>(),
    /** The program that made it, such as `token NAME`, or null for the user and Daybook. */
    actor: added(nullable(textColumn()), 'NULL'),
  },
  ['ledgerId', 'changeSetId'],
  {
    indexes: {
      change_sets_in_order: 'ledger_id, first',
      change_sets_by_time: 'ledger_id, recorded_at',
      change_sets_of_undos: { on: 'ledger_id, undoes', where: 'undoes IS NOT NULL' },
    },
    // The events of a command may come in several batches: the first of them says what it is.
    merged: {
      first: 't.first',
      recordedAt: 't.recorded_at',
      kind: 't.kind',
      undoes: 't.undoes',
      undoneBy: 't.undone_by',
      actor: 't.actor',
      accounts: `(SELECT coalesce(json_agg(DISTINCT a), '[]') FROM (SELECT json_array_elements_text(t.accounts)
        UNION SELECT json_array_elements_text(excluded.accounts)) AS merged (a))`,
    },
  },
);
export type ChangeSetRow = Row<typeof changeSets>;

/** The row of a change-set. */
export function changeSetRow(
  ledgerId: string,
  changeSetId: string,
  { last, ...changeSet }: ChangeSetState,
): ChangeSetRow {
  return { ledgerId, changeSetId, ...changeSet, revision: last };
}

/** The change-set of a row. */
export function changeSetOf({ ledgerId: _, changeSetId: _id, revision, ...changeSet }: ChangeSetRow): ChangeSetState {
  return { ...changeSet, last: revision };
}
