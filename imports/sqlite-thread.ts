// Reads the tables of a SQLite database, in a thread of its own (sqlite.ts).

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import initSqlJs, { type Database } from 'sql.js';
import type { SqliteAnswer, SqliteRow, SqliteTask } from './sqlite.ts';

const { bytes, wanted } = workerData as SqliteTask;
parentPort?.postMessage(await answer());

async function answer(): Promise<SqliteAnswer> {
  try {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'));
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
    const { Database } = await initSqlJs({ wasmBinary });
    const database = new Database(bytes);
    // What the file itself defines is not run: no views, no virtual tables, no columns that are computed.
    database.run('PRAGMA trusted_schema = OFF');
    const plain = plainTables(database);
    const tables: Record<string, SqliteRow[]> = {};
    for (const [table, most] of Object.entries(wanted))
      if (plain.has(table)) tables[table] = rowsOf(database, table, most);
    return { tables };
  } catch {
    return { failed: true };
  }
}

function plainTables(database: Database): Set<string> {
  const plain = new Set<string>();
  const statement = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table' LIMIT 1000");
  while (statement.step()) {
    const [name, sql] = statement.get();
    if (/^create table\b/i.test(String(sql)) && !/\bas\s*\(|^create table\s+\S+\s+as\b/i.test(String(sql)))
      plain.add(String(name));
  }
  statement.free();
  return plain;
}

function rowsOf(database: Database, table: string, most: number): SqliteRow[] {
  const statement = database.prepare(`SELECT * FROM "${table}" LIMIT ${most}`);
  const rows: SqliteRow[] = [];
  while (statement.step()) rows.push(statement.getAsObject());
  statement.free();
  return rows;
}
