import type pg from 'pg';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { LOCKS } from '#platform/locks.ts';
import { type Database, transaction } from '#platform/postgres.ts';
import { isNewer, readCheckpoint } from './checkpoint.ts';
import { entries, pastEntries } from './entries.ts';
import { importedKeys, keysOfFormer } from './imported-keys.ts';
import { LIVE, NEXT, TABLES } from './read-models.ts';
import { columnOf, definition, indexDefinitions, type Table } from './table.ts';

/**
 * Adds the tables and the columns that read models of an older version lack, so that queries find them while the old
 * ones serve. They are empty, or have what `added` says, until a replay has rebuilt the read models (decision 8). Those
 * of a newer version stay as they are (decision 35): it doesn't fill what this one would add. One process does it at a
 * time. Throws what Postgres throws.
 */
export async function addMissing(pool: pg.Pool): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.migrations]);
    await addTo(client);
  });
}

/** A table or a view that is there. */
type Relation = { schema: string; name: string; isView: boolean; columns: string[] };

async function addTo(database: Database): Promise<void> {
  const { rows } = await database.query<Relation>(
    `SELECT table_schema AS schema, table_name AS name, table_type = 'VIEW' AS "isView",
       array_agg(column_name::text) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = ANY($1) GROUP BY 1, 2, 3`,
    [[LIVE, NEXT]],
  );
  for (const [schema, relations] of Map.groupBy(rows, (row) => row.schema)) {
    const checkpoint = await readCheckpoint(database, schema);
    if (checkpoint && (await isNewer(database, checkpoint.version))) continue;
    for (const table of TABLES) {
      const there = relations.find(({ name }) => name === table.name);
      const lacking = Object.entries(table.columns).filter(
        ([property]) => !there?.columns.includes(columnOf(property)),
      );
      if (lacking.length === 0) continue;
      if (!there || there.isView) {
        await database.query(`DROP VIEW IF EXISTS ${schema}.${table.name}`);
        const view = viewOfFormer(table, schema, relations);
        await database.query(view ?? [definition(table, schema), ...indexDefinitions(table, schema)].join('\n'));
        continue;
      }
      for (const [property, { type, constraint }] of lacking) {
        await database.query(
          `ALTER TABLE ${schema}.${table.name} ADD COLUMN ${columnOf(property)} ${type}${constraint}`,
        );
      }
    }
  }
}

/** The tables in whose place views stand. */
const VIEWED: readonly Table[] = [entries, pastEntries];

/** The table of versions that had a row for each key of a row of a file. */
const FORMER_KEYS = 'imported_rows';

/** The tables of entries in versions that had two, and the columns that had other names there. */
const FORMER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transactions: { entryId: 'transaction_id' },
  transfers: { entryId: 'transfer_id', accountId: 'from_account' },
};

/** The values of entries in columns that their former table lacks, as SQL; null in others. */
const LACKED: Readonly<Record<string, string>> = {
  type: `'Transfer'`,
  accountId: `'${EVERYDAY}'`,
  knownFrom: '0',
  texts: `''`,
};

/**
 * The statement for a view of entries over the tables in which versions before had transactions and transfers apart, or
 * of the keys of rows over the table that had each by itself: an empty table would show users no entry, and would
 * import rows once more, until a replay is done, which may take minutes. Its columns have the names,
 * types and collations of the table's, since a statement that was prepared on the view goes on with the table. Null for
 * other tables, and where there are no former ones.
 */
function viewOfFormer(table: Table, schema: string, relations: readonly Relation[]): string | null {
  const isKept = (name: string) => relations.some((each) => each.name === name && !each.isView);
  if (table === importedKeys && isKept(FORMER_KEYS)) {
    return `CREATE VIEW ${schema}.${table.name} AS ${keysOfFormer(`${schema}.${FORMER_KEYS}`)}`;
  }
  if (!VIEWED.includes(table)) return null;
  const selects = Object.entries(FORMER).flatMap(([former, names]) => {
    const there = relations.find(({ name }) => name === table.name.replace('entries', former));
    if (!there) return [];
    const columns = Object.entries(table.columns).map(([property, { type, constraint }]) => {
      const column = columnOf(property);
      const name = names[property] ?? column;
      if (there.columns.includes(name)) return `${name} AS ${column}`;
      const collation = / COLLATE "C"/.exec(constraint) ?? '';
      return `CAST(${LACKED[property] ?? 'NULL'} AS ${type})${collation} AS ${column}`;
    });
    return [`SELECT ${columns.join(', ')} FROM ${schema}.${there.name}`];
  });
  return selects.length > 0 ? `CREATE VIEW ${schema}.${table.name} AS ${selects.join(' UNION ALL ')}` : null;
}
