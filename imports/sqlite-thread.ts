// Reads the tables of a SQLite database, in a thread of its own (sqlite.ts).

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import initSqlJs, { type Database } from 'sql.js';
import { DAMAGED, type SqliteAnswer, type SqliteTask, type SqliteValue } from './sqlite.ts';

/** No text of an entry is as long. */
const VALUE_BYTES_MAX = 100_000;
/** Values of a sound database stand in its file once, but for the defaults of columns that were added later. */
const DEFAULTS_FACTOR = 2;
const DEFAULTS_BYTES_MAX = 1_000_000;
/** The texts of 400,000 entries have some 80 MB. */
const TEXT_MEGABYTES_MAX = 100;
/** Beside the heap of the thread, which doesn't count it. */
const SQLITE_BYTES_MAX = 64_000_000;
const ROWS_OF_MESSAGE = 5_000;
const BYTES_OF_MESSAGE = 1_000_000;

parentPort?.once('message', async (task: SqliteTask) => post(await answer(task)));

function post(message: SqliteAnswer): void {
  parentPort?.postMessage(message);
}

async function answer(task: SqliteTask): Promise<SqliteAnswer> {
  try {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'));
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
    const { Database } = await initSqlJs({ wasmBinary });
    const database = new Database(task.bytes);
    const read = { bytes: 0, max: task.bytes.length * DEFAULTS_FACTOR + DEFAULTS_BYTES_MAX };
    // The database has a copy of them, which may be 200 MB.
    task.bytes.buffer.transfer(0);
    database.run(`PRAGMA hard_heap_limit = ${SQLITE_BYTES_MAX}`);
    // The file's own definitions are not run: no views, no virtual tables, no columns that are computed.
    database.run('PRAGMA trusted_schema = OFF');
    const plain = plainTables(database);
    for (const [table, { columns, rowsMax }] of Object.entries(task.wanted)) {
      const failed = plain.has(table) ? sendRows(database, table, columns, rowsMax, read) : null;
      if (failed !== null) return { failed };
    }
    return { end: true };
  } catch {
    return { failed: DAMAGED };
  }
}

function plainTables(database: Database): Set<string> {
  const plain = new Set<string>();
  const statement = database.prepare(
    `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND octet_length(sql) <= ${VALUE_BYTES_MAX} LIMIT 1000`,
  );
  while (statement.step()) {
    const [name, sql] = statement.get();
    if (/^create table\b/i.test(String(sql)) && !/\bas\s*\(|^create table\s+\S+\s+as\b/i.test(String(sql)))
      plain.add(String(name));
  }
  statement.free();
  return plain;
}

/**
 * Sends the rows of a table, in the order of the file, and counts what they hold. A value's length is known before it
 * is read. Gives a sentence where one is too long, or all together are: where they are longer than the file, they share
 * pages.
 */
function sendRows(
  database: Database,
  table: string,
  wanted: readonly string[],
  rowsMax: number,
  read: { bytes: number; max: number },
): string | null {
  const described = database.prepare(`SELECT * FROM "${table}" LIMIT 0`);
  const columns = described.getColumnNames().filter((name) => wanted.includes(name));
  described.free();
  const isLong = columns.map((name) => `ifnull(octet_length("${name}") > ${VALUE_BYTES_MAX}, 0)`);
  const values = columns.map((name, index) => `CASE WHEN ${isLong[index]} THEN NULL ELSE "${name}" END`);
  const selected = [['0', ...isLong].join(' + '), ...values].join(', ');
  const statement = database.prepare(`SELECT ${selected} FROM "${table}" NOT INDEXED LIMIT ${rowsMax}`);
  let rows: SqliteValue[][] = [];
  let sent = read.bytes;
  const send = () => {
    post({ table, columns, rows });
    rows = [];
    sent = read.bytes;
  };
  try {
    while (statement.step()) {
      const [longValues, ...row] = statement.get();
      if (longValues !== 0) {
        return `This database holds a text of more than ${VALUE_BYTES_MAX / 1_000} KB, which no entry has.`;
      }
      for (const value of row) {
        if (typeof value === 'string' || value instanceof Uint8Array) read.bytes += value.length;
      }
      if (read.bytes > read.max) return 'This database is damaged: its rows hold more than the whole file.';
      if (read.bytes > TEXT_MEGABYTES_MAX * 1_000_000) {
        return `This database holds more than ${TEXT_MEGABYTES_MAX} MB of texts.`;
      }
      rows.push(row);
      if (rows.length === ROWS_OF_MESSAGE || read.bytes - sent > BYTES_OF_MESSAGE) send();
    }
    send();
    return null;
  } finally {
    statement.free();
  }
}
