import type { LeftOutRow } from '../../imports/plan/steps.ts';
import type { Cents } from '../../ledger/model/money.ts';
import type { ImportedRow } from '../../ledger/model/values.ts';
import type { Database } from '../../platform/postgres.ts';
import { queryPrepared } from '../../platform/sql.ts';
import { LIVE } from '../../projections/tables/read-models.ts';

/** A row that an import left out, with the import. */
export type LeftOut = LeftOutRow & { importId: string; key: string };

/**
 * The rows of some days that imports into an account have left out, oldest first: of imports that are in force, and none that was
 * recorded since. `account` is `everyday` or an id.
 */
export async function leftOutRows(
  database: Database,
  ledgerId: string,
  account: string,
  from: string,
  to: string,
): Promise<LeftOut[]> {
  const { rows } = await queryPrepared<{
    importId: string;
    line: number;
    account: string;
    date: string;
    amount: Cents;
    title: string;
    imported: ImportedRow;
  }>(
    database,
    `SELECT l.import_id AS "importId", l.line, l.account, l.date, l.amount, l.title, l.imported
      FROM ${LIVE}.change_sets c
        JOIN ${LIVE}.ledgers a ON a.ledger_id = c.ledger_id AND c.first >= a.since
        JOIN imports.left_out l ON l.import_id::text = c.change_set_id
      WHERE c.ledger_id = $1 AND c.kind = 'import' AND c.undone_by IS NULL
        AND l.account = $2 AND l.date BETWEEN $3 AND $4
        AND NOT EXISTS (SELECT FROM ${LIVE}.imported_rows r
          JOIN ${LIVE}.events e ON e.ledger_id = r.ledger_id AND e.revision = r.revision
          JOIN ${LIVE}.change_sets d ON d.ledger_id = e.ledger_id AND d.change_set_id = e.change_set_id
          WHERE r.ledger_id = $1 AND r.key IN (l.imported ->> 'key', l.imported ->> 'rawKey') AND d.undone_by IS NULL)
      ORDER BY l.date, l.line`,
    [ledgerId, account, from, to],
  );
  return rows.map((row) => ({ ...row, key: row.imported.key }));
}
