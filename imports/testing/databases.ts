import initSqlJs from 'sql.js';

/** A SQLite database with these tables: its columns, and its rows as lists of their values. */
export async function database(
  tables: Readonly<Record<string, { columns: string; rows: readonly (readonly (string | number | null)[])[] }>>,
  more = '',
): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const made = new Database();
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    made.run(`CREATE TABLE ${name} (${columns})`);
    for (const row of rows) made.run(`INSERT INTO ${name} VALUES (${row.map(() => '?').join(', ')})`, [...row]);
  }
  if (more) made.run(more);
  const bytes = made.export();
  made.close();
  return bytes;
}
