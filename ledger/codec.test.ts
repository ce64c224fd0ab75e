import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decode, encode, UnreadableEvent } from './codec.ts';
import { eventData, type LedgerEvent } from './events.ts';
import type { Cents } from './money.ts';

const folder = new URL('./examples/', import.meta.url);
const examples = readdirSync(folder).map((file) => ({
  file,
  stored: JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
}));

describe('the frozen examples', () => {
  test('show every event there is', () => {
    expect(new Set(examples.map(({ stored }) => stored.type))).toEqual(new Set(Object.keys(eventData)));
  });

  test.each(examples)('$file is read back for ever', ({ stored }) => {
    const { event, metadata } = decode(stored);
    const { version: _, ...command } = metadata;
    expect(encode(event, command)).toEqual(stored);
  });
});

describe('an event that can not be read', () => {
  const stored = () => structuredClone(examples.find(({ file }) => file === 'ExpenseRecorded.v1.json')?.stored);

  test('is of an unknown type', () => {
    expect(() => decode({ ...stored(), type: 'toString' })).toThrow(UnreadableEvent);
  });

  test('is of a later version', () => {
    const later = stored();
    later.metadata.version = 2;
    expect(() => decode(later)).toThrow('version 2 is not known');
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
    expect(() => decode(odd)).toThrow(UnreadableEvent);
    expect(() => decode(odd)).not.toThrow(/Glaze/);
  });

  test('has no metadata', () => {
    expect(() => decode({ ...stored(), metadata: undefined })).toThrow('metadata');
  });
});

test('what could not be read back is not written', () => {
  const { event, metadata } = decode(examples.find(({ file }) => file === 'GoalCreated.v1.json')?.stored);
  const { version: _, ...command } = metadata;
  const odd = { ...event, data: { ...event.data, day: 5 } } as unknown as LedgerEvent;
  expect(() => encode(odd, command)).toThrow('day');
  expect(() => encode(event, { ...command, commandId: 'x'.repeat(129) })).toThrow('commandId');
});

test('what was never set is not written', () => {
  const { event, metadata } = decode(examples.find(({ file }) => file === 'GoalDeleted.v1.json')?.stored);
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
