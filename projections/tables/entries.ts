import { EVERYDAY, PARTS_MAX } from '#ledger/model/constants.ts';
import { FIELDS, type FieldName, fieldsOf } from '#ledger/model/fields.ts';
import type { Cents } from '#ledger/model/money.ts';
import {
  type ChangedOrigins,
  defaultOf,
  type Origins,
  originsAfter,
  type SetBy,
  setterIn,
} from '#ledger/model/origins.ts';
import { type TransactionState, type TransferState, unlessEveryday } from '#ledger/model/state.ts';
import { raw, type Sql, sql } from '#platform/sql.ts';
import { tagKeysOf, textsOf } from './entry-texts.ts';
import { columnsOfFields } from './field-columns.ts';
import {
  added,
  dayColumn,
  defineTable,
  idColumn,
  instantColumn,
  integerColumn,
  jsonb,
  nullable,
  type Row,
  revision,
  textColumn,
} from './table.ts';

/** SQL: a ledger and the amount of an entry. */
const ofAmount = (alias: '' | 't.') => `${alias}ledger_id || ' ' || ${alias}amount::text`;

/**
 * SQL: a list of a ledger and the amount of each part of a split, as the index of these has them; null for parts that
 * it hasn't.
 */
function amountsOfParts(of: string): string {
  const amounts = Array.from({ length: PARTS_MAX }, (_, part) => `${of}parts #>> '{${part},amount}'`);
  return `(ARRAY[${amounts.map((amount) => `${of}ledger_id || ' ' || (${amount})`).join(', ')}])`;
}

/** SQL: of entries `t` the list of a ledger and the amount of each part, as in their index. */
export const AMOUNTS_OF_PARTS = amountsOfParts('t.');

/** SQL: a ledger and the comparable title of an entry. */
const ofTitle = (alias: '' | 't.') => `${alias}ledger_id || ' ' || split_part(${alias}texts, E'\\t', 1)`;

/** SQL: a hash of a text, 8 bytes, for indexes of texts that are looked up whole. */
const hashOf = (text: string) => `hashtextextended(${text}, 0)`;

/** SQL: the condition that a text equals another; an index has the hash of the text. */
const isHashed = (text: string, other: Sql) =>
  sql`${raw(hashOf(text))} = hashtextextended(${other}, 0) AND ${raw(text)} = ${other}`;

/** The condition that an entry is a transaction: an expense or an income. */
export const IS_TRANSACTION = "t.type <> 'Transfer'";

/**
 * The fields with a column of their shape, null if it has no value: all fields of a transaction, some of a transfer.
 */
type OfTransaction = Exclude<FieldName<'transaction'>, 'type' | 'title' | 'amount' | 'date' | 'accountId'>;
const SHARED: readonly string[] = ['type', 'title', 'amount', 'date', 'accountId'];
const OF_TRANSACTION = fieldsOf('transaction').filter((field): field is OfTransaction => !SHARED.includes(field));

/**
 * A row for each entry: an expense, an income or a transfer. `revision` is the revision of the event that recorded it,
 * and orders the entries of one day. Accounts are `everyday` or ids.
 */
export const entries = defineTable(
  'entries',
  {
    ledgerId: idColumn(),
    entryId: idColumn(),
    revision: revision(),
    type: textColumn<'Expense' | 'Income' | 'Transfer'>(),
    /** A transfer may have none. */
    title: nullable(textColumn()),
    amount: integerColumn<Cents>(),
    date: dayColumn(),
    /** The account; in a transfer the account that the money leaves. */
    accountId: idColumn(),
    /** The account in which the money of a transfer arrives; else null. */
    toAccount: nullable(idColumn()),
    ...columnsOfFields('transaction', OF_TRANSACTION),
    /** Its comparable texts, as `textsOf` has them. */
    texts: added(textColumn(), "''"),
    /** Its comparable tags, as `tagKeysOf` has them. */
    tagKeys: nullable(textColumn()),
    recordedAt: instantColumn(),
    changedAt: nullable(instantColumn()),
    /** The revision of the event that gave it these values. */
    knownFrom: revision(),
    /** Who set its fields, by the names of their columns. */
    origins: nullable(jsonb<NonNullable<Origins>>()),
  },
  ['ledgerId', 'entryId'],
  {
    indexes: {
      // With the revision a page needs no sort. Without it an entry takes less, but in 100,000 new entries the titles
      // that complete a typed beginning took 60 times as long (`npm run bench -- titles`).
      entries_by_date: 'ledger_id, date, revision',
      entries_of_account_by_date: 'ledger_id, account_id, date, revision',
      entries_to_account_by_date: { on: 'ledger_id, to_account, date, revision', where: 'to_account IS NOT NULL' },
      entries_by_amount: `(${hashOf(ofAmount(''))}), date`,
      entries_by_amounts_of_parts: { on: amountsOfParts(''), where: 'parts IS NOT NULL', using: 'gin' },
      entries_by_title: `(${hashOf(ofTitle(''))}), date`,
      entries_with_tags: { on: 'ledger_id, date, revision', where: 'tag_keys IS NOT NULL' },
      entries_that_are_split: { on: 'ledger_id, date, revision', where: 'parts IS NOT NULL' },
      entries_by_text: { on: 'ledger_id, texts', using: 'trigrams' },
    },
    byProperty: ['origins'],
  },
);
export type EntryRow = Row<typeof entries>;

/** The row of a transaction. */
export type TransactionRow = EntryRow & Pick<TransactionState, 'type' | 'title'>;

/** The rows of entries before the event at `knownUntil` changed or deleted them (product 5.10). */
export const pastEntries = defineTable(
  'past_entries',
  { ...entries.columns, knownUntil: revision() },
  ['ledgerId', 'entryId', 'knownFrom'],
  {
    indexes: {
      past_entries_by_date: 'ledger_id, date, revision',
      past_entries_of_account_by_date: 'ledger_id, account_id, date, revision',
      past_entries_to_account_by_date: { on: 'ledger_id, to_account, date, revision', where: 'to_account IS NOT NULL' },
    },
  },
);

/**
 * SQL: the condition that an entry `t` has an amount in a ledger; written as in the index, and without the ledger by
 * itself: of a ledger that grew since the statistics were taken, Postgres would read all entries by any index. `of` is
 * SQL that gives the id of the ledger, a space and the amount in cents.
 */
export const isOfAmount = (of: Sql): Sql => isHashed(ofAmount('t.'), of);

/**
 * SQL: the condition that an entry `t` has a title in a ledger; written as in the index. `of` is SQL that gives the id
 * of the ledger, a space and the comparable title.
 */
export const isOfTitle = (of: Sql): Sql => isHashed(ofTitle('t.'), of);

/** Whether a row is a transaction's. */
export function isTransaction(row: EntryRow): row is TransactionRow {
  return row.type !== 'Transfer';
}

/** The state of a row's transaction. */
export function transactionOf(row: TransactionRow): TransactionState {
  const { type, title, amount, date, accountId } = row;
  const values: Record<string, unknown> = { type, title, amount, date, accountId: unlessEveryday(accountId) };
  for (const field of OF_TRANSACTION) values[field] = row[field] ?? undefined;
  return values as TransactionState;
}

/** The state of a row's transfer. */
export function transferOf({ accountId: from, toAccount, ...row }: EntryRow): TransferState {
  const { amount, date, title, category, note, tags } = row;
  const described = { title: title ?? undefined, note: note ?? undefined, tags: tags ?? undefined };
  return { from, to: toAccount ?? EVERYDAY, category: category ?? undefined, amount, date, ...described };
}

/** The part of an entry's row that is its state. */
export type EntryFields = Omit<EntryRow, keyof Standing>;
type Standing = Pick<EntryRow, 'ledgerId' | 'entryId' | 'revision' | 'recordedAt' | 'changedAt' | 'knownFrom'>;

/** The columns in which the accounts of a transfer are. */
const COLUMNS: Readonly<Record<string, string>> = { from: 'accountId', to: 'toAccount' };

/** The columns of an entry's row that change. Of `origins` the properties that are null go. */
export type ChangedColumns = Partial<Omit<EntryRow, 'origins'>> & { origins?: ChangedOrigins | null };

/** The row after a change of columns. */
export function rowAfter(before: EntryRow, { origins = null, ...fields }: ChangedColumns): EntryRow {
  return { ...before, ...fields, origins: originsAfter(before.origins, origins) };
}

/** Who set each field of an entry that has a value, by the field's name in events, with the event's revision. */
export function settersOf(row: EntryRow): Map<string, SetBy & { revision: number }> {
  const kind = isTransaction(row) ? 'transaction' : 'transfer';
  const setters = new Map<string, SetBy & { revision: number }>();
  for (const field of fieldsOf(kind)) {
    const column = (kind === 'transfer' && COLUMNS[field]) || field;
    if ((row as Record<string, unknown>)[column] === null) continue;
    const setBy = setterIn(row.origins, column) ?? { by: defaultOf(row.origins) };
    setters.set(field, { ...setBy, revision: setBy.revision ?? Number(row.revision) });
  }
  return setters;
}

/** Who set fields, by the names of their columns. */
function originsByColumn<SetBy>(origins: Readonly<Record<string, SetBy>> | null): Record<string, SetBy> | null {
  return (
    origins && Object.fromEntries(Object.entries(origins).map(([field, setBy]) => [COLUMNS[field] ?? field, setBy]))
  );
}

/** The columns of some fields of an entry, and of its texts and tags, of which it has to have all. */
export function columnsIn(
  kind: 'transaction' | 'transfer',
  { origins, ...entry }: { readonly [field: string]: unknown; origins: ChangedOrigins },
): Omit<ChangedColumns, keyof Standing> {
  const columns: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(entry)) {
    if (!Object.hasOwn(FIELDS[kind], field)) continue;
    columns[COLUMNS[field] ?? field] = value ?? (field === 'accountId' ? EVERYDAY : null);
  }
  return { ...columns, texts: textsOf(entry), tagKeys: tagKeysOf(entry), origins: originsByColumn(origins) };
}

/** The columns of all fields of an entry. */
export function fieldsOfEntry(
  kind: 'transaction' | 'transfer',
  { origins = null, ...entry }: { readonly [field: string]: unknown; origins?: Origins },
): EntryFields {
  const columns = { ...columnsIn(kind, { ...entry, origins: {} }), origins: originsByColumn(origins) };
  return { ...UNSET, ...(kind === 'transfer' && { type: 'Transfer' }), ...columns } as EntryFields;
}

const UNSET = {
  title: null,
  accountId: EVERYDAY,
  toAccount: null,
  ...Object.fromEntries(OF_TRANSACTION.map((field) => [field, null])),
};
