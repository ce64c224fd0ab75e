import { describe, expect, test } from 'vitest';
import type { LedgerEvent } from '../events.ts';
import type { SetFields } from '../model/origins.ts';
import { deposited, idNumber, recordedAll, units } from '../testing/scenario.ts';
import { EarlierValues } from './earlier-values.ts';

const ENTRY = idNumber(1);
const [FIRST, SECOND, THIRD] = [idNumber(2), idNumber(3), idNumber(4)] as [string, string, string];
const by = (ruleId: string) => ({ by: 'rule' as const, ruleId, ruleVersion: 1 });
const shop = { title: 'Shop', amount: units(5), date: '2026-11-20', wallet: 'Bank' as const };
const recorded = (set?: SetFields): LedgerEvent => {
  return { type: 'ExpenseRecorded', data: { transactionId: ENTRY, ...shop, note: 'old', tags: ['a', 'b'], set } };
};
const changed = (from: string, to: string, set?: SetFields): LedgerEvent => {
  const values = (note: string) => ({ type: 'Expense' as const, ...shop, note });
  return { type: 'TransactionChanged', data: { transactionId: ENTRY, before: values(from), after: values(to), set } };
};
/** The values of a field before the rule that an event at a revision names, each with who had set it, and when. */
function earlier(events: LedgerEvent[], field: 'note' | 'tags', ruleId: string, revision: number) {
  const values = new EarlierValues(recordedAll([deposited(9), ...events]));
  return values
    .values(ENTRY, field, { ...by(ruleId), revision })
    .map(({ values, setBy }) => [values[field], setBy.by === 'rule' ? setBy.ruleId : setBy.by, setBy.revision]);
}

describe('what a field had before a rule', () => {
  const replaced = [{ by: 'hand' as const, values: { tags: ['a'] } }];

  test('is what the event says that recorded the entry, and nothing that an older one does not say', () => {
    const set = { tags: { ...by(FIRST), replaced } };
    expect(earlier([recorded(set)], 'tags', FIRST, 1)).toEqual([[['a'], 'hand', 1]]);
    expect(earlier([recorded({ tags: by(FIRST) })], 'tags', FIRST, 1)).toEqual([]);
  });

  test('is what earlier rules of the run had made of it, behind what was there before the run', () => {
    const note = (ruleId: string, value: string) => ({ ...by(ruleId), values: { note: value } });
    const set = { note: { ...by(THIRD), replaced: [note(FIRST, 'x'), note(SECOND, 'y')] } };
    const events = [recorded(), changed('old', 'z', set)];
    const first = [
      ['old', 'hand', 1],
      ['x', FIRST, 2],
      ['y', SECOND, 2],
    ];
    expect(earlier(events, 'note', THIRD, 2)).toEqual(first);
    expect(earlier(events, 'note', SECOND, 2)).toEqual(first.slice(0, 2));
    expect(earlier(events, 'note', FIRST, 2)).toEqual(first.slice(0, 1));
  });

  test('goes back through runs to what no rule had set', () => {
    const events = [
      recorded(),
      changed('old', 'x'),
      changed('x', 'y', { note: by(FIRST) }),
      changed('y', 'z', { note: by(SECOND) }),
    ];
    expect(earlier(events, 'note', SECOND, 4)).toEqual([
      ['x', 'hand', 2],
      ['y', FIRST, 3],
    ]);
  });
});
