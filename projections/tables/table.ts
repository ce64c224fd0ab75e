import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';

/**
 * A column: its type in Postgres, how a value that the driver or JSON gives becomes the value in the row, and how the
 * value is written.
 */
export type Column<Value> = {
  type: string;
  constraint: string;
  read(stored: unknown): Value;
  write(value: Value): unknown;
};

/** Columns by the name of their property; `ledgerId` is the column `ledger_id`. */
// biome-ignore lint/suspicious/noExplicitAny: a column of any value; `unknown` would refuse every `write`.
export type Columns = Record<string, Column<any>>;

/** A table of the read models: one description for its definition, its rows' type, and its statements. */
export type Table<Defined extends Columns = Columns> = {
  name: string;
  columns: Defined;
  /** The properties of the primary key. */
  key: readonly string[];
  /**
   * Further indexes: a name, and the indexed columns; `where` limits the rows. Ascending: rows that come in this order
   * fill an index's pages to 90 % instead of half.
   */
  indexes: Readonly<Record<string, Index>>;
  /** The columns of objects in JSON, or null, of which a change sets single properties: null takes one out. */
  byProperty: readonly string[];
  /** For columns of rows that are replaced: the SQL of the merged value, from `t` (old) and `excluded` (new). */
  merged: Readonly<Record<string, string>>;
};

/** `trigrams` finds any part of the last column, a text, beside the columns before it. */
type Index = string | { on: string; where?: string; using?: 'hash' | 'gin' | 'trigrams' };

/** A row of a table. */
export type Row<Target extends Table> = {
  [Name in keyof Target['columns']]: Target['columns'][Name] extends Column<infer Value> ? Value : never;
};

const as = <Value>(type: string, read = (stored: unknown) => stored as Value): Column<Value> => ({
  type,
  constraint: ' NOT NULL',
  read,
  write: (value) => value,
});

/** Text, or one of a union of texts. */
export const textColumn = <Value extends string = string>(): Column<Value> => as('text');
/** An id: text that is compared byte by byte, so that any id the log may hold can be stored and ordered. */
export const idColumn = (): Column<string> => ({ ...as<string>('text'), constraint: ' COLLATE "C" NOT NULL' });
/** A bigint within the safe integers, such as cents. */
export const integerColumn = <Value extends number = number>(): Column<Value> => as('bigint');
/** Yes or no. */
export const yesOrNo = (): Column<boolean> => as('boolean');
/** A revision of a stream, -1n before its first event. */
export const revision = (): Column<bigint> => as('bigint', (stored) => BigInt(stored as number));
/** A day, `2026-11-20`. */
export const dayColumn = (): Column<string> => as('date');
/** An instant, ISO 8601 in UTC. */
export const instantColumn = (): Column<string> =>
  as('timestamptz', (stored) => new Date(stored as Date | string).toISOString());
/** Bytes. */
export const bytesColumn = (): Column<Buffer> => ({
  ...as<Buffer>('bytea', (stored) =>
    typeof stored === 'string' ? Buffer.from(stored.slice('\\x'.length), 'hex') : (stored as Buffer),
  ),
  write: (bytes) => `\\x${bytes.toString('hex')}`,
});
/** A value that is stored as JSON, with the order of its properties. */
export const json = <Value>(): Column<Value> => ({ ...as<Value>('json'), write: (value) => JSON.stringify(value) });
/** A value that is stored as binary JSON, of which properties can be changed. */
export const jsonb = <Value>(): Column<Value> => ({ ...json<Value>(), type: 'jsonb' });
/** A column that may be null. */
export const nullable = <Value>({ type, constraint, read, write }: Column<Value>): Column<Value | null> => ({
  type,
  constraint: constraint.replace(' NOT NULL', ''),
  read: (stored) => (stored == null ? null : read(stored)),
  write: (value) => (value === null ? null : write(value)),
});
/** A column that older read models lack: there it has this value, an expression of SQL, until they are rebuilt. */
export const added = <Value>(column: Column<Value>, value: string): Column<Value> => ({
  ...column,
  constraint: `${column.constraint} DEFAULT ${value}`,
});

/** Describes a table. */
export function defineTable<const Defined extends Columns>(
  name: string,
  columns: Defined,
  key: readonly (keyof Defined & string)[],
  {
    indexes = {},
    byProperty = [],
    merged = {},
  }: {
    indexes?: Record<string, Index>;
    byProperty?: readonly (keyof Defined & string)[];
    merged?: { [Name in keyof Defined]?: string };
  } = {},
): Table<Defined> {
  return { name, columns, key, indexes, byProperty, merged: merged as Record<string, string> };
}

const columnNames = new Map<string, string>();

/** The name of a property's column. */
export function columnOf(property: string): string {
  let name = columnNames.get(property);
  if (name === undefined) {
    name = property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columnNames.set(property, name);
  }
  return name;
}

const listed = (properties: readonly string[], written = (column: string) => column) =>
  properties.map((property) => written(columnOf(property))).join(', ');

/** The statement that creates a table in a schema, without its further indexes. */
export function definition({ name, columns, key }: Table, schema: string): string {
  const lines = Object.entries(columns).map(
    ([property, { type, constraint }]) => `${columnOf(property)} ${type}${constraint}`,
  );
  return `CREATE TABLE ${schema}.${name} (${[...lines, `PRIMARY KEY (${listed(key)})`].join(', ')});`;
}

/** A statement for each further index of a table, which creates it where it isn't there. */
export function indexDefinitions({ name, indexes }: Table, schema: string): string[] {
  return Object.entries(indexes).map(([indexName, index]) => {
    const { on, where, using = 'btree' } = typeof index === 'string' ? { on: index } : index;
    const indexOn = `IF NOT EXISTS ${indexName} ON ${schema}.${name}`;
    if (using === 'trigrams') return trigrams(indexOn, on);
    return `CREATE INDEX ${indexOn} USING ${using} (${on})${where ? ` WHERE ${where}` : ''};`;
  });
}

/**
 * The statement that creates an index of trigrams, where Postgres has what it takes and lets this role create it:
 * without the index the same is found by reading all texts of a ledger (decision 27). What waits in the index to be
 * sorted in is read by every search, so it is little.
 */
function trigrams(indexOn: string, on: string): string {
  return `DO $$ BEGIN
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE EXTENSION IF NOT EXISTS btree_gin;
      CREATE INDEX ${indexOn} USING gin (${on} gin_trgm_ops) WITH (gin_pending_list_limit = 256);
    EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object
        OR unique_violation THEN
      RAISE NOTICE 'no index of texts: %', SQLERRM;
    END $$;`;
}

/** The columns of a table, of the alias it has in a statement. */
export function columnsOf({ columns }: Table, alias: string): string {
  return listed(Object.keys(columns), (column) => `${alias}.${column}`);
}

/** Gives the row of a table from a stored one, as the driver or JSON gives it; columns of other tables are left out. */
export function readRow<Target extends Table>({ columns }: Target, stored: object): Row<Target> {
  const row: Record<string, unknown> = {};
  for (const property in columns)
    row[property] = columns[property]?.read((stored as Record<string, unknown>)[columnOf(property)]);
  return row as Row<Target>;
}

/**
 * Inserts rows in one statement. Where the key is there already, 'refuse' fails, 'keep' leaves the row, 'replace' sets
 * all other columns to the new or the merged value, and 'add' adds to the columns that are no key.
 */
export async function insertRows<Target extends Table>(
  database: Database,
  schema: string,
  target: Target,
  rows: readonly Row<Target>[],
  onConflict: OnConflict = 'refuse',
): Promise<void> {
  if (rows.length === 0) return;
  const values = Object.entries(target.columns).map(([property, column]) => arrayOf(rows, property, column));
  await queryPrepared(database, insertion(schema, target, onConflict), values);
}

type OnConflict = 'refuse' | 'keep' | 'replace' | 'add';

/** Statements that insert rows, by what they insert: to write one takes longer than to send it. */
const insertions = new WeakMap<Table, Map<string, string>>();

function insertion(schema: string, target: Table, onConflict: OnConflict): string {
  const known = insertions.get(target) ?? new Map<string, string>();
  insertions.set(target, known);
  const key = `${schema} ${onConflict}`;
  const statement = known.get(key) ?? writtenInsertion(schema, target, onConflict);
  known.set(key, statement);
  return statement;
}

function writtenInsertion(schema: string, { name, columns, key, merged }: Table, onConflict: OnConflict): string {
  const properties = Object.keys(columns);
  const arrays = Object.values(columns).map(({ type }, index) => `$${index + 1}::${type}[]`);
  const others = properties.filter((property) => !key.includes(property));
  const set = others
    .map((property) => {
      const column = columnOf(property);
      const added = onConflict === 'add' ? `t.${column} + excluded.${column}` : null;
      return `${column} = ${added ?? merged[property] ?? `excluded.${column}`}`;
    })
    .join(', ');
  const action = { refuse: '', keep: 'DO NOTHING', replace: `DO UPDATE SET ${set}`, add: `DO UPDATE SET ${set}` }[
    onConflict
  ];
  return `INSERT INTO ${schema}.${name} AS t (${listed(properties)}) SELECT * FROM unnest(${arrays.join(', ')})
    ${action && `ON CONFLICT (${listed(key)}) ${action}`}`;
}

/** The values of a column as Postgres' text of an array: the driver would escape each of them, with more work. */
function arrayOf(rows: readonly Record<string, unknown>[], property: string, { write }: Column<unknown>): string {
  let text = '';
  for (const row of rows) text += `${text === '' ? '' : ','}${elementOf(write(row[property]))}`;
  return `{${text}}`;
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'string') return String(value);
  return `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`;
}

/**
 * A row's key, with the columns of it that change; the others stay. Of a column `byProperty` also the properties stay
 * that are not named, all of them where it is null.
 */
export type RowChange<Target extends Table> = {
  key: Partial<Row<Target>>;
  fields: { [Name in keyof Row<Target>]?: unknown };
};

/** Changes rows in one statement. A row that is not there stays so. */
export async function changeRows<Target extends Table>(
  database: Database,
  schema: string,
  { name, columns, key, byProperty }: Target,
  changes: readonly RowChange<Target>[],
): Promise<void> {
  if (changes.length === 0) return;
  const others = Object.keys(columns).filter((property) => !key.includes(property));
  const values = others.map((property) => valueAfter(columnOf(property), byProperty.includes(property)));
  const fields = changes.map((change) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(change.fields).map(([name, value]) => [columnOf(name), value])),
      (_, value) => (typeof value === 'bigint' ? Number(value) : value),
    ),
  );
  await queryPrepared(
    database,
    `UPDATE ${schema}.${name} t
      SET (${listed(others)}) = (SELECT ${values.join(', ')} FROM jsonb_populate_record(t, c.fields) n)
      FROM unnest(${keyArrays(columns, key)}, $${key.length + 1}::jsonb[]) AS c (${listed(key)}, fields)
      WHERE ${isSame(key, 'c')}`,
    [
      ...keyValues(
        key,
        changes.map((change) => change.key),
      ),
      fields,
    ],
  );
}

/** SQL: the value of a column of row `t` after the change `c.fields`, with which `n` is filled. */
function valueAfter(column: string, isByProperty: boolean): string {
  if (!isByProperty) return `n.${column}`;
  return `CASE WHEN c.fields ->> '${column}' IS NULL THEN t.${column}
    ELSE nullif(jsonb_strip_nulls(coalesce(t.${column}, '{}') || (c.fields -> '${column}')), '{}') END`;
}

/** A row's key, and the value of the column that `copyRows` adds. */
export type Ending<Target extends Table> = { key: Partial<Row<Target>>; until: bigint };

/** Copies rows, as they are stored, into a table that has one more column, in one statement. */
export async function copyRows<Target extends Table>(
  database: Database,
  schema: string,
  { name, columns, key }: Target,
  { name: into, columns: wider }: Table,
  endings: readonly Ending<Target>[],
): Promise<void> {
  if (endings.length === 0) return;
  await queryPrepared(
    database,
    `INSERT INTO ${schema}.${into} (${listed(Object.keys(wider))})
      SELECT ${columnsOf({ columns } as Table, 't')}, c.until
      FROM ${schema}.${name} t,
        unnest(${keyArrays(columns, key)}, $${key.length + 1}::bigint[]) AS c (${listed(key)}, until)
      WHERE ${isSame(key, 'c')}`,
    [
      ...keyValues(
        key,
        endings.map((ending) => ending.key),
      ),
      endings.map(({ until }) => until),
    ],
  );
}

/** Deletes the rows of these keys in one statement. */
export async function deleteRows<Target extends Table>(
  database: Database,
  schema: string,
  { name, columns, key }: Target,
  keys: readonly Partial<Row<Target>>[],
): Promise<void> {
  if (keys.length === 0) return;
  await queryPrepared(
    database,
    `DELETE FROM ${schema}.${name} t USING unnest(${keyArrays(columns, key)}) AS gone (${listed(key)})
      WHERE ${isSame(key, 'gone')}`,
    keyValues(key, keys),
  );
}

function keyArrays(columns: Columns, key: readonly string[]): string {
  return key.map((property, index) => `$${index + 1}::${columns[property]?.type}[]`).join(', ');
}

function keyValues(key: readonly string[], rows: readonly Record<string, unknown>[]): unknown[][] {
  return key.map((property) => rows.map((row) => row[property]));
}

function isSame(key: readonly string[], alias: string): string {
  return key.map((property) => `t.${columnOf(property)} = ${alias}.${columnOf(property)}`).join(' AND ');
}
