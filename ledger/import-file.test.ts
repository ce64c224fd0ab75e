import { describe, expect, test } from 'vitest';
import type { Command } from './decide/commands.ts';
import { decide } from './decide/decide.ts';
import type { LedgerEvent } from './events.ts';
import { fold } from './evolve.ts';
import { EMPTY } from './history.ts';
import type { ImportCommand, ImportStep } from './import-file.ts';
import { RULES_MAX } from './model/constants.ts';
import { type Cents, LARGEST_AMOUNT } from './model/money.ts';
import type { ImportedRow } from './model/values.ts';
import { deposited, given, idNumber, planned, recordedAll, recordedAt, spent, units } from './testing/scenario.ts';

const row = (amount: number, line = 1): ImportedRow => ({
  line,
  key: String(line).repeat(64),
  date: '2026-11-03',
  amount: units(amount),
});

const expense = (amount: number, digit = 3, accountId = 'everyday'): ImportStep => ({
  does: 'record',
  transactionId: idNumber(digit),
  transaction: {
    type: 'Expense',
    title: 'Bakery',
    amount: units(amount),
    date: '2026-11-03',
    accountId,
    wallet: 'Cash',
  },
  imported: row(-amount),
});

const recordedExpense = (amount: number, digit = 3, accountId?: string): LedgerEvent => ({
  type: 'ExpenseRecorded',
  data: {
    ...{ transactionId: idNumber(digit), title: 'Bakery', amount: units(amount), date: '2026-11-03', wallet: 'Cash' },
    ...{ accountId, imported: [row(-amount)] },
  },
});

const opening: ImportStep = {
  does: 'open account',
  accountId: idNumber(8),
  name: 'Girokonto',
  kind: 'Checking',
  openingBalance: 0 as Cents,
};
const opened: LedgerEvent = {
  type: 'AccountOpened',
  data: { accountId: idNumber(8), name: 'Girokonto', kind: 'Checking' },
};

const imports = (...steps: ImportStep[]): ImportCommand => ({
  ...{ type: 'ImportFile', importId: idNumber(9), fileName: 'november.csv', format: 'csv', today: '2026-11-20' },
  ...{ rows: 5, left: 1, steps },
});

const imported = (count: number): LedgerEvent => ({
  type: 'FileImported',
  data: { importId: idNumber(9), fileName: 'november.csv', format: 'csv', rows: 5, left: 1, count },
});

const undo = (changeSetId: string): Command => ({
  ...{ type: 'UndoChangeSet', changeSetId, resolve: {}, today: '2026-11-20' },
});

/** An import as the change-set `import`, from revision `first` on. */
const importedFrom = (first: number, ...events: LedgerEvent[]) =>
  [imported(events.length), ...events].map((event, at) => recordedAt(event, BigInt(first + at), 'import'));

describe('the import of a file', () => {
  test('says how many events follow, and records the rows in their order', () => {
    given(deposited(50))
      .when(imports(expense(4.5), expense(4.5, 4)))
      .thenRecorded(imported(2), recordedExpense(4.5), recordedExpense(4.5, 4));
  });

  test('without anything to record is recorded itself', () => {
    given().when(imports()).thenRecorded(imported(0));
  });

  test('may overdraw an account, in cash too', () => {
    given()
      .when(imports(expense(4.5)))
      .thenRecorded(imported(1), recordedExpense(4.5));
  });

  test('opens an account, with what it held before the first row, and records into it', () => {
    given()
      .when(
        imports(opening, { does: 'open with', accountId: idNumber(8), amount: units(100) }, expense(4, 3, idNumber(8))),
      )
      .thenRecorded(
        imported(3),
        opened,
        { type: 'InitialDepositMade', data: { amount: units(100), accountId: idNumber(8) } },
        recordedExpense(4, 3, idNumber(8)),
      );
  });

  test('makes an initial deposit of what an account began with, also below zero, and sets the balance where it holds something', () => {
    const openWith = (amount: number): ImportStep => ({
      does: 'open with',
      accountId: 'everyday',
      amount: units(amount),
    });
    const adjusted = (from: number, to: number): LedgerEvent => ({
      type: 'BalanceAdjusted',
      data: { from: units(from), to: units(to) },
    });
    given()
      .when(imports(openWith(-20)))
      .thenRecorded(imported(1), { type: 'InitialDepositMade', data: { amount: units(-20) } });
    given(deposited(5))
      .when(imports(openWith(20)))
      .thenRecorded(imported(1), adjusted(5, 25));
  });

  test('makes a transfer of an entry that was taken for an expense', () => {
    const transfer = { from: 'everyday', to: idNumber(8), amount: units(5), date: '2026-11-20' };
    const rows = [row(-5), row(5, 2)];
    given(deposited(50), spent(5))
      .when(
        imports(
          opening,
          { does: 'take away', transactionId: idNumber(1) },
          { does: 'transfer', transferId: idNumber(7), transfer, imported: rows },
        ),
      )
      .thenRecorded(
        imported(3),
        opened,
        {
          type: 'TransactionDeleted',
          data: { transactionId: idNumber(1), type: 'Expense', amount: units(5), date: '2026-11-20' },
        },
        { type: 'TransferMade', data: { transferId: idNumber(7), ...transfer, imported: rows } },
      );
  });

  test('matches a row with an entry, which stays as it is', () => {
    given(deposited(50), spent(5))
      .when(imports({ does: 'match', entryId: idNumber(1), entry: 'transaction', imported: row(-5) }))
      .thenRecorded(imported(1), {
        type: 'EntryMatched',
        data: { entryId: idNumber(1), entry: 'transaction', imported: row(-5) },
      });
  });

  test('creates a goal and saves for it, which reaches it on the day of the caller', () => {
    given(deposited(50))
      .when(
        imports(
          { does: 'create goal', goalId: idNumber(5), title: 'Bicycle', finalAmount: units(30) },
          { does: 'save', goalId: idNumber(5), accountId: 'everyday', amount: units(30) },
        ),
      )
      .thenRecorded(imported(2), planned(30), {
        type: 'MoneyAddedToGoal',
        data: { goalId: idNumber(5), amount: units(30), reachedOn: '2026-11-20' },
      });
  });

  test('confirms a balance by its statement', () => {
    given()
      .when(imports({ does: 'assert balance', accountId: 'everyday', date: '2026-11-30', balance: units(-4.5) }))
      .thenRecorded(imported(1), {
        type: 'BalanceAsserted',
        data: { date: '2026-11-30', balance: units(-4.5), source: 'statement' },
      });
  });

  test.each<[string, ImportStep[], string]>([
    ['a name that an account has', [{ ...(opening as object), name: 'everyday' } as ImportStep], 'account_name_taken'],
    [
      'two accounts of one name',
      [opening, { ...(opening as object), accountId: idNumber(7) } as ImportStep],
      'account_name_taken',
    ],
    ['an entry in an account that is not there', [expense(4, 3, idNumber(6))], 'account_gone'],
    ['a first balance of none', [{ does: 'open with', accountId: idNumber(6), amount: units(1) }], 'account_not_found'],
    [
      'a confirmed balance of none',
      [{ does: 'assert balance', accountId: idNumber(6), date: '2026-11-30', balance: units(1) }],
      'account_not_found',
    ],
    [
      'a match with what is not there',
      [{ does: 'match', entryId: idNumber(1), entry: 'transfer', imported: row(-5) }],
      'transfer_not_found',
    ],
    [
      'the other half of what is not there',
      [{ does: 'take away', transactionId: idNumber(6) }],
      'transaction_not_found',
    ],
    [
      'what was taken away before',
      [
        { does: 'take away', transactionId: idNumber(1) },
        { does: 'take away', transactionId: idNumber(1) },
      ],
      'transaction_not_found',
    ],
    [
      'money for a goal that is not there',
      [{ does: 'save', goalId: idNumber(6), accountId: 'everyday', amount: units(1) }],
      'goal_not_found',
    ],
    [
      'a transfer to the same account',
      [
        {
          does: 'transfer',
          transferId: idNumber(7),
          transfer: { from: 'everyday', to: 'everyday', amount: units(1), date: '2026-11-03' },
          imported: [row(-1)],
        },
      ],
      'transfer_to_itself',
    ],
    ['more than can be counted', [expense(5e13), expense(5e13, 4)], 'amount_too_large'],
  ])('is refused as a whole with %s', (_, steps, reason) => {
    given(spent(5))
      .when(imports(expense(1, 2), ...steps))
      .thenRefused(reason as 'account_closed');
  });
});

describe('the undo of an import', () => {
  const saving: LedgerEvent[] = [
    opened,
    { type: 'InitialDepositMade', data: { amount: units(100), accountId: idNumber(8) } },
    recordedExpense(4, 3, idNumber(8)),
    planned(30),
    { type: 'MoneyAddedToGoal', data: { goalId: idNumber(5), amount: units(20), accountId: idNumber(8) } },
    {
      type: 'BalanceAsserted',
      data: { accountId: idNumber(8), date: '2026-11-30', balance: units(76), source: 'statement' },
    },
  ];

  test('gives what was saved back to the account that it came from, before that goes', () => {
    const state = fold(EMPTY, importedFrom(0, ...saving));
    expect(decide(undo('import'), state)).toEqual({
      outcome: 'events',
      events: [
        { type: 'ChangeSetUndone', data: { changeSetId: 'import', chain: ['import'], count: 6, today: '2026-11-20' } },
        {
          type: 'TransactionDeleted',
          data: {
            ...{ transactionId: idNumber(3), type: 'Expense', amount: units(4) },
            date: '2026-11-03',
            accountId: idNumber(8),
          },
        },
        { type: 'MoneyTakenFromGoal', data: { goalId: idNumber(5), amount: units(20), accountId: idNumber(8) } },
        { type: 'GoalDeleted', data: { goalId: idNumber(5), returnedAmount: 0 } },
        { type: 'BalanceAsserted', data: { accountId: idNumber(8), date: '2026-11-30', source: 'statement' } },
        { type: 'BalanceAdjusted', data: { from: units(100), to: 0, accountId: idNumber(8) } },
        { type: 'AccountRemoved', data: { accountId: idNumber(8), balance: 0 } },
      ],
    });
  });

  test('has nothing to change in what was matched', () => {
    const match: LedgerEvent = {
      type: 'EntryMatched',
      data: { entryId: idNumber(1), entry: 'transaction', imported: row(-5) },
    };
    const state = fold(EMPTY, [...recordedAll([deposited(50), spent(5)]), ...importedFrom(2, match)]);
    expect(decide(undo('import'), state)).toEqual({
      outcome: 'events',
      events: [
        { type: 'ChangeSetUndone', data: { changeSetId: 'import', chain: ['import'], count: 0, today: '2026-11-20' } },
      ],
    });
  });

  test('stops at an entry that was changed since', () => {
    const data = { title: 'Bakery', amount: units(4), date: '2026-11-03', wallet: 'Cash', type: 'Expense' } as const;
    const change: LedgerEvent = {
      type: 'TransactionChanged',
      data: { transactionId: idNumber(3), before: data, after: { ...data, title: 'Bread' } },
    };
    const state = fold(EMPTY, [...importedFrom(0, recordedExpense(4)), ...recordedAll([change], 2n)]);
    expect(decide(undo('import'), state)).toMatchObject({
      outcome: 'rejected',
      reason: 'undo_conflicts',
      details: [{ id: `${idNumber(3)} command 2`, changeSetId: 'command 2', entity: idNumber(3), field: null }],
    });
  });

  test('leaves a balance confirmed where a later statement says so, too', () => {
    const asserted = (balance: number): LedgerEvent => ({
      type: 'BalanceAsserted',
      data: { date: '2026-11-30', balance: units(balance), source: 'statement' },
    });
    const first = importedFrom(0, asserted(5));
    const none = decide(undo('import'), fold(EMPTY, [...first, ...recordedAll([asserted(5)], 2n)]));
    expect(none).toMatchObject({ outcome: 'events', events: [{ data: { count: 0 } }] });
    const second = fold(EMPTY, [...recordedAll([asserted(5)]), ...importedFrom(1, asserted(6))]);
    expect(decide(undo('import'), second)).toMatchObject({
      outcome: 'events',
      events: [{ data: { count: 1 } }, asserted(5)],
    });
  });
});

describe('an import of which events are missing', () => {
  const begun = fold(EMPTY, [recordedAt(imported(3), 0n, 'import'), recordedAt(recordedExpense(1), 1n, 'import')]);

  test('is unfinished until all are there', () => {
    expect(begun.unfinished).toEqual({ changeSetId: 'import', first: 0n, left: 2 });
    const rest = [recordedExpense(1, 4), recordedExpense(1, 5)];
    const whole = fold(
      begun,
      rest.map((event, at) => recordedAt(event, BigInt(2 + at), 'import')),
    );
    expect(whole.unfinished).toBe(null);
  });

  test('may be cut short, and undone then', () => {
    const cut = fold(begun, [recordedAt({ type: 'ImportCutShort', data: { missing: 2 } }, 2n, 'import')]);
    expect(cut.unfinished).toBe(null);
    expect(decide(undo('import'), cut)).toMatchObject({ outcome: 'events', events: [{ data: { count: 1 } }, {}] });
  });
});

describe('the categories of a file', () => {
  const [DAILY, BREAD] = [idNumber(5), idNumber(6)];
  const adds = (categoryId: string, name: string, parent?: string): ImportStep => ({
    ...{ does: 'add category', categoryId, name, kind: 'Expense', parent },
  });
  const added = (categoryId: string, name: string, parent?: string): LedgerEvent => ({
    ...{ type: 'CategoryAdded', data: { categoryId, name, kind: 'Expense', parent } },
  });
  const of = (category: string): ImportStep => {
    const step = expense(4);
    return step.does === 'record' ? { ...step, transaction: { ...step.transaction, category } } : step;
  };

  test('are added and archived with its entries, and go with its undo', () => {
    const steps = [adds(DAILY, 'Daily'), adds(BREAD, 'Bread', DAILY), of(BREAD)];
    const archived: LedgerEvent = { type: 'CategoryArchived', data: { categoryId: BREAD } };
    const recorded = recordedExpense(4) as Extract<LedgerEvent, { type: 'ExpenseRecorded' }>;
    const events = [
      ...[added(DAILY, 'Daily'), added(BREAD, 'Bread', DAILY)],
      { ...recorded, data: { ...recorded.data, category: BREAD } },
    ];
    given()
      .when(imports(...steps, { does: 'archive category', categoryId: BREAD }))
      .thenRecorded(imported(4), ...events, archived);
    const state = fold(EMPTY, importedFrom(0, ...events, archived));
    const undone = decide(undo('import'), state);
    expect(undone).toMatchObject({
      outcome: 'events',
      events: expect.arrayContaining([
        expect.objectContaining({ type: 'TransactionDeleted' }),
        expect.objectContaining({ type: 'CategoryRemoved', data: { categoryId: BREAD } }),
        expect.objectContaining({ type: 'CategoryRemoved', data: { categoryId: DAILY } }),
      ]),
    });
  });

  test('are refused by the rules of categories', () => {
    given()
      .when(imports(adds(BREAD, 'TRAVEL')))
      .thenRefused('category_name_taken');
    given()
      .when(imports(adds(BREAD, 'Bread', DAILY)))
      .thenRefused('category_not_found');
    given()
      .when(imports(of(BREAD)))
      .thenRefused('category_not_found');
    given()
      .when(imports(of('Salary')))
      .thenRefused('not_an_expense_category');
    given({ type: 'CategoryArchived', data: { categoryId: 'Movie' } })
      .when(imports(of('Movie')))
      .thenRefused('of_archived_category');
  });
});

describe('the budget of a file', () => {
  const [month, amount] = ['2026-11', units(30)];
  const plan = (categoryId: string): ImportStep => ({ does: 'plan', categoryId, month, amount });
  const planned = (categoryId: string): LedgerEvent => ({
    ...{ type: 'BudgetPlanned', data: { categoryId, month, from: units(0), to: amount } },
  });
  const target = { kind: 'monthly', amount } as const;
  const [carry, aim]: ImportStep[] = [
    { does: 'set carry', categoryId: 'Movie', month, carry: 'all' },
    { does: 'set target', categoryId: 'Movie', target },
  ];
  const set: LedgerEvent[] = [
    { type: 'BudgetCarrySet', data: { categoryId: 'Movie', month, carry: 'all' } },
    { type: 'BudgetTargetSet', data: { categoryId: 'Movie', target } },
  ];

  test('is planned and set where nothing is, and goes with its undo', () => {
    const steps = [plan('Movie'), plan('-'), carry, aim] as ImportStep[];
    const events = [planned('Movie'), planned('-'), ...set];
    given()
      .when(imports(...steps))
      .thenRecorded(imported(4), ...events);
    given(...events)
      .when(imports(...steps))
      .thenRecorded(imported(0));
    const state = fold(EMPTY, importedFrom(0, ...events));
    const undone = decide(undo('import'), state);
    if (undone.outcome !== 'events') throw new Error(undone.outcome);
    const after = fold(
      state,
      undone.events.map((event, at) => recordedAt(event, BigInt(5 + at), 'undo')),
    );
    expect([after.plans.size, after.carries.size, after.targets.size]).toEqual([0, 0, 0]);
  });

  test('is refused for what is no category of expenses, or is archived, and where it comes to too much', () => {
    given()
      .when(imports(plan(idNumber(6))))
      .thenRefused('category_not_found');
    given({ type: 'CategoryArchived', data: { categoryId: 'Movie' } })
      .when(imports(plan('Movie')))
      .thenRefused('of_archived_category');
    const most = Array.from({ length: 12 }, (_, at): ImportStep => {
      const month = `2026-${String(at + 1).padStart(2, '0')}`;
      return { does: 'plan', categoryId: 'Movie', month, amount: LARGEST_AMOUNT };
    });
    given()
      .when(imports(...most))
      .thenRefused('amount_too_large');
  });
});

describe('the rules of a file', () => {
  const values = { when: { text: 'bakery', names: [] }, then: { title: 'Bakery' }, stop: true, isOn: false };
  const added = (digit: number, position: number): LedgerEvent => ({
    ...{ type: 'RuleAdded', data: { ruleId: idNumber(digit), ...values, position } },
  });
  const adds = (digit: number): ImportStep => ({ does: 'add rule', ruleId: idNumber(digit), ...values });

  test('are added behind those that are there, in their order, and go with its undo', () => {
    given(added(1, 1))
      .when(imports(adds(6), adds(5)))
      .thenRecorded(imported(2), added(6, 2), added(5, 3));
    const [before, ...events] = [added(1, 1), added(6, 2), added(5, 3)];
    const state = fold(EMPTY, [recordedAt(before as LedgerEvent, 0n, 'before'), ...importedFrom(1, ...events)]);
    const undone = decide(undo('import'), state);
    if (undone.outcome !== 'events') throw new Error(undone.outcome);
    const redone = fold(
      state,
      undone.events.map((event, at) => recordedAt(event, BigInt(4 + at), 'undo')),
    );
    expect([...redone.rules.keys()]).toEqual([idNumber(1)]);
  });

  test(`are refused beyond ${RULES_MAX}`, () => {
    const before = Array.from({ length: RULES_MAX }, (_, at) => {
      const ruleId = `00000000-0000-4000-8000-${String(100_000 + at)}000000`;
      return { type: 'RuleAdded' as const, data: { ruleId, ...values, position: at + 1 } };
    });
    given(...before.slice(1))
      .when(imports(adds(6)))
      .thenRecorded(imported(1), added(6, RULES_MAX));
    given(...before)
      .when(imports(adds(6)))
      .thenRefused('too_many_rules');
  });
});
