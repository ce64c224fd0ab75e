import type { ImportedRow } from '../../ledger/model/event-schema.ts';
import type { Cents } from '../../ledger/model/money.ts';
import type { Database } from '../../platform/postgres.ts';
import { LIVE } from '../tables/read-models.ts';

/** An entry that a row of a file may be (product 11.4). Accounts are `everyday` or ids. */
export type ComparedEntry = {
  entryId: string;
  type: 'Expense' | 'Income' | 'Transfer';
  title: string;
  date: string;
  amount: Cents;
  account: string;
  toAccount: string | null;
  /** Whether an import that is in force recorded it, or matched it. */
  isImported: boolean;
};

/** A title that entries have had, with how many of them have a category. */
export type TitleOfPast = { title: string; type: 'Expense' | 'Income'; category: string; count: number };

const IS_IMPORTED = (id: string) => `EXISTS (SELECT FROM ${LIVE}.imported_rows r
  JOIN ${LIVE}.change_sets c ON c.ledger_id = r.ledger_id AND c.change_set_id = r.change_set_id AND c.undone_by IS NULL
  WHERE r.ledger_id = t.ledger_id AND r.entry_id = ${id})`;

const TRANSACTION = `t.transaction_id AS "entryId", t.type, t.title, t.date, t.amount, t.account_id AS account,
  NULL AS "toAccount", ${IS_IMPORTED('t.transaction_id')} AS "isImported"`;
const TRANSFER = `t.transfer_id AS "entryId", 'Transfer' AS type, coalesce(t.title, '') AS title, t.date, t.amount,
  t.from_account AS account, t.to_account AS "toAccount", ${IS_IMPORTED('t.transfer_id')} AS "isImported"`;

/** A ledger's entries of some days, of these amounts in cents. */
export async function entriesOfAmounts(
  database: Database,
  ledgerId: string,
  { from, to }: { from: string; to: string },
  amounts: readonly number[],
): Promise<ComparedEntry[]> {
  const of = (columns: string, table: string) =>
    `SELECT ${columns} FROM ${LIVE}.${table} t WHERE t.ledger_id = $1 AND t.date BETWEEN $2 AND $3 AND t.amount = ANY($4)`;
  const { rows } = await database.query<ComparedEntry>({
    name: 'entries-of-amounts',
    text: `${of(TRANSACTION, 'transactions')} UNION ALL ${of(TRANSFER, 'transfers')}`,
    values: [ledgerId, from, to, amounts],
  });
  return rows;
}

/** A ledger's entries with these ids. */
export async function entriesByIds(
  database: Database,
  ledgerId: string,
  ids: readonly string[],
): Promise<ComparedEntry[]> {
  if (ids.length === 0) return [];
  const of = (columns: string, table: string, id: string) =>
    `SELECT ${columns} FROM ${LIVE}.${table} t WHERE t.ledger_id = $1 AND t.${id} = ANY($2)`;
  const { rows } = await database.query<ComparedEntry>({
    name: 'entries-by-ids',
    text: `${of(TRANSACTION, 'transactions', 'transaction_id')} UNION ALL ${of(TRANSFER, 'transfers', 'transfer_id')}`,
    values: [ledgerId, ids],
  });
  return rows;
}

/** Those of ids that a ledger has an event about, since its last reset: nothing else can have them. */
export async function idsInUse(database: Database, ledgerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await database.query<{ id: string }>({
    name: 'ids-in-use',
    text: `SELECT n.id FROM unnest($2::text[]) AS n (id)
      WHERE EXISTS (SELECT FROM ${LIVE}.events e WHERE e.ledger_id = $1 AND e.entity_id = n.id)`,
    values: [ledgerId, ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Up to so many keys are looked up one by one; for more, all of the ledger are read. */
const LOOKED_UP_MAX = 5_000;

/** The entries that rows became, by the keys of the rows, of imports that are in force. */
export async function knownRows(
  database: Database,
  ledgerId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const isLookedUp = keys.length <= LOOKED_UP_MAX;
  const { rows } = await database.query<{ key: string; entryId: string }>({
    name: isLookedUp ? 'known-rows' : 'all-known-rows',
    text: `SELECT r.key, r.entry_id AS "entryId" FROM ${LIVE}.imported_rows r
      JOIN ${LIVE}.change_sets c ON c.ledger_id = r.ledger_id AND c.change_set_id = r.change_set_id
      WHERE r.ledger_id = $1 AND c.undone_by IS NULL ${isLookedUp ? 'AND r.key = ANY($2)' : ''}`,
    values: isLookedUp ? [ledgerId, keys] : [ledgerId],
  });
  return new Map(rows.map(({ key, entryId }) => [key, entryId]));
}

/** Most titles from which categories are proposed: those that most entries have. */
const TITLES_MAX = 20_000;

/** The titles of a ledger's entries with a category, by how many entries have them. */
export async function titlesOfPast(database: Database, ledgerId: string): Promise<TitleOfPast[]> {
  const { rows } = await database.query<TitleOfPast>({
    name: 'titles-of-past',
    text: `SELECT t.title, t.type, t.category, count(*) AS count FROM ${LIVE}.transactions t
      WHERE t.ledger_id = $1 AND t.category IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 4 DESC LIMIT ${TITLES_MAX}`,
    values: [ledgerId],
  });
  return rows;
}

/** Those of a ledger's accounts that have an entry. */
export async function accountsWithEntries(
  database: Database,
  ledgerId: string,
  accounts: readonly string[],
): Promise<Set<string>> {
  const has = (table: string, column: string) =>
    `EXISTS (SELECT FROM ${LIVE}.${table} t WHERE t.ledger_id = $1 AND t.${column} = a.account)`;
  const { rows } = await database.query<{ account: string }>({
    name: 'accounts-with-entries',
    text: `SELECT a.account FROM unnest($2::text[]) AS a (account) WHERE ${has('transactions', 'account_id')}
      OR ${has('transfers', 'from_account')} OR ${has('transfers', 'to_account')}`,
    values: [ledgerId, accounts],
  });
  return new Set(rows.map(({ account }) => account));
}

/** A row of a file as an event recorded it, with the name of the file and the change-set. */
export type RowOfFile = { fileName: string; changeSetId: string; row: ImportedRow };

/** The rows of files that an entry was imported from, or matched with, by imports in force, as known after the event `asOf` where it is named. */
export async function rowsOfEntry(
  database: Database,
  ledgerId: string,
  entryId: string,
  asOf: bigint | null,
): Promise<RowOfFile[]> {
  const { rows } = await database.query<RowOfFile>({
    name: 'rows-of-entry',
    text: `SELECT f.data ->> 'fileName' AS "fileName", c.change_set_id AS "changeSetId", i.row
      FROM ${LIVE}.events e
        JOIN ${LIVE}.change_sets c ON c.ledger_id = e.ledger_id AND c.change_set_id = e.change_set_id AND c.undone_by IS NULL
        JOIN ${LIVE}.events f ON f.ledger_id = e.ledger_id AND f.revision = c.first AND f.type = 'FileImported'
        CROSS JOIN LATERAL json_array_elements(CASE json_typeof(e.data -> 'imported')
          WHEN 'array' THEN e.data -> 'imported' ELSE json_build_array(e.data -> 'imported') END) AS i (row)
      WHERE e.ledger_id = $1 AND e.entity_id = $2 AND e.revision <= $3 AND e.data -> 'imported' IS NOT NULL
      ORDER BY e.revision`,
    values: [ledgerId, entryId, asOf ?? Number.MAX_SAFE_INTEGER],
  });
  return rows;
}
