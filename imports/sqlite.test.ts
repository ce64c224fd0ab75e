import { expect, test } from 'vitest';
import { readActual } from './formats/actual/actual.ts';
import { database, withSharedPages } from './testing/databases.ts';
import { complaint, read } from './testing/reading.ts';

/** A database of Actual with one transaction, whose table begins on page 2. */
const withNotes = async (notes: string) =>
  database({
    transactions: {
      columns: 'id TEXT, notes TEXT, acct TEXT, amount INTEGER, date INTEGER, unused TEXT',
      rows: [['t', notes, 'a', 5, 20240101, null]],
    },
    accounts: { columns: 'id TEXT, name TEXT', rows: [['a', 'A']] },
    payee_mapping: { columns: 'id TEXT, targetId TEXT', rows: [] },
  });

test('a database whose rows share the pages of one text is refused before they are read', async () => {
  const notes = 'x'.repeat(57_780);
  expect((await read(readActual, await withNotes(notes))).rows[0]?.title).toBe(notes);
  const shared = withSharedPages(await withNotes(notes), 2);
  expect(await complaint(readActual, shared)).toBe('This database is damaged: its rows hold more than the whole file.');
});

test('a text that is too long is refused by its length, unless its column is of no use', async () => {
  const long = 'x'.repeat(102_800);
  const said = 'This database holds a text of more than 100 KB, which no entry has.';
  expect(await complaint(readActual, await withNotes(long))).toBe(said);
  expect(await complaint(readActual, withSharedPages(await withNotes(long), 2))).toBe(said);
  const unused = await database({
    transactions: {
      columns: 'id TEXT, acct TEXT, amount INTEGER, date INTEGER, unused BLOB',
      rows: [['t', 'a', 5, 20240101, long]],
    },
    accounts: { columns: 'id TEXT, name TEXT', rows: [['a', 'A']] },
    payee_mapping: { columns: 'id TEXT, targetId TEXT', rows: [] },
  });
  expect((await read(readActual, unused)).rows).toHaveLength(1);
});
