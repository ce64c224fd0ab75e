import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readModelVersion } from '#docs/read-model-version.ts';
import { READ_MODEL_VERSION } from '#projections/tables/version.ts';

/** The version after a change of a source: `from`, which is there once or more, becomes `to` wherever it is. */
async function after(path: string, from: string | RegExp, to: string): Promise<string> {
  const source = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
  const changed = source.replaceAll(from, to);
  expect(changed).not.toBe(source);
  return await readModelVersion({ [path]: changed });
}

test('the version of the read models is that of their code (else: npm run docs)', async () => {
  expect(READ_MODEL_VERSION).toBe(await readModelVersion());
});

test.each([
  ['a comment', 'projections/fold/project.ts', '/** Applies an event', '/** Adds an event'],
  ['a variable', 'projections/fold/project.ts', /\bplaced\b/g, 'ordered'],
  ['a function', 'ledger/transactions/events.ts', /\badd\(/g, 'include('],
  ['a type', 'projections/tables/entries.ts', 'EntryRow', 'RowOfEntry'],
  ['the formatting', 'ledger/transactions/events.ts', '\n', '\n\n'],
  ['what commands are decided by', 'ledger/transactions/commands.ts', "=== 'Cash'", "=== 'Bank'"],
])('%s does not change it', async (_, path, from, to) => {
  expect(await after(path, from, to)).toBe(READ_MODEL_VERSION);
});

test.each([
  [
    'what an event does to the state',
    'ledger/transactions/events.ts',
    "return type === 'Expense'",
    "return type === 'Income'",
  ],
  [
    'what an event does to rows',
    'projections/fold/project.ts',
    'draft.transactionCount -= transactions',
    'draft.transactionCount -= 2 * transactions',
  ],
  ['the week that a day is in', 'ledger/model/days.ts', /startOfISOWeek/g, 'startOfWeek'],
  ['a column', 'projections/tables/goals.ts', 'reachedOn: nullable(dayColumn())', 'reachedOn: dayColumn()'],
  ['a statement', 'projections/storage/storage.ts', "'replace'", "'refuse'"],
  ['what can be read', 'ledger/goals/events.ts', 'day.optional()', 'day'],
])('%s changes it', async (_, path, from, to) => {
  expect(await after(path, from, to)).not.toBe(READ_MODEL_VERSION);
});
