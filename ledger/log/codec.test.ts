import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { definitions, type EventType, type LedgerEvent } from '../events.ts';
import type { Cents } from '../model/money.ts';
import { idNumber, units } from '../testing/scenario.ts';
import { decodeEvent, encode, UnreadableEvent } from './codec.ts';
import { versionOf } from './upcasters.ts';

const folder = new URL('../examples/', import.meta.url);
const examples = readdirSync(folder).map((file) => ({
  file,
  stored: JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
}));

describe('the frozen examples', () => {
  test('are of every version of every event', () => {
    const types = Object.keys(definitions) as EventType[];
    const versionsOf = (type: EventType) => Array.from({ length: versionOf(type) }, (_, at) => at + 1);
    const expected = types.flatMap((type) => versionsOf(type).map((version) => `${type}.v${version}.json`));
    expect(examples.map(({ file }) => file).sort()).toEqual(expected.sort());
    for (const { file, stored } of examples) expect(file).toBe(`${stored.type}.v${stored.metadata.version}.json`);
  });

  test.each(examples)('$file is decoded, and encoded as it was', ({ stored }) => {
    const { event, metadata } = decodeEvent(stored);
    const { version, ...command } = metadata;
    const encoded = encode(event, command);
    if (version === versionOf(event.type)) expect(encoded).toEqual(stored);
    expect(decodeEvent(encoded).event).toEqual(event);
  });
});

test('the Other of incomes had the name of the Other of expenses at first', () => {
  const stored = structuredClone(examples.find(({ file }) => file === 'TransactionRestored.v1.json')?.stored);
  const parts = [{ amount: 5_000, category: 'Other' }, ...stored.data.parts.slice(1)];
  const categoriesOf = (type: string) => {
    const { event } = decodeEvent({ ...stored, data: { ...stored.data, type, parts } });
    return event.type === 'TransactionRestored' && event.data.parts?.map(({ category }) => category);
  };
  expect(categoriesOf('Income')).toEqual(['Other income', 'Education']);
  expect(categoriesOf('Expense')).toEqual(['Other', 'Education']);
});

const row = { line: 3, key: 'a'.repeat(64), date: '2026-11-20', amount: -450, text: 'CARD 1234' };

test.each([
  ['ExpenseRecorded.v1.json', [row]],
  ['IncomeRecorded.v2.json', [{ ...row, rawKey: 'b', bankId: 'N-1', counterparty: 'Bakery' }]],
  ['TransferMade.v1.json', [row, { ...row, amount: 450 }]],
])('%s may name the rows that it was imported from, two at most', (file, imported) => {
  const stored = structuredClone(examples.find((example) => example.file === file)?.stored);
  Object.assign(stored.data, { imported });
  const { event, metadata } = decodeEvent(stored);
  expect(encode(event, metadata)).toEqual(stored);
  for (const odd of [[], [row, row, row], [{ ...row, amount: -4.5 }], [{ ...row, key: '' }], [{ ...row, line: 0 }]]) {
    expect(() => decodeEvent({ ...stored, data: { ...stored.data, imported: odd } })).toThrow(UnreadableEvent);
  }
});

test('a deposit may name what the bank had when a day began', () => {
  const stored = structuredClone(examples.find((one) => one.file === 'InitialDepositMade.v1.json')?.stored);
  Object.assign(stored.data, { amount: -96_550, bank: { date: '2026-11-03', balance: 153_500 } });
  const { event, metadata } = decodeEvent(stored);
  expect(encode(event, metadata)).toEqual(stored);
});

test.each([
  ['ExpenseRecorded.v1.json', { receiptHash: 'a'.repeat(64) }],
  ['TransactionChanged.v2.json', { receiptHash: 'a'.repeat(64) }],
  ['LedgerReset.v1.json', { before: { entries: 312, head: 'a'.repeat(64) } }],
])('%s may carry a hash, of 64 hex digits in lower case', (file, added) => {
  const stored = structuredClone(examples.find((example) => example.file === file)?.stored);
  Object.assign(stored.data, added);
  const { event, metadata } = decodeEvent(stored);
  expect(encode(event, metadata)).toEqual(stored);
  const odd = JSON.parse(JSON.stringify(stored).replace('a'.repeat(64), 'A'.repeat(64)));
  expect(() => decodeEvent(odd)).toThrow(UnreadableEvent);
});

describe('an event that can not be read', () => {
  const stored = () => structuredClone(examples.find(({ file }) => file === 'ExpenseRecorded.v1.json')?.stored);

  test('is of an unknown type', () => {
    expect(() => decodeEvent({ ...stored(), type: 'toString' })).toThrow(UnreadableEvent);
  });

  test('is of a later version', () => {
    const later = stored();
    later.metadata.version = 2;
    expect(() => decodeEvent(later)).toThrow('version 2 is not known');
  });

  test.each([
    ['an amount with a fraction', { amount: 0.5 }],
    ['an amount beyond the safe integers', { amount: 2 ** 53 }],
    ['a date that is none', { date: '2026-02-30' }],
    ['a wallet that is none', { wallet: 'Purse' }],
    ['a field too many', { colour: 'red' }],
  ])('has %s, and the reason quotes no data', (_, change) => {
    const odd = stored();
    Object.assign(odd.data, change);
    expect(() => decodeEvent(odd)).toThrow(UnreadableEvent);
    expect(() => decodeEvent(odd)).not.toThrow(/Glaze/);
  });

  test('has no metadata', () => {
    expect(() => decodeEvent({ ...stored(), metadata: undefined })).toThrow('metadata');
  });
});

test('what could not be read back is not written', () => {
  const { event, metadata } = decodeEvent(examples.find(({ file }) => file === 'GoalCreated.v1.json')?.stored);
  const { version: _, ...command } = metadata;
  const odd = { ...event, data: { ...event.data, day: 5 } } as unknown as LedgerEvent;
  expect(() => encode(odd, command)).toThrow('day');
  expect(() => encode(event, { ...command, commandId: 'x'.repeat(129) })).toThrow('commandId');
});

test('what was never set is not written', () => {
  const { event, metadata } = decodeEvent(examples.find(({ file }) => file === 'GoalDeleted.v1.json')?.stored);
  const goal: LedgerEvent = {
    type: 'GoalCreated',
    data: {
      goalId: (event.data as { goalId: string }).goalId,
      title: 't',
      finalAmount: 100 as Cents,
      category: undefined,
    },
  };
  expect(JSON.stringify(encode(goal, metadata).data)).not.toContain('category');
});

test.each(['Tea\0', 'Tea\ud800'])(
  'a text that Postgres cannot store is not encoded: %j; one in the log is read without',
  (title) => {
    const event: LedgerEvent = { type: 'GoalCreated', data: { goalId: idNumber(5), title, finalAmount: units(10) } };
    const command = { commandId: 'a', inputHash: 'hash', recordedAt: '2026-11-20T18:30:00.000Z' };
    expect(() => encode(event, command)).toThrow("GoalCreated: the data hold a text that can't be stored.");
    const { event: read } = decodeEvent({ ...event, metadata: { ...command, version: 1 } });
    expect((read.data as { title: string }).title).toMatch(/^Tea\ufffd?$/);
  },
);
