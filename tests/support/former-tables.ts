import type { Database } from '#platform/postgres.ts';

/**
 * The tables of versions that had transactions and transfers apart, with the columns of both and of one of them. Notes,
 * tags, origins and what search compares, which those versions lacked, are there, too, so that answers can be compared.
 */
const TABLES = {
  transactions: {
    id: 'transaction_id',
    columns: `type text NOT NULL, title text NOT NULL, category text, wallet text, receipt_id text, parts json,
      account_id text COLLATE "C" NOT NULL DEFAULT 'everyday'`,
    filled: 'type, title, category, wallet, receipt_id, parts, account_id',
    from: 'type, title, category, wallet, receipt_id, parts, account_id',
    where: `type <> 'Transfer'`,
    indexed: ['account_id'],
  },
  transfers: {
    id: 'transfer_id',
    columns: 'title text, from_account text COLLATE "C" NOT NULL, to_account text COLLATE "C" NOT NULL',
    filled: 'title, from_account, to_account',
    from: 'title, account_id, to_account',
    where: `type = 'Transfer'`,
    indexed: ['from_account', 'to_account'],
  },
} as const;

/** Puts the rows of entries into the tables of versions that had transactions and transfers apart. */
export async function toFormerTables(database: Database, schema: string): Promise<void> {
  for (const past of ['', 'past_']) {
    const until = past === '' ? '' : ', known_until';
    for (const [name, { id, columns, filled, from, where, indexed }] of Object.entries(TABLES)) {
      const table = `${schema}.${past}${name}`;
      const shared = `revision, amount, date, recorded_at, changed_at, note, tags, texts, tag_keys, origins,
        known_from${until}`;
      await database.query(`
        CREATE TABLE ${table} (
          ledger_id text COLLATE "C" NOT NULL, ${id} text COLLATE "C" NOT NULL, ${columns}, revision bigint NOT NULL,
          amount bigint NOT NULL, date date NOT NULL, recorded_at timestamptz NOT NULL, changed_at timestamptz,
          note text, tags json, texts text NOT NULL, tag_keys text, origins jsonb,
          known_from bigint NOT NULL DEFAULT 0${until === '' ? '' : `${until} bigint NOT NULL`},
          PRIMARY KEY (ledger_id, ${id}${past === '' ? '' : ', known_from'}));
        INSERT INTO ${table} (ledger_id, ${id}, ${filled}, ${shared})
          SELECT ledger_id, entry_id, ${from}, ${shared} FROM ${schema}.${past}entries WHERE ${where};
        CREATE INDEX ON ${table} (ledger_id, date, revision);
        CREATE INDEX ON ${table} ((ledger_id || ' ' || amount::text), date);
        ${indexed.map((account) => `CREATE INDEX ON ${table} (ledger_id, ${account}, date, revision);`).join('\n')}`);
    }
    await database.query(`DROP TABLE ${schema}.${past}entries`);
  }
}
