import type { RowLeftOut } from '#imports/plan/steps.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { ImportedRow } from '#ledger/model/values.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { importsInForce } from '#projections/queries/change-sets.ts';
import { knownRows } from '#projections/queries/import-entries.ts';

/** A row that an import left out, with the import. */
export type LeftOut = RowLeftOut & { importId: string; key: string };

/**
 * The rows of some days that imports into an account have left out, oldest first: of imports that are in force, and
 * none that was recorded since. `account` is `everyday` or an id.
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
    note: string | null;
    tags: string[] | null;
    imported: ImportedRow;
  }>(
    database,
    `SELECT l.import_id AS "importId", l.line, l.account, l.date, l.amount, l.title, l.note, l.tags, l.imported
      FROM ${importsInForce('$1')} i JOIN imports.left_out l ON l.import_id::text = i.id
      WHERE l.account = $2 AND l.date BETWEEN $3 AND $4 ORDER BY l.date, l.line`,
    [ledgerId, account, from, to],
  );
  const keysOf = ({ key, rawKey }: ImportedRow) => (rawKey === undefined ? [key] : [key, rawKey]);
  const known = await knownRows(
    database,
    ledgerId,
    rows.flatMap(({ imported }) => keysOf(imported)),
  );
  return rows
    .filter(({ imported }) => !keysOf(imported).some((key) => known.has(key)))
    .map(({ note, tags, ...row }) => ({
      ...row,
      note: note ?? undefined,
      tags: tags ?? undefined,
      key: row.imported.key,
    }));
}
