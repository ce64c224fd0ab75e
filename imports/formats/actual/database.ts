import { IMPORT_ROWS_MAX } from '#ledger/model/constants.ts';
import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { categoryOfFile } from '../../category-of-file.ts';
import { accountName, dayInField } from '../../fields.ts';
import type { ParsedCategory, ParsedFile, ParsedRow } from '../../parsed.ts';
import { splitParts } from '../../splits.ts';
import { isSqlite, readTables, type SqliteRow } from '../../sqlite.ts';
import { bareRow, kindByName, parsedBooks, tagsIn, textOrNull, tooManyRows } from '../../whole-books.ts';
import { actualBudget, BUDGET_COLUMNS } from './budget.ts';

/** Deleted transactions stay in the table, so that it may have more rows than a file may. */
const TABLE_ROWS_MAX = 4 * IMPORT_ROWS_MAX;
const OTHER_ROWS_MAX = IMPORT_ROWS_MAX;
const TABLES = {
  transactions: {
    columns: [
      'id',
      'isChild',
      'acct',
      'category',
      'amount',
      'description',
      'notes',
      'date',
      'financial_id',
      'transferred_id',
      'sort_order',
      'tombstone',
      'parent_id',
      'imported_description',
    ],
    rowsMax: TABLE_ROWS_MAX + 1,
  },
  accounts: { columns: ['id', 'name', 'tombstone'], rowsMax: OTHER_ROWS_MAX },
  categories: { columns: ['id', 'name', 'is_income', 'cat_group', 'tombstone'], rowsMax: OTHER_ROWS_MAX },
  category_groups: { columns: ['id', 'name'], rowsMax: OTHER_ROWS_MAX },
  category_mapping: { columns: ['id', 'transferId'], rowsMax: OTHER_ROWS_MAX },
  payees: { columns: ['id', 'name', 'transfer_acct'], rowsMax: OTHER_ROWS_MAX },
  payee_mapping: { columns: ['id', 'targetId'], rowsMax: OTHER_ROWS_MAX },
  zero_budgets: { columns: BUDGET_COLUMNS, rowsMax: OTHER_ROWS_MAX },
  reflect_budgets: { columns: BUDGET_COLUMNS, rowsMax: OTHER_ROWS_MAX },
  preferences: { columns: ['id', 'value'], rowsMax: OTHER_ROWS_MAX },
};

/** The names of the budget that only tracks, the newer one first. */
const TRACKING = ['tracking', 'report'];

/** The categories by their ids, or null if one has no name. */
type Categories = ReadonlyMap<string, ParsedCategory | null>;

/** A payee by its id: its name, and the account where it stands for one. */
type Payee = { name: string | null; account: string | null };

/**
 * Reads the database of Actual. A split becomes one row with parts, or where it can't a row for each piece. Null if
 * the bytes are no database or one of another program; throws UnreadableFile where it is damaged. The bytes are taken
 * over.
 */
export async function readActualDatabase(bytes: Uint8Array<ArrayBuffer>): Promise<ParsedFile | null> {
  if (!isSqlite(bytes)) return null;
  const tables = await readTables(bytes, TABLES);
  const [all, accounts, payeeMapping] = [
    tables.get('transactions'),
    tables.get('accounts'),
    tables.get('payee_mapping'),
  ];
  if (!all || !accounts || !payeeMapping) return null;
  if (all.length > TABLE_ROWS_MAX) throw tooManyRows();

  const isAlive = (row: SqliteRow) => !row.tombstone;
  const open = accounts.filter(isAlive);
  const names = new Map(open.map((account) => [account.id, accountName(String(account.name ?? ''), 'Account')]));
  const payees = payeesOf(tables.get('payees') ?? [], payeeMapping, names);
  const categories = categoriesOf(
    tables.get('categories') ?? [],
    tables.get('category_groups') ?? [],
    tables.get('category_mapping') ?? [],
  );
  const isThere = (row: SqliteRow) => isAlive(row) && names.has(row.acct ?? null) && row.date !== null;
  const children = Map.groupBy(
    all.filter((row) => row.isChild && isThere(row)),
    parentOf,
  );

  const rows: ParsedRow[] = [];
  const otherHalves = new Map<string, string>();
  const lineOf = new Map<string, number>();
  const add = (row: SqliteRow, parsed: ParsedRow) => {
    rows.push({ ...parsed, line: rows.length + 1 });
    lineOf.set(String(row.id), rows.length);
    if (row.transferred_id) otherHalves.set(String(row.id), String(row.transferred_id));
  };
  const read = (row: SqliteRow, parent: SqliteRow = row) => rowOf(row, parent, payees, categories);
  for (const row of all.filter((row) => !row.isChild && isThere(row)).sort(inOrder)) {
    const pieces = (children.get(String(row.id)) ?? []).sort(inOrder);
    const parsed = read(row);
    const own = pieces.map((piece) => read(piece, row));
    const isPlain = own.every(({ amount }) => amount !== null) && pieces.every((piece) => !piece.transferred_id);
    const parts =
      isPlain && parsed.amount !== null
        ? splitParts(
            parsed.amount,
            own.map(({ amount, category }, index) => ({
              amount: amount as Cents,
              category,
              note: textOrNull(textOf(pieces[index]?.notes)),
            })),
          )
        : null;
    const isSplit = pieces.length > 0 && own.reduce((sum, { amount }) => sum + (amount ?? 0), 0) === parsed.amount;
    if (parts || !isSplit) add(row, { ...parsed, parts, category: isSplit ? null : parsed.category });
    else for (const [index, piece] of pieces.entries()) add(piece, own[index] as ParsedRow);
  }
  for (const [id, otherId] of otherHalves) {
    const [row, otherRow] = [rows[(lineOf.get(id) ?? 0) - 1], rows[(lineOf.get(otherId) ?? 0) - 1]];
    if (
      !row ||
      !otherRow ||
      row.amount === null ||
      row.amount !== -(otherRow.amount ?? 0) ||
      row.account === otherRow.account
    )
      continue;
    row.otherHalf = otherRow.line;
    otherRow.otherHalf = row.line;
  }
  const preference = (name: string) => textOf((tables.get('preferences') ?? []).find(({ id }) => id === name)?.value);
  const currency = preference('defaultCurrencyCode');
  const there = (tables.get('categories') ?? []).filter(isAlive).map(({ id }) => String(id));
  return parsedBooks({
    format: 'actual',
    dialect: { file: 'db.sqlite' },
    accounts: open.map((account) => ({
      key: String(account.id),
      name: names.get(account.id ?? null) ?? '',
      currency: textOrNull(currency),
      kind: kindByName(String(account.name ?? '')),
    })),
    rows,
    budget: actualBudget(
      {
        envelope: tables.get('zero_budgets') ?? [],
        tracking: tables.get('reflect_budgets') ?? [],
        isTracked: TRACKING.includes(preference('budgetType')),
      },
      new Map(there.map((id) => [id, categories.get(id) ?? null])),
    ),
  });
}

function rowOf(
  row: SqliteRow,
  parent: SqliteRow,
  payees: ReadonlyMap<string, Payee>,
  categories: Categories,
): ParsedRow {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(String(row.date)) ?? [];
  const date = dayInField(Number(year), Number(month), Number(day));
  const isAmount = Number.isSafeInteger(row.amount) && Math.abs(Number(row.amount)) <= LARGEST_AMOUNT;
  const counterparty = payees.get(String(row.description ?? parent.description))?.name ?? null;
  const notes = textOrNull(textOf(row.notes)) ?? textOrNull(textOf(parent.notes));
  const unread =
    date === null
      ? { column: 'date', reason: 'There is no date' }
      : isAmount
        ? null
        : { column: 'amount', reason: "The amount can't be read" };
  return bareRow({
    line: 0,
    account: String(row.acct),
    date,
    amount: isAmount ? (row.amount as Cents) : null,
    title: notes ?? counterparty ?? textOrNull(textOf(row.imported_description)) ?? '',
    tags: tagsIn(notes ?? ''),
    counterparty,
    bankId: textOrNull(textOf(row.financial_id)) ?? String(row.id),
    category: categories.get(String(row.category)) ?? null,
    invalid: unread,
  });
}

/**
 * A payee that was merged into another goes by the other's name, and one that stands for an account by the account's.
 */
function payeesOf(
  payees: readonly SqliteRow[],
  mapping: readonly SqliteRow[],
  names: ReadonlyMap<SqliteRow[string] | undefined, string>,
): Map<string, Payee> {
  const byId = new Map<string, Payee>();
  for (const { id, name, transfer_acct: account } of payees) {
    const isAccount = account !== null && names.has(account);
    byId.set(String(id), {
      name: isAccount ? (names.get(account) ?? null) : textOrNull(textOf(name)),
      account: isAccount ? String(account) : null,
    });
  }
  const targets = mapping.map(({ id, targetId }) => [String(id), byId.get(String(targetId))] as const);
  for (const [id, payee] of targets) if (payee) byId.set(id, payee);
  return byId;
}

/** The categories below their groups. One that was merged into another is the other. */
function categoriesOf(
  categories: readonly SqliteRow[],
  groups: readonly SqliteRow[],
  mapping: readonly SqliteRow[],
): Categories {
  const groupNames = new Map(groups.map(({ id, name }) => [id, textOf(name)]));
  const byId = new Map(
    categories.map(({ id, name, is_income: isIncome, cat_group: group }) => {
      const kind = isIncome === undefined || isIncome === null ? null : isIncome ? 'Income' : 'Expense';
      return [String(id), categoryOfFile([groupNames.get(group ?? null), textOf(name)], kind)] as const;
    }),
  );
  const targets = mapping.map(({ id, transferId }) => [String(id), byId.get(String(transferId))] as const);
  for (const [id, category] of targets) if (category !== undefined) byId.set(id, category);
  return byId;
}

/** A piece of an old split names its parent in its own id alone. */
function parentOf({ id, parent_id: parent }: SqliteRow): string {
  return textOf(parent) || (String(id).split('/')[0] ?? '');
}

/** Compares rows by date, and within a day in Actual's own order, in which larger numbers come first. */
function inOrder(a: SqliteRow, b: SqliteRow): number {
  return Number(a.date) - Number(b.date) || Number(b.sort_order ?? 0) - Number(a.sort_order ?? 0);
}

function textOf(value: SqliteRow[string] | undefined): string {
  return typeof value === 'string' ? value : '';
}
