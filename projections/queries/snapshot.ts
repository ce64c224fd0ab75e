import type { Needs } from '../../ledger/model/command-rule.ts';
import { EMPTY, type LedgerState, type TransactionState } from '../../ledger/model/state.ts';
import { batched } from '../../platform/batched.ts';
import { type AccountRow, accountColumns, isOwnFold, stateOf } from '../tables/account-row.ts';
import { LIVE } from '../tables/read-models.ts';

/** A command that had its effect already, and where. */
export type SeenCommand = { inputHash: string; revision: bigint };

/** What a command starts from: the ledger at a revision of its stream, and whether the command was seen by then. */
export type Snapshot = { revision: bigint; state: LedgerState; seen: SeenCommand | null };

/** Which ledger's command is to be decided, under which id, and what it needs. */
export type Wanted = { userId: string; commandId: string; needs: Needs };

type Row = AccountRow & {
  place: number;
  transactions: (TransactionState & { id: string })[] | null;
  seen: { input_hash: string; revision: number } | null;
};

/**
 * Loads what a command starts from, in one statement: the account with its goals, the transactions that the
 * command needs, and the command id if it was seen (decision 1). A user without rows, or with rows that other code
 * folded, starts before the first event.
 */
export const loadSnapshot = batched<Wanted, Snapshot>(async (database, wanted) => {
  const { rows } = await database.query<Row>({
    name: 'snapshot',
    text: `
      SELECT w.place, ${accountColumns()},
        (SELECT json_agg(json_build_object('id', t.transaction_id, 'type', t.type, 'amount', t.amount, 'date', t.date))
          FROM json_array_elements_text(w.transaction_ids) AS n (id)
            JOIN ${LIVE}.transactions t ON t.user_id = a.user_id AND t.transaction_id = n.id) AS transactions,
        (SELECT json_build_object('input_hash', c.input_hash, 'revision', c.revision) FROM ${LIVE}.commands c
          WHERE c.user_id = a.user_id AND c.command_id = w.command_id) AS seen
      FROM unnest($1::text[], $2::text[], $3::json[]) WITH ORDINALITY AS w (user_id, command_id, transaction_ids, place)
        JOIN ${LIVE}.accounts a ON a.user_id = w.user_id`,
    values: [
      wanted.map(({ userId }) => userId),
      wanted.map(({ commandId }) => commandId),
      wanted.map(({ needs }) => JSON.stringify(needs.transactionIds)),
    ],
  });
  const found = new Map(rows.map((row) => [row.place, row]));
  return wanted.map((_, at) => snapshotOf(found.get(at + 1)));
});

function snapshotOf(row: Row | undefined): Snapshot {
  if (!row || !isOwnFold(row)) return { revision: -1n, state: EMPTY, seen: null };
  const needed = new Map(row.transactions?.map(({ id, ...transaction }) => [id, transaction]));
  const seen = row.seen && { inputHash: row.seen.input_hash, revision: BigInt(row.seen.revision) };
  return { revision: BigInt(row.revision), state: stateOf(row, needed), seen };
}
