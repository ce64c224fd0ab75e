import { describe, expect, test } from 'vitest';
import type { BulkChange } from '../change-sets.ts';
import { decide, needsOf } from '../decide/decide.ts';
import type { LedgerEvent } from '../events.ts';
import { fold } from '../evolve.ts';
import { EMPTY } from '../history.ts';
import { TAGS_MAX } from '../model/constants.ts';
import { deposited, earned, given, idNumber, recordedAll, recordedAt, spent, units } from '../testing/scenario.ts';
import { restOfUndo } from '../undo/undo.ts';
import { type BulkCommand, planBulk, type SelectedEntry, totalsOfEntries } from './change-entries.ts';

const CARD = idNumber(7);
const card: LedgerEvent = { type: 'AccountOpened', data: { accountId: CARD, name: 'Card', kind: 'Credit card' } };
const closed: LedgerEvent = { type: 'AccountClosed', data: { accountId: CARD } };
const DATE = '2026-11-20';
const moved: LedgerEvent = {
  type: 'TransferMade',
  data: { transferId: idNumber(3), from: 'everyday', to: CARD, amount: units(5), date: DATE },
};
const split: LedgerEvent = {
  type: 'ExpenseRecorded',
  data: {
    ...{ transactionId: idNumber(4), title: 'Market', amount: units(3), date: DATE, wallet: 'Bank' },
    parts: [
      { amount: units(1), category: 'Groceries' },
      { amount: units(2), category: 'Other' },
    ],
  },
};
const transaction = (digit: number): SelectedEntry => ({ id: idNumber(digit), kind: 'transaction' });
const transfer: SelectedEntry = { id: idNumber(3), kind: 'transfer' };
const bulk = (change: BulkChange | null, ...entries: SelectedEntry[]): BulkCommand => ({
  ...{ type: 'ChangeEntries', entries, change },
});
/** The plan of a bulk after events. */
const planned = (before: LedgerEvent[], command: BulkCommand) => {
  const plan = planBulk(command, fold(EMPTY, recordedAll(before)));
  if (typeof plan === 'string') throw new Error(plan);
  return { ...plan, changed: plan.events.length };
};
/** The reason for which an entry is skipped, or null if it is not. */
const skipped = (before: LedgerEvent[], change: BulkChange | null, entry: SelectedEntry) =>
  planned(before, bulk(change, entry)).skipped[0]?.reason ?? null;

describe('a bulk', () => {
  test('says how many events follow, and changes or deletes the entries in their order', () => {
    const coffee = { type: 'Expense', title: 'Coffee', amount: units(5), date: DATE, wallet: 'Cash' } as const;
    given(deposited(50), spent(5), earned(9))
      .when(bulk({ category: 'Groceries', addTags: ['bio'] }, transaction(1)))
      .thenRecorded({ type: 'BulkBegun', data: { change: { category: 'Groceries', addTags: ['bio'] }, count: 1 } }, {
        type: 'TransactionChanged',
        data: {
          transactionId: idNumber(1),
          before: expect.objectContaining(coffee),
          after: expect.objectContaining({ ...coffee, category: 'Groceries', tags: ['bio'] }),
        },
      } as LedgerEvent);
    given(card, deposited(50), spent(5), moved)
      .when(bulk(null, transfer, transaction(1)))
      .thenRecorded(
        { type: 'BulkBegun', data: { count: 2 } },
        { type: 'TransferDeleted', data: { transferId: idNumber(3), from: 'everyday', to: CARD, amount: units(5) } },
        {
          type: 'TransactionDeleted',
          data: { transactionId: idNumber(1), type: 'Expense', amount: units(5), date: DATE },
        },
      );
  });

  test('that changes nothing is none, and one that names an account that is not there is refused', () => {
    given(deposited(50), spent(5))
      .when(bulk({ title: 'Coffee' }, transaction(1)))
      .thenNothing();
    given(deposited(50))
      .when(bulk({ title: 'Coffee' }))
      .thenNothing();
    given(deposited(50), spent(5))
      .when(bulk({ accountId: CARD }, transaction(1)))
      .thenRefused('account_not_found');
  });

  test('needs the entries that it is about', () => {
    expect(needsOf(bulk(null, transaction(1), transfer, transaction(2)))).toEqual({
      transactionIds: [idNumber(1), idNumber(2)],
      transferIds: [idNumber(3)],
    });
  });

  test('skips an entry as a whole that a rule of the ledger refuses, and names the rule', () => {
    const before = [card, deposited(10), spent(5), earned(500), moved, split];
    const title = 'Tea';
    expect(skipped(before, { title, category: 'Salary' }, transaction(1))).toBe('not_an_expense_category');
    expect(skipped(before, { title, category: 'Groceries' }, transaction(2))).toBe(null);
    expect(skipped(before, { title, category: 'Groceries' }, transaction(4))).toBe('category_beside_parts');
    expect(skipped(before, { title, wallet: 'Bank' }, transaction(2))).toBe('wallet_of_income');
    expect(skipped(before, { title, category: null }, transfer)).toBe('category_of_transfer');
    expect(skipped(before, { title, wallet: 'Bank' }, transfer)).toBe('wallet_of_transfer');
    expect(skipped(before, { title, accountId: 'everyday' }, transfer)).toBe('account_of_transfer');
    expect(skipped(before, { title, wallet: 'Cash', accountId: CARD }, transaction(4))).toBe(null);
    const shut: LedgerEvent[] = [card, closed, deposited(10), spent(5)];
    expect(skipped(shut, { title, accountId: CARD }, transaction(1))).toBe('account_closed');
    const { changed, skipped: left } = planned(
      before,
      bulk({ title, category: 'Groceries' }, transaction(1), transfer),
    );
    expect([changed, left]).toEqual([1, [{ ...transfer, reason: 'category_of_transfer' }]]);
  });

  test('spends cash in its order, as far as it goes', () => {
    const before = [deposited(11), spent(6, 1, 'Bank'), spent(3, 2, 'Bank'), spent(2, 4, 'Bank')];
    const plan = planned(before, bulk({ wallet: 'Cash' }, transaction(1), transaction(2), transaction(4)));
    expect(plan.changed).toBe(3);
    const overdrawn = [deposited(10), spent(12, 1, 'Bank'), spent(3, 2, 'Bank')];
    const { changed, skipped } = planned(overdrawn, bulk({ wallet: 'Cash' }, transaction(1), transaction(2)));
    // The balance is −5: neither 12 nor 3 in cash are there.
    expect([changed, skipped.map(({ reason }) => reason)]).toEqual([0, ['not_enough_balance', 'not_enough_balance']]);
    const account = { accountId: CARD, wallet: 'Cash' } as const;
    const filled: LedgerEvent = {
      type: 'TransferMade',
      data: { transferId: idNumber(3), from: 'everyday', to: CARD, amount: units(4), date: DATE },
    };
    const into = planned([card, ...before, filled], bulk(account, transaction(2), transaction(4)));
    expect(into.skipped).toEqual([{ ...transaction(4), reason: 'not_enough_balance' }]);
    expect(planned([card, ...before, filled], bulk(account, transaction(4), transaction(2))).skipped).toEqual([
      { ...transaction(2), reason: 'not_enough_balance' },
    ]);
  });

  test('removes tags first, then adds others, of which ten fit', () => {
    const tagged = (tags: string[]): LedgerEvent => ({
      type: 'TransferMade',
      data: { transferId: idNumber(3), from: 'everyday', to: CARD, amount: units(5), date: DATE, tags },
    });
    const tagsAfter = (tags: string[], change: BulkChange) => {
      const [event] = planned([card, tagged(tags)], bulk(change, transfer)).events;
      return event?.type === 'TransferChanged' ? event.data.after.tags : 'unchanged';
    };
    expect(tagsAfter(['Été', 'b'], { addTags: ['ete', 'c'] })).toEqual(['Été', 'b', 'c']);
    expect(tagsAfter(['Été', 'b'], { removeTags: ['ETE'] })).toEqual(['b']);
    expect(tagsAfter(['Été'], { removeTags: ['ete'], addTags: ['ete'] })).toEqual(['ete']);
    expect(tagsAfter(['a'], { removeTags: ['a'] })).toBeUndefined();
    expect(tagsAfter(['a'], { addTags: ['A'], removeTags: ['z'] })).toBe('unchanged');
    const many = Array.from({ length: TAGS_MAX }, (_, at) => `t${at}`);
    expect(skipped([card, tagged(many)], { addTags: ['more'] }, transfer)).toBe('too_many_tags');
    expect(tagsAfter(many, { addTags: ['more'], removeTags: ['t0'] })).toHaveLength(TAGS_MAX);
  });

  test('has totals of whole amounts, in which transfers count nothing', () => {
    const state = fold(EMPTY, recordedAll([card, deposited(50), spent(5), earned(9), moved, split]));
    expect(totalsOfEntries([transaction(1), transaction(2), transfer, transaction(4)], state)).toEqual({
      in: units(9),
      out: units(8),
    });
  });

  test('is undone as a whole, but for what was changed since', () => {
    const before = recordedAll([deposited(50), spent(5), spent(6, 4), earned(9)]);
    let state = fold(EMPTY, before);
    const record = (command: Parameters<typeof decide>[0], commandId: string) => {
      const decision = decide(command, state);
      if (decision.outcome !== 'events') return decision;
      const first = BigInt(state.history.events.length);
      state = fold(
        state,
        decision.events.map((event, at) => recordedAt(event, first + BigInt(at), commandId)),
      );
      return decision;
    };
    record(bulk({ title: 'Tea', date: '2026-11-21' }, transaction(1), transaction(4), transaction(2)), 'bulk');
    expect([...state.transactions.values()].map(({ title }) => title)).toEqual(['Tea', 'Tea', 'Tea']);
    expect(state.history.changeSets.get('bulk')).toMatchObject({ kind: 'bulk', first: 4n, last: 7n });
    expect(state.unfinished).toBeNull();
    record({ type: 'ChangeTransaction', transactionId: idNumber(4), edit: { title: 'Later' } }, 'later');
    const undo = { type: 'UndoChangeSet', changeSetId: 'bulk', today: DATE } as const;
    expect(record({ ...undo, resolve: {} }, 'u')).toMatchObject({
      reason: 'undo_conflicts',
      details: [{ id: `${idNumber(4)} title`, changeSetId: 'later', now: 'Later', target: 'Coffee' }],
    });
    record({ ...undo, resolve: { [`${idNumber(4)} title`]: 'now' } }, 'u');
    const shown = () => [...state.transactions.values()].map(({ title, date }) => [title, date]);
    expect(shown()).toEqual([
      ['Coffee', DATE],
      ['Later', DATE],
      ['Salary', DATE],
    ]);
    record({ ...undo, changeSetId: 'u', resolve: {} }, 'redo');
    expect(shown()).toEqual([
      ['Tea', '2026-11-21'],
      ['Later', '2026-11-21'],
      ['Tea', '2026-11-21'],
    ]);
  });

  test('is unfinished until all of its events are there, or it is cut short', () => {
    const begun: LedgerEvent = { type: 'BulkBegun', data: { count: 2 } };
    const gone: LedgerEvent = {
      type: 'TransactionDeleted',
      data: { transactionId: idNumber(1), type: 'Expense', amount: units(5), date: DATE },
    };
    const before = recordedAll([deposited(50), spent(5), spent(6, 4)]);
    const own = [begun, gone].map((event, at) => recordedAt(event, BigInt(3 + at), 'bulk'));
    const state = fold(EMPTY, [...before, ...own]);
    expect(state.unfinished).toEqual({ changeSetId: 'bulk', first: 3n, left: 1 });
    expect(() => restOfUndo(state, { changeSetId: 'bulk', first: 3n, left: 1 })).toThrow('No undo begins');
    const cut = recordedAt({ type: 'BulkCutShort', data: { missing: 1 } }, 5n, 'bulk');
    expect(fold(state, [cut]).unfinished).toBeNull();
  });
});
