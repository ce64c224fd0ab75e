import { describe, expect, test } from 'vitest';
import type { LedgerEvent } from '#ledger/events.ts';
import { deposited, earned, idNumber, planned, saved, spent, units } from '#ledger/testing/scenario.ts';
import { hashOfKey, type ImportedKeysRow, importedKeysOf, keysIn } from '../tables/imported-keys.ts';
import { ruleRows, storedRules } from '../tables/rules.ts';
import { givenRows, LEDGER, RECORDED_AT, recordedAt, stored } from '../testing/given-rows.ts';
import { project } from './project.ts';

const deleted = (amount: number, digit = 1): LedgerEvent => ({
  type: 'TransactionDeleted',
  data: { transactionId: idNumber(digit), type: 'Expense', amount: units(amount), date: '2026-11-20' },
});
const reset: LedgerEvent = { type: 'LedgerReset', data: {} };

describe('a transaction that is recorded', () => {
  test('becomes a row', () => {
    givenRows(deposited(100))
      .whenApplied(spent(5))
      .thenChanges(({ revision, transactionCount, state, entries }) => {
        expect({ revision, transactionCount, balance: state.balance }).toEqual({
          revision: 1n,
          transactionCount: 1,
          balance: units(95),
        });
        expect([...entries.values()]).toEqual([
          [
            {
              kind: 'insert',
              row: {
                ledgerId: LEDGER,
                entryId: idNumber(1),
                revision: 1n,
                type: 'Expense',
                title: 'Coffee',
                amount: units(5),
                category: null,
                wallet: 'Cash',
                date: '2026-11-20',
                receiptId: null,
                recordedAt: RECORDED_AT,
                accountId: 'everyday',
                toAccount: null,
                parts: null,
                texts: 'coffee\t',
                tagKeys: null,
                note: null,
                tags: null,
                changedAt: null,
                knownFrom: 1n,
                origins: null,
              },
            },
          ],
        ]);
      });
  });

  test('is added to its week, month and year, on its own side', () => {
    givenRows(deposited(100))
      .whenApplied(spent(5), earned(7))
      .thenChanges(({ statistics }) => {
        const sums = { ledgerId: LEDGER, income: units(7), expense: units(5) };
        expect([...statistics.values()]).toEqual([
          { period: 'week', startsOn: '2026-11-16', ...sums },
          { period: 'month', startsOn: '2026-11-01', ...sums },
          { period: 'year', startsOn: '2026-01-01', ...sums },
        ]);
      });
  });

  test('is refused a second time', () => {
    givenRows(deposited(100)).whenApplied(spent(5), spent(5)).thenRefused('is recorded already');
  });
});

describe('a transaction that is deleted', () => {
  test('has its stored row deleted, and is subtracted from the statistics', () => {
    givenRows(deposited(100), spent(5))
      .whenApplied(deleted(5))
      .thenChanges(({ transactionCount, entries, statistics, state }) => {
        expect(transactionCount).toBe(0);
        expect(state.balance).toBe(units(100));
        expect([...entries]).toEqual([[idNumber(1), [{ kind: 'delete', at: 2n }]]]);
        expect(statistics.get('year 2026-01-01')).toMatchObject({ income: 0, expense: -units(5) });
      });
  });

  test('is recorded and deleted where its row was not stored yet, so that what it was is kept', () => {
    givenRows(deposited(100))
      .whenApplied(spent(5), deleted(5))
      .thenChanges(({ transactionCount, entries, statistics }) => {
        expect(transactionCount).toBe(0);
        expect(entries.get(idNumber(1))).toMatchObject([{ kind: 'insert' }, { kind: 'delete', at: 2n }]);
        expect(statistics.get('year 2026-01-01')).toMatchObject({ income: 0, expense: 0 });
      });
  });

  test('and recorded under the same id again has another row', () => {
    givenRows(deposited(100), spent(5))
      .whenApplied(deleted(5), spent(8))
      .thenChanges(({ transactionCount, entries }) => {
        expect(transactionCount).toBe(1);
        expect(entries.get(idNumber(1))).toMatchObject([
          { kind: 'delete', at: 2n },
          { kind: 'insert', row: { amount: units(8), knownFrom: 3n } },
        ]);
      });
  });
});

const before = { type: 'Expense', title: 'Coffee', amount: units(5), date: '2026-11-20', wallet: 'Cash' } as const;
const changed = (after: object, digit = 1): LedgerEvent => ({
  type: 'TransactionChanged',
  data: { transactionId: idNumber(digit), before, after: { ...before, ...after } },
});

describe('a transaction that is changed', () => {
  test('has its new fields, and the time and the revision of each change', () => {
    givenRows(deposited(100), spent(5))
      .whenApplied(changed({ title: 'Tea' }), changed({ title: 'Cake', category: 'Shopping' }))
      .thenChanges(({ entries }) => {
        const fields = {
          ...{ type: 'Expense', amount: units(5), wallet: 'Cash', date: '2026-11-20', receiptId: null },
          ...{ accountId: 'everyday', parts: null, note: null, tags: null, tagKeys: null, changedAt: RECORDED_AT },
        };
        expect(entries.get(idNumber(1))).toEqual([
          {
            kind: 'change',
            at: 2n,
            fields: {
              ...{ ...fields, title: 'Tea', texts: 'tea\t', category: null, knownFrom: 2n },
              origins: { title: { by: 'hand', revision: 2 } },
            },
          },
          {
            kind: 'change',
            at: 3n,
            fields: {
              ...{ ...fields, title: 'Cake', texts: 'cake\t', category: 'Shopping', knownFrom: 3n },
              origins: { title: { by: 'hand', revision: 3 }, category: { by: 'hand', revision: 3 } },
            },
          },
        ]);
      });
  });

  test('moves in the statistics from one side and day to the other', () => {
    givenRows(deposited(100), spent(5))
      .whenApplied(
        changed({ type: 'Income', amount: units(7), date: '2025-01-01', category: 'Salary', wallet: undefined }),
      )
      .thenChanges(({ statistics, state, transactionCount }) => {
        expect(statistics.get('year 2026-01-01')).toMatchObject({ income: 0, expense: -units(5) });
        expect(statistics.get('year 2025-01-01')).toMatchObject({ income: units(7), expense: 0 });
        expect({ balance: state.balance, turnover: state.turnover, transactionCount }).toEqual({
          balance: units(107),
          turnover: units(7),
          transactionCount: 1,
        });
      });
  });

  test('is inserted as it was recorded, then changed, where it was not stored yet', () => {
    givenRows(deposited(100))
      .whenApplied(spent(5), changed({ title: 'Tea' }))
      .thenChanges(({ entries }) => {
        expect(entries.get(idNumber(1))).toMatchObject([
          { kind: 'insert', row: { title: 'Coffee', revision: 1n, knownFrom: 1n } },
          { kind: 'change', at: 2n, fields: { title: 'Tea', knownFrom: 2n } },
        ]);
      });
  });

  test('can not be one that is deleted', () => {
    givenRows(deposited(100), spent(5))
      .whenApplied(deleted(5), changed({ title: 'Tea' }))
      .thenRefused('is deleted already');
  });
});

test.each([
  ['created', [], planned(50)],
  [
    'changed',
    [planned(50)],
    { type: 'GoalUpdated', data: { goalId: idNumber(5), title: 'x', finalAmount: units(60) } },
  ],
  ['saved for', [deposited(100), planned(50)], saved(10)],
  ['deleted', [planned(50)], { type: 'GoalDeleted', data: { goalId: idNumber(5), returnedAmount: units(0) } }],
] satisfies [string, LedgerEvent[], LedgerEvent][])(
  'a goal that is %s has the goals written again',
  (_, before, event) => {
    givenRows(...before)
      .whenApplied(event)
      .thenChanges(({ goalsChanged, entries }) => {
        expect(goalsChanged).toBe(true);
        expect(entries.size).toBe(0);
      });
  },
);

test('an event about rules has the rules written again, in their order', () => {
  const values = { when: { text: 'coffee', names: [] }, then: { title: 'Coffee' }, stop: false, isOn: true };
  const added = (digit: number): LedgerEvent => ({
    type: 'RuleAdded',
    data: { ruleId: idNumber(digit), ...values, position: 1 },
  });
  givenRows(added(1))
    .whenApplied(added(2), {
      type: 'RulesOrdered',
      data: { before: [idNumber(2), idNumber(1)], after: [idNumber(1), idNumber(2)] },
    })
    .thenChanges(({ ledgerId, rulesChanged, goalsChanged, state }) => {
      expect({ rulesChanged, goalsChanged }).toEqual({ rulesChanged: true, goalsChanged: false });
      expect(ruleRows(ledgerId, state).map(({ ruleId, position, version }) => [ruleId, position, version])).toEqual([
        [idNumber(1), 1, 1],
        [idNumber(2), 2, 1],
      ]);
      expect(storedRules(ruleRows(ledgerId, state))).toEqual(state.rules);
    });
  givenRows(added(1))
    .whenApplied(deposited(1))
    .thenChanges(({ rulesChanged }) => expect(rulesChanged).toBe(false));
});

test('an event without rows of its own changes the state alone', () => {
  givenRows()
    .whenApplied(deposited(100), { type: 'PaymentConfirmed', data: { sessionId: 'cs_1' } })
    .thenChanges(({ state, goalsChanged, entries, statistics }) => {
      expect(state).toMatchObject({ balance: units(100), payment: { status: 'paid' } });
      expect({ goalsChanged, rows: entries.size + statistics.size }).toEqual({ goalsChanged: false, rows: 0 });
    });
});

test('a transaction and a transfer of imported rows have the rows of entries, without what was imported', () => {
  const row = { line: 1, key: 'a', date: '2026-11-20', amount: units(-5) };
  const data = { importId: idNumber(9), fileName: 'march.csv', format: 'csv', rows: 3, left: 0, count: 3 } as const;
  const coffee = spent(5) as LedgerEvent<'ExpenseRecorded'>;
  const match: LedgerEvent = {
    type: 'EntryMatched',
    data: { entryId: idNumber(1), entry: 'transaction', imported: row },
  };
  const plain = project(stored(deposited(100)), [recordedAt(coffee, 2)]);
  const imported = [
    recordedAt({ type: 'FileImported', data }, 1, 'import'),
    recordedAt({ ...coffee, data: { ...coffee.data, imported: [row] } }, 2, 'import'),
    recordedAt(match, 3, 'import'),
  ];
  const { entries, statistics, transactionCount, state } = project(stored(deposited(100)), imported);
  const [[entryId, [made]]] = [...plain.entries] as [[string, [{ kind: 'insert'; row: object }]]];
  expect([...entries]).toEqual([[entryId, [{ ...made, row: { ...made.row, origins: { made: 'import' } } }]]]);
  expect([...statistics]).toEqual([...plain.statistics]);
  expect(transactionCount).toBe(1);
  expect(state.unfinished).toEqual({ changeSetId: 'import', first: 1n, left: 1 });
  expect(state.history.changeSets.get('import')).toMatchObject({ kind: 'import', first: 1n, last: 3n });
  const [keys] = importedKeysOf(LEDGER, state.history.events) as [ImportedKeysRow];
  const hashed = hashOfKey('a');
  expect([...keysIn(keys)]).toEqual([
    { hashed, revision: 2n },
    { hashed, revision: 3n },
  ]);
});

test('a reset drops what came before it, and keeps the change-sets', () => {
  givenRows(deposited(100))
    .whenApplied(spent(5), planned(50), reset, earned(7))
    .thenChanges(({ cleared, erased, goalsChanged, transactionCount, entries, statistics, state }) => {
      expect({ cleared, erased, goalsChanged, transactionCount }).toEqual({
        cleared: true,
        erased: false,
        goalsChanged: true,
        transactionCount: 1,
      });
      expect([...entries.keys()]).toEqual([idNumber(2)]);
      expect(statistics.get('year 2026-01-01')).toMatchObject({ income: units(7), expense: 0 });
      expect(state.goals.size).toBe(0);
      expect([...state.history.changeSets.values()].map(({ last }) => last)).toEqual([1n, 2n, 3n, 4n]);
      expect(state.history.events.map(({ revision }) => revision)).toEqual([3n, 4n]);
    });
});

/** Events without rows of their own, as many as are needed before a revision. */
const until = (revision: number, ...first: LedgerEvent[]): LedgerEvent[] => [
  ...first,
  ...Array.from({ length: revision - first.length }, (): LedgerEvent => ({ type: 'MonthlyFiguresSet', data: FIGURES })),
];
const FIGURES = { income: units(9), expense: units(4) };

describe('the ledger at the end of a block', () => {
  test('is kept with its goals as it was then, whatever follows in the batch', () => {
    givenRows(...until(62, deposited(100), spent(5), planned(50)))
      .whenApplied(saved(10))
      .thenChanges(({ pastLedgers }) => expect(pastLedgers).toEqual([]));
    givenRows(...until(63, deposited(100), spent(5), planned(50)))
      .whenApplied(saved(10), earned(7), saved(20))
      .thenChanges(({ pastLedgers }) => {
        expect(pastLedgers).toMatchObject([
          {
            ...{ ledgerId: LEDGER, revision: 63n, since: 0n, knownAt: RECORDED_AT, income: units(9) },
            ...{ balance: units(85), turnover: units(5), transactionCount: 1, accounts: [], unfinished: null },
            goals: [{ ledgerId: LEDGER, goalId: idNumber(5), place: 2, currentAmount: units(10) }],
          },
        ]);
      });
  });

  test('is kept for each block that a batch passes', () => {
    givenRows()
      .whenApplied(...until(130, deposited(100)))
      .thenChanges(({ pastLedgers }) => expect(pastLedgers.map(({ revision }) => revision)).toEqual([63n, 127n]));
  });
});

test('what the events of a block add to a period is kept by block, also where it is less than nothing', () => {
  givenRows(...until(63, deposited(100), spent(5)))
    .whenApplied(spent(6, 3), deleted(5), deleted(6, 3), earned(7))
    .thenChanges(({ pastStatistics }) => {
      expect([...pastStatistics.values()].filter(({ period }) => period === 'month')).toEqual([
        { ledgerId: LEDGER, period: 'month', startsOn: '2026-11-01', block: 0n, income: 0, expense: units(6) },
        { ledgerId: LEDGER, period: 'month', startsOn: '2026-11-01', block: 1n, income: units(7), expense: -units(11) },
      ]);
      expect(pastStatistics.size).toBe(6);
    });
});

test('a day is known from the first event that dates an entry so, of each account and of all', () => {
  const card = idNumber(7);
  const opened: LedgerEvent = { type: 'AccountOpened', data: { accountId: card, name: 'Card', kind: 'Credit card' } };
  const transfer = { from: 'everyday', to: card, amount: units(5), date: '2026-11-19' };
  const on = (date: string): LedgerEvent => ({
    type: 'TransferChanged',
    data: { transferId: idNumber(3), before: transfer, after: { ...transfer, date } },
  });
  givenRows(deposited(100), opened)
    .whenApplied(
      { type: 'TransferMade', data: { transferId: idNumber(3), ...transfer } },
      spent(5),
      changed({ date: '2026-11-21', accountId: card }),
      on('2026-11-20'),
    )
    .thenChanges(({ knownDays }) => {
      const known = [...knownDays.values()].map(({ account, date, knownFrom }) => [date, account, knownFrom]);
      expect(known.sort()).toEqual([
        ['2026-11-19', '', 2n],
        ['2026-11-19', card, 2n],
        ['2026-11-19', 'everyday', 2n],
        ['2026-11-20', '', 3n],
        ['2026-11-20', card, 5n],
        ['2026-11-20', 'everyday', 3n],
        ['2026-11-21', '', 4n],
        ['2026-11-21', card, 4n],
      ]);
    });
});

describe('the time since which a ledger is known', () => {
  const eventAt = (time: string, revision: number, event: LedgerEvent = deposited(1)) => {
    const recorded = recordedAt(event, revision);
    return { ...recorded, metadata: { ...recorded.metadata, recordedAt: time } };
  };
  const [early, late, later] = ['2026-11-20T07:59:59.999Z', '2026-11-20T09:00:00.001Z', '2026-11-20T09:00:00.002Z'];

  test('is that of the latest event, though later revisions were recorded by a clock that was behind', () => {
    expect(project(stored(deposited(100)), [eventAt(early, 1)]).knownAt).toBe(RECORDED_AT);
    expect(project(stored(deposited(100)), [eventAt(late, 1), eventAt(early, 2)]).knownAt).toBe(late);
  });

  test('is in milliseconds, however the log has it, so that batches do not matter', () => {
    expect(project(stored(deposited(100)), [eventAt('2026-11-20T09:00:00.001999Z', 1)]).knownAt).toBe(late);
    expect(project(stored(deposited(100)), [eventAt('2026-11-20T10:00:00Z', 1)]).knownAt).toBe(
      '2026-11-20T10:00:00.000Z',
    );
  });

  test('begins anew with a reset, which counts', () => {
    const after = project(stored(deposited(100)), [eventAt(later, 1), eventAt(late, 2, reset), eventAt(early, 3)]);
    expect(after.knownAt).toBe(late);
  });
});

test('a reset drops what was before it', () => {
  givenRows(...until(60, deposited(100), spent(5)))
    .whenApplied(...until(10, changed({ title: 'Tea' })), reset, earned(7))
    .thenChanges(({ revision, entries, pastLedgers, pastStatistics, knownDays }) => {
      expect(revision).toBe(71n);
      expect([...entries.keys()]).toEqual([idNumber(2)]);
      expect(pastLedgers).toEqual([]);
      expect([...pastStatistics.values()].map(({ block, income }) => [block, income])).toEqual(
        [1, 2, 3].map(() => [1n, units(7)]),
      );
      expect([...knownDays.values()].map(({ account, knownFrom }) => [account, knownFrom])).toEqual([
        ['', 71n],
        ['everyday', 71n],
      ]);
    });
});

test('what it was given stays as it was', () => {
  const before = stored(deposited(100), spent(5));
  const copy = structuredClone(before);
  project(before, [recordedAt(deleted(5), 2)]);
  expect(before).toEqual(copy);
});
