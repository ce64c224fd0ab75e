import fc from 'fast-check';
import type { NamedChange, SelectedEntry } from '../bulk/change-entries.ts';
import type { Command } from '../decide/commands.ts';
import type { ImportStep } from '../import-file.ts';
import type { Target } from '../model/budget.ts';
import { type CategoryRef, NO_CATEGORY, OTHER_INCOME } from '../model/categories.ts';
import {
  ACCOUNT_KINDS,
  CARRIES,
  EVERYDAY,
  EXPENSE_CATEGORIES,
  IMPORT_FORMATS,
  INCOME_CATEGORIES,
  WALLETS,
} from '../model/constants.ts';
import type { ValuesOf } from '../model/fields.ts';
import type { Cents } from '../model/money.ts';
import type { SetFields } from '../model/origins.ts';
import { unlessEveryday } from '../model/state.ts';

const amount = fc.integer({ min: 100, max: 50_000 }) as fc.Arbitrary<number> as fc.Arbitrary<Cents>;
const title = fc.string({ minLength: 1, maxLength: 40 });
/** Few notes and tags, so that an edit may give what is there. */
const note = fc.constantFrom(undefined, 'two\nlines', 'a :b: [1] c:: 2, date:99 ; "d" \\', ':x: =1');
const tags = fc.constantFrom<string[] | undefined>(undefined, ['holiday'], ['Été-26', 'holiday', '-', '2026', 'дом']);
const date = fc
  .date({ min: new Date('2024-12-25'), max: new Date('2026-01-05'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
/** Few days, so that a day is confirmed several times. */
const assertedDate = fc.constantFrom('2025-01-31', '2025-02-28');
const bank = fc.record({ date, balance: amount });
/** Few ids, so that several commands name the same goal. */
const goalId = fc.integer({ min: 0, max: 3 }).map(goalNumber);
const sessionId = fc.constantFrom('cs_1', 'cs_2');
const wantedBy = fc.option(date, { nil: undefined });
const today = fc.constant('2026-01-01');
/** Everyday, or one of few accounts. */
const account = fc.oneof(
  { weight: 3, arbitrary: fc.constant(EVERYDAY) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 2 }).map(accountNumber) },
);
const accountId = fc.option(fc.integer({ min: 0, max: 2 }).map(accountNumber), { nil: undefined, freq: 2 });
const transactionId = fc.integer({ min: 0, max: 40 }).map(transactionNumber);
const transferId = fc.integer({ min: 0, max: 40 }).map(transferNumber);
const name = fc.constantFrom('Savings', 'Card', 'card', 'Cash', 'Everyday');
const expenseCategory = fc.constantFrom<string>(...EXPENSE_CATEGORIES);
const incomeCategory = fc.constantFrom(...INCOME_CATEGORIES.map((name) => (name === 'Other' ? OTHER_INCOME : name)));
/** One of few own categories; of any kind, so some commands are refused. */
const ownCategory = fc.integer({ min: 0, max: 4 }).map(categoryNumber);
const anyExpenseCategory = fc.oneof({ weight: 1, arbitrary: expenseCategory }, { weight: 2, arbitrary: ownCategory });
const anyIncomeCategory = fc.oneof({ weight: 3, arbitrary: incomeCategory }, { weight: 1, arbitrary: ownCategory });
/** Few names, which are the same but for case and accents. */
const categoryName = fc.constantFrom('Bakery', 'bäkery', 'Fuel', 'Gifts', 'Other', 'Rye', 'Rent', 'Pets', 'Sports');
const parent = fc.oneof(
  { weight: 2, arbitrary: ownCategory },
  { weight: 1, arbitrary: fc.constantFrom('Food & Drinks', 'Salary') },
);

/**
 * Few months and categories, so that a cell is planned several times: before, among and after the months of entries.
 */
const month = fc.constantFrom('2024-12', '2025-01', '2025-02', '2025-07', '2026-03');
const budgetCategory = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('Groceries', 'Food & Drinks', NO_CATEGORY) },
  { weight: 3, arbitrary: ownCategory },
);
const target = fc.constantFrom<Target | null>(
  null,
  { kind: 'monthly', amount: 30_000 as Cents },
  { kind: 'by', amount: 90_000 as Cents, date: '2025-12-01', repeat: 'yearly' },
  { kind: 'share', percent: 12.5, of: 'last-income' },
);

/** Few rules and days, so that several commands name the same occurrence. */
const scheduleRule = fc.constantFrom<ValuesOf<'schedule'>['rule']>(
  { every: 1, unit: 'month', start: '2025-01-31' },
  { every: 1, unit: 'month', start: '2025-01-31', days: [-1], weekend: 'before' },
  { every: 2, unit: 'month', start: '2025-01-31', end: { times: 2 } },
);
const scheduleToday = fc.constantFrom('2025-02-01', '2025-03-01', '2025-04-01');
const anyOccurrence = {
  scheduleId: fc.integer({ min: 0, max: 40 }).map(transactionNumber),
  nominal: fc.constantFrom('2025-01-31', '2025-02-28', '2025-03-31'),
};
const scheduleAmount = fc.oneof(
  fc.record({ exact: amount }),
  fc.record({ about: amount }),
  amount.map((from) => ({ from, to: (from + 500) as Cents })),
);
const scheduleValues = fc
  .record({
    title,
    type: fc.constantFrom('Expense' as const, 'Expense' as const, 'Income' as const, 'Transfer' as const),
    amount: scheduleAmount,
    category: fc.option(anyExpenseCategory, { nil: undefined }),
    wallet: fc.constantFrom(...WALLETS),
    post: fc.constantFrom('ask' as const, 'by-itself' as const),
    note: fc.constantFrom(undefined, 'by transfer'),
    tags: fc.constantFrom(undefined, ['home']),
  })
  .map(({ category, wallet, ...values }) => ({
    ...values,
    ...(values.type === 'Expense' && { category, wallet }),
    ...(values.type === 'Transfer' && { accountId: accountNumber(0), toAccountId: EVERYDAY }),
  }));

/** A schedule of a file, which may have been changed there. */
const scheduleOfStep = fc
  .record({
    title,
    amount: amount.map((exact) => ({ exact })),
    category: fc.constantFrom(undefined, 'Groceries'),
    wallet: fc.constantFrom(...WALLETS),
    rule: scheduleRule,
    post: fc.constantFrom('ask' as const, 'by-itself' as const),
    earlier: fc.array(fc.record({ title, amount: scheduleAmount, rule: scheduleRule }), { maxLength: 1 }),
  })
  .map(({ earlier, ...values }) => ({
    ...{ does: 'add schedule' as const, scheduleId: '', type: 'Expense' as const, ...values },
    earlier: earlier.map((terms) => ({ until: '2025-03-01', ...terms })),
  }));

/** Who sets fields: also some that a command gives no value. */
const rule = { by: 'rule', ruleId: '00000000-0000-4000-c000-000000000001', ruleVersion: 2 } as const;
const set = fc.constantFrom<SetFields | undefined>(
  undefined,
  { category: { by: 'past' }, title: { by: 'hand' } },
  { category: { by: 'words' } },
  { category: rule, tags: rule, parts: rule, note: { by: 'import' } },
  { title: { ...rule, ruleVersion: 3 }, wallet: { by: 'past' }, accountId: { by: 'past' } },
  { title: { ...rule, replaced: [{ by: 'import', values: { title: 'As it was' } }] } },
);

const setters = fc.record({ set, madeBy: fc.constantFrom(undefined, undefined, 'hand' as const) });

/** Parts that add up to an amount of at least 100. */
const partsOf = (amount: Cents, category: string, categoryOfRest: string) => [
  { amount: 40 as Cents, category },
  // Of odd amounts the rest is in two parts, of which one goes the other way.
  ...(amount % 2 === 0
    ? [{ amount: (amount - 40) as Cents, category: categoryOfRest, note: 'the rest' }]
    : [
        { amount: (amount - 20) as Cents, category: categoryOfRest, note: 'the rest' },
        { amount: -20 as Cents, category: categoryOfRest, note: 'returned' },
      ]),
];

/** An edit of a transaction; most have one or two fields. */
const edit = fc.oneof(
  fc.record({ title }),
  fc.record({ amount }),
  fc.record({ date, title }),
  fc.record({ category: fc.option(anyExpenseCategory) }),
  fc.record({ type: fc.constantFrom('Expense' as const, 'Income' as const) }),
  fc.record({ wallet: fc.constantFrom(...WALLETS) }),
  fc.record({ parts: fc.constant(null) }),
  fc.record({ receiptId: fc.option(transactionId) }),
  fc.record({ note: note.map((text) => text ?? null), tags: tags.map((list) => list ?? null) }),
  fc
    .tuple(amount, anyExpenseCategory, expenseCategory)
    .map(([amount, category, categoryOfRest]) => ({ amount, parts: partsOf(amount, category, categoryOfRest) })),
);

/** A change of many entries; most have one or two fields. */
const bulkChange: fc.Arbitrary<NamedChange> = fc.oneof(
  fc.record({ title }),
  fc.record({ date, note: note.map((text) => text ?? null) }),
  fc.record({ category: fc.option(fc.oneof(anyExpenseCategory, incomeCategory), { freq: 6 }) }),
  fc.record({ accountId: account }),
  fc.record({ wallet: fc.constantFrom(...WALLETS), accountId: account }),
  fc.record({ addTags: fc.constant<string[]>(['holiday', 'New']), removeTags: fc.constant<string[]>(['ete-26']) }),
);
const selectedEntry: fc.Arbitrary<SelectedEntry> = fc.oneof(
  { weight: 3, arbitrary: transactionId.map((id) => ({ id, kind: 'transaction' as const })) },
  { weight: 1, arbitrary: transferId.map((id) => ({ id, kind: 'transfer' as const })) },
);

/** The id that stands for the account that the import itself has opened. */
const OWN_ACCOUNT = 'own';
const accountOfStep = fc.oneof(account, fc.constant(OWN_ACCOUNT));
/** Few keys, so that rows come again. */
const row = fc.record({
  line: fc.integer({ min: 1, max: 300 }),
  key: fc.constantFrom('a', 'b', 'c').map((letter) => letter.repeat(64)),
  rawKey: fc.constantFrom(undefined, 'd'.repeat(64)),
  date,
  text: fc.option(title, { nil: undefined }),
  counterparty: fc.option(title, { nil: undefined }),
  bankId: fc.constantFrom(undefined, 'b-1'),
});
const rowOf = <Row extends object>(row: Row, amount: number) => ({ ...row, amount: amount as Cents });

const ruleValues = {
  when: fc.constantFrom<ValuesOf<'rule'>['when']>(
    { text: 'coffee', names: [] },
    { text: 'account:Everyday amount>5', names: [{ field: 'account', name: 'Everyday', ids: [EVERYDAY] }] },
  ),
  then: fc.constantFrom<ValuesOf<'rule'>['then']>(
    { categories: ['Groceries'] },
    { title: 'Coffee', addTags: ['food'] },
    { split: [50, 50].map((percent) => ({ percent, categories: ['Other', 'Other income'] })) },
  ),
  stop: fc.boolean(),
  isOn: fc.boolean(),
};

/** A step of an import; what it makes has no id of its own yet. */
const step: fc.Arbitrary<ImportStep> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('open account' as const),
      accountId: fc.constant(''),
      name: fc.integer({ min: 1, max: 99 }).map((number) => `Bank ${number}`),
      kind: fc.constantFrom(...ACCOUNT_KINDS),
      openingBalance: fc.constantFrom(0, 7_000, -7_000) as fc.Arbitrary<number> as fc.Arbitrary<Cents>,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('open with' as const),
      accountId: accountOfStep,
      amount: fc.constantFrom(1_200, -1_200) as fc.Arbitrary<number> as fc.Arbitrary<Cents>,
      bank: fc.option(bank, { nil: undefined, freq: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('add category' as const),
      categoryId: fc.constant(''),
      name: fc.integer({ min: 1, max: 99 }).map((number) => `Of a file ${number}`),
      kind: fc.constant('Expense' as const),
      parent: fc.constantFrom(undefined, 'Groceries'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'place category' as const, categoryId: 'Office', position: 2 }) },
  { weight: 1, arbitrary: fc.constant({ does: 'archive category' as const, categoryId: 'Office' }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('add rule' as const), ruleId: fc.constant(''), ...ruleValues }),
  },
  { weight: 2, arbitrary: scheduleOfStep },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('skip occurrence' as const), ...anyOccurrence }),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({ title, amount, date, accountId: accountOfStep, category: incomeCategory, note, tags, row, setters })
      .map(({ row, setters, ...transaction }) => ({
        does: 'record' as const,
        transactionId: '',
        transaction: { type: 'Income' as const, ...transaction },
        imported: rowOf(row, transaction.amount),
        ...setters,
      })),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({
        title,
        amount,
        date,
        accountId: accountOfStep,
        wallet: fc.constantFrom(...WALLETS),
        category: expenseCategory,
        categoryOfRest: expenseCategory,
        isSplit: fc.boolean(),
        row,
        setters,
      })
      .map(({ row, setters, category, categoryOfRest, isSplit, ...transaction }) => ({
        does: 'record' as const,
        transactionId: '',
        transaction: {
          type: 'Expense' as const,
          ...transaction,
          ...(isSplit ? { parts: partsOf(transaction.amount, category, categoryOfRest) } : { category }),
        },
        imported: rowOf(row, -transaction.amount),
        ...setters,
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        amount,
        date,
        to: accountOfStep,
        note,
        tags,
        setters,
        sent: row,
        came: row,
        halves: fc.constantFrom(1, 2, 3),
      })
      .map(({ sent, came, halves, setters, ...transfer }) => ({
        does: 'transfer' as const,
        transferId: '',
        transfer: { from: EVERYDAY, ...transfer },
        imported: [
          ...(halves === 2 ? [] : [rowOf(sent, -transfer.amount)]),
          ...(halves === 1 ? [] : [rowOf(came, transfer.amount)]),
        ],
        ...setters,
      })),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('take away' as const), transactionId }) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        entryId: transactionId,
        entry: fc.constantFrom('transaction' as const, 'transfer' as const),
        row,
        amount,
      })
      .map(({ row, amount, ...match }) => ({ does: 'match' as const, ...match, imported: rowOf(row, amount) })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('create goal' as const),
      goalId: fc.constant(''),
      title,
      finalAmount: amount,
      description: fc.option(title, { nil: undefined }),
      wantedBy,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('save' as const), goalId, accountId: accountOfStep, amount }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('set figures' as const), income: amount, expense: amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('assert balance' as const),
      accountId: accountOfStep,
      date: assertedDate,
      balance: amount,
    }),
  },
);

/**
 * Arbitrary sequences of commands, of up to 60 or as many as named. The change-set of the command at an index is
 * `command <index>`.
 */
export function anyCommands(maxLength = 60): fc.Arbitrary<Command[]> {
  return fc.array(anyCommand, { minLength: 1, maxLength, size: 'max' }).map(withOwnIds);
}

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ type: fc.constant('MakeInitialDeposit' as const), amount, accountId }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('AdjustBalance' as const), to: amount, accountId }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('BeginWith' as const),
      bank,
      amount: fc.constantFrom(96_550, -96_550, 0) as fc.Arbitrary<number> as fc.Arbitrary<Cents>,
      accountId,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('SetMonthlyFigures' as const), income: amount, expense: amount }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('RecordExpense' as const),
      transactionId: fc.constant(''),
      title,
      amount,
      category: fc.option(anyExpenseCategory, { nil: undefined }),
      date,
      wallet: fc.constantFrom(...WALLETS),
      accountId,
      note,
      tags,
      receiptId: fc.option(transactionId, { nil: undefined }),
      receiptHash: fc.constantFrom(undefined, 'a'.repeat(64)),
      set,
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ amount, title, date, category: anyExpenseCategory, categoryOfRest: expenseCategory, accountId })
      .map(({ amount, category, categoryOfRest, ...fields }) => ({
        type: 'RecordExpense' as const,
        transactionId: '',
        wallet: 'Bank' as const,
        amount,
        ...fields,
        parts: partsOf(amount, category, categoryOfRest),
      })),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('RecordIncome' as const),
      transactionId: fc.constant(''),
      title,
      amount,
      category: anyIncomeCategory,
      date,
      accountId,
      set,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('DeleteTransaction' as const), transactionId }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('ChangeTransaction' as const),
      transactionId,
      accountId: fc.option(account, { nil: undefined, freq: 3 }),
      edit,
      set,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('MakeTransfer' as const),
      transferId: fc.constant(''),
      from: account,
      to: account,
      amount,
      date,
      title: fc.option(title, { nil: undefined }),
      category: fc.option(fc.oneof(anyExpenseCategory, incomeCategory), { nil: undefined }),
      note,
      tags,
      set,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        type: fc.constant('ChangeTransfer' as const),
        transferId,
        from: account,
        to: account,
        amount,
        date,
        title: fc.option(title),
        category: fc.option(anyExpenseCategory),
        note: note.map((text) => text ?? null),
        tags: tags.map((list) => list ?? null),
        set,
      },
      { requiredKeys: ['type', 'transferId'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('DeleteTransfer' as const), transferId }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('OpenAccount' as const),
      newAccountId: fc.constant(''),
      name,
      kind: fc.constantFrom(...ACCOUNT_KINDS),
      openingBalance: fc.constantFrom(0, 5_000, -5_000) as fc.Arbitrary<number> as fc.Arbitrary<Cents>,
      isBudgeted: fc.constantFrom(undefined, true, false),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('SetBudgeted' as const),
      accountId: account,
      isBudgeted: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('RenameAccount' as const), accountId: account, name }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('CloseAccount' as const), accountId: account }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('ReopenAccount' as const), accountId: account }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('AddCategory' as const),
      newCategoryId: fc.constant(''),
      name: categoryName,
      kind: fc.constantFrom('Expense' as const, 'Expense' as const, 'Income' as const),
      parent: fc.option(parent, { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('RenameCategory' as const), categoryId: ownCategory, name: categoryName }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('MoveCategory' as const),
      categoryId: ownCategory,
      parent: fc.option(parent, { freq: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('OrderCategories' as const),
      categoryIds: fc.uniqueArray(fc.oneof(parent, ownCategory), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('ArchiveCategory' as const, 'RestoreCategory' as const),
      categoryId: parent,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('MergeCategories' as const),
      mergedId: ownCategory,
      into: parent,
      entries: fc.constant([]),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('CreateGoal' as const), goalId, title, finalAmount: amount, wantedBy }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('UpdateGoal' as const),
      ...{ goalId, title, finalAmount: amount, wantedBy, today },
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('AddMoneyToGoal' as const), goalId, amount, accountId, today }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('TakeBackFromGoal' as const), goalId, amount, accountId, today }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('DeleteGoal' as const), goalId, accountId }) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      { weight: 3, arbitrary: fc.record({ type: fc.constant('StartCheckout' as const), sessionId }) },
      { weight: 3, arbitrary: fc.record({ type: fc.constant('ExpireCheckout' as const), sessionId }) },
      { weight: 3, arbitrary: fc.record({ type: fc.constant('ConfirmPayment' as const), sessionId }) },
      { weight: 1, arbitrary: fc.constant({ type: 'ResetLedger' as const }) },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('AssertBalance' as const),
      accountId,
      date: assertedDate,
      balance: fc.option(amount, { freq: 3 }),
      source: fc.constant('hand' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('ImportFile' as const),
      importId: fc.constant(''),
      fileName: fc.constantFrom('march.csv', 'konto.sta'),
      format: fc.constantFrom(...IMPORT_FORMATS),
      rows: fc.integer({ min: 9, max: 300 }),
      left: fc.integer({ min: 0, max: 9 }),
      today,
      steps: fc.array(step, { maxLength: 8, size: 'max' }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('ChangeEntries' as const),
      entries: fc.array(selectedEntry, { maxLength: 8, size: 'max' }),
      change: fc.option(bulkChange, { freq: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('AddRule' as const),
      ruleId: fc.constant(''),
      position: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      ...ruleValues,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('ChangeRule' as const),
      ruleId: transactionId,
      edit: fc.record(ruleValues, { requiredKeys: [] }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('RemoveRule' as const), ruleId: transactionId }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('AddSchedule' as const),
      scheduleId: fc.constant(''),
      today: scheduleToday,
      values: fc.tuple(scheduleValues, scheduleRule).map(([values, rule]) => ({ ...values, rule })) as fc.Arbitrary<
        ValuesOf<'schedule'>
      >,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('ChangeSchedule' as const),
      scheduleId: transactionId,
      today: scheduleToday,
      fromDay: fc.option(scheduleToday, { nil: undefined }),
      edit: fc.record(
        { title, amount: scheduleAmount, rule: scheduleRule, note: fc.constant('by letter') },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('RemoveSchedule' as const), scheduleId: transactionId }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('PostOccurrence' as const),
      ...anyOccurrence,
      entryId: fc.constant(''),
      today: scheduleToday,
      amount: fc.option(amount, { nil: undefined, freq: 2 }),
      byItself: fc.constantFrom(undefined, undefined, true as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('MatchOccurrence' as const), ...anyOccurrence, entry: transactionId }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('SkipOccurrence' as const, 'UnmatchOccurrence' as const),
      ...anyOccurrence,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('OrderRules' as const), ruleIds: fc.constant([]) }) },
  {
    weight: 7,
    arbitrary: fc.record({
      type: fc.constant('PlanBudget' as const),
      plans: fc.array(
        fc.record({ category: budgetCategory, month, amount: fc.oneof(amount, fc.constant(0 as Cents)) }),
        {
          minLength: 1,
          maxLength: 3,
          size: 'max',
        },
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('MoveBudget' as const),
      month,
      leaves: fc.option(budgetCategory, { freq: 3 }),
      enters: fc.option(budgetCategory, { freq: 3 }),
      amount,
      there: fc.constant(null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('SetCarry' as const),
      category: budgetCategory,
      month,
      carry: fc.constantFrom(...CARRIES),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('SetTarget' as const), category: budgetCategory, target }) },
  { weight: 18, arbitrary: anyUndo() },
);

/** The undo of a command, by how many commands before it that stands; without an answer to conflicts. */
function anyUndo() {
  return fc.record({
    type: fc.constant('UndoChangeSet' as const),
    changeSetId: fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 59 })).map(String),
    resolve: fc.constant({}),
    today,
  });
}

function transactionNumber(number: number): string {
  return `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
}

function transferNumber(number: number): string {
  return `00000000-0000-4000-b000-${String(number).padStart(12, '0')}`;
}

function categoryNumber(number: number): string {
  return `00000000-0000-4000-8800-${String(number).padStart(12, '0')}`;
}

function accountNumber(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The number that ends an id. */
const numberIn = (id: string) => Number(id.slice(-12));

/**
 * Gives everything that is made an id of its own, and makes other commands name something that a command before them
 * made, as far as there is one.
 */
function withOwnIds(commands: Command[]): Command[] {
  const made = {
    transactions: [] as string[],
    transfers: [] as string[],
    goals: [] as string[],
    accounts: [] as string[],
    categories: [] as string[],
    rules: [] as string[],
    schedules: [] as string[],
  };
  const idAmong = (ids: readonly string[], id: string) => ids[numberIn(id) % ids.length] ?? id;
  const account = <Id extends string | undefined>(id: Id) =>
    (id === undefined || id === EVERYDAY ? id : (made.accounts[numberIn(id) % made.accounts.length] ?? EVERYDAY)) as Id;
  const make = (ids: string[], id: string) => {
    ids.push(id);
    return id;
  };
  /** A category of the specification, or an own one that there is. */
  const category = <Ref>(ref: Ref): Ref =>
    typeof ref === 'string' && ref.startsWith('00000000')
      ? ((made.categories[numberIn(ref) % made.categories.length] ?? 'Groceries') as Ref)
      : ref;
  type Part = { category: CategoryRef };
  const categorised = <Values extends { category?: unknown; parts?: readonly Part[] | null | undefined }>(
    values: Values,
  ): Values => ({
    ...values,
    ...(values.category !== undefined && { category: category(values.category) }),
    ...(values.parts && { parts: values.parts.map((part) => ({ ...part, category: category(part.category) })) }),
  });
  return commands.map((command, place): Command => {
    switch (command.type) {
      case 'RecordExpense':
      case 'RecordIncome': {
        const transactionId = make(made.transactions, transactionNumber(place));
        return categorised({ ...command, transactionId, accountId: unlessEveryday(account(command.accountId)) });
      }
      case 'AddCategory': {
        const parent = category(command.parent);
        return { ...command, newCategoryId: make(made.categories, categoryNumber(made.categories.length)), parent };
      }
      case 'RenameCategory':
      case 'ArchiveCategory':
      case 'RestoreCategory':
        return { ...command, categoryId: category(command.categoryId) };
      case 'MoveCategory':
        return { ...command, categoryId: category(command.categoryId), parent: category(command.parent) };
      case 'OrderCategories':
        return { ...command, categoryIds: [...new Set(command.categoryIds.map(category))] };
      case 'MergeCategories':
        return { ...command, mergedId: category(command.mergedId), into: category(command.into) };
      case 'PlanBudget': {
        const plans = command.plans.map((plan) => ({ ...plan, category: category(plan.category) }));
        const cells = new Map(plans.map((plan) => [`${plan.category} ${plan.month}`, plan]));
        return { ...command, plans: [...cells.values()] };
      }
      case 'MoveBudget':
        return { ...command, leaves: category(command.leaves), enters: category(command.enters) };
      case 'SetCarry':
      case 'SetTarget':
        return { ...command, category: category(command.category) };
      case 'MakeTransfer': {
        const transferId = make(made.transfers, transferNumber(place));
        return categorised({ ...command, transferId, from: account(command.from), to: account(command.to) });
      }
      case 'CreateGoal':
        return { ...command, goalId: make(made.goals, goalNumber(made.goals.length)) };
      case 'OpenAccount':
        return { ...command, newAccountId: make(made.accounts, accountNumber(made.accounts.length)) };
      case 'ChangeTransaction': {
        const transactionId = idAmong(made.transactions, command.transactionId);
        return { ...command, transactionId, accountId: account(command.accountId), edit: categorised(command.edit) };
      }
      case 'DeleteTransaction':
        return { ...command, transactionId: idAmong(made.transactions, command.transactionId) };
      case 'ChangeTransfer': {
        const transferId = idAmong(made.transfers, command.transferId);
        return categorised({ ...command, transferId, from: account(command.from), to: account(command.to) });
      }
      case 'DeleteTransfer':
        return { ...command, transferId: idAmong(made.transfers, command.transferId) };
      case 'AddMoneyToGoal':
      case 'TakeBackFromGoal':
      case 'DeleteGoal': {
        const goalId = idAmong(made.goals, command.goalId);
        return { ...command, goalId, accountId: unlessEveryday(account(command.accountId)) };
      }
      case 'UpdateGoal':
        return { ...command, goalId: idAmong(made.goals, command.goalId) };
      case 'ImportFile': {
        const own = { accountId: EVERYDAY as string, goalId: '', categoryId: '', scheduleId: '' };
        const accountOf = (id: string) => (id === OWN_ACCOUNT ? own.accountId : account(id));
        const steps = command.steps.map((step, index): ImportStep => {
          const number = 1_000 + 20 * place + index;
          switch (step.does) {
            case 'open account':
              own.accountId = make(made.accounts, accountNumber(made.accounts.length));
              return { ...step, accountId: own.accountId };
            case 'record': {
              const transactionId = make(made.transactions, transactionNumber(number));
              const accountId = accountOf(step.transaction.accountId);
              const { parts, category } = step.transaction;
              const named = { category: parts ? undefined : own.categoryId || category };
              return { ...step, transactionId, transaction: { ...step.transaction, ...named, accountId } };
            }
            case 'add category':
              own.categoryId = make(made.categories, categoryNumber(made.categories.length));
              return { ...step, categoryId: own.categoryId };
            case 'place category':
              return { ...step, categoryId: own.categoryId || step.categoryId };
            case 'archive category': {
              const categoryId = own.categoryId || step.categoryId;
              own.categoryId = '';
              return { ...step, categoryId };
            }
            case 'add rule':
              return { ...step, ruleId: make(made.rules, transactionNumber(number)) };
            case 'add schedule':
              own.scheduleId = make(made.schedules, transactionNumber(number));
              return { ...step, scheduleId: own.scheduleId };
            case 'skip occurrence':
              return { ...step, scheduleId: own.scheduleId || idAmong(made.schedules, step.scheduleId) };
            case 'transfer': {
              const transferId = make(made.transfers, transferNumber(number));
              return { ...step, transferId, transfer: { ...step.transfer, to: accountOf(step.transfer.to) } };
            }
            case 'take away':
              return { ...step, transactionId: idAmong(made.transactions, step.transactionId) };
            case 'match':
              return {
                ...step,
                entryId: idAmong(step.entry === 'transfer' ? made.transfers : made.transactions, step.entryId),
              };
            case 'create goal':
              own.goalId = make(made.goals, goalNumber(made.goals.length));
              return { ...step, goalId: own.goalId };
            case 'save': {
              const goalId = own.goalId || idAmong(made.goals, step.goalId);
              return { ...step, goalId, accountId: accountOf(step.accountId) };
            }
            case 'plan':
            case 'set carry':
            case 'set target':
            case 'set figures':
            case 'match occurrence':
              return step;
            default:
              return { ...step, accountId: accountOf(step.accountId) };
          }
        });
        const saves = steps.map((step) => {
          if (step.does === 'open with') return step.accountId;
          return step.does === 'save' ? `${step.goalId} ${step.accountId}` : null;
        });
        const once = steps.filter((_, index) => saves[index] === null || saves.indexOf(saves[index] ?? null) === index);
        return { ...command, importId: transferNumber(900_000 + place), steps: once };
      }
      case 'ChangeEntries': {
        const { entries, change } = command;
        const selected = entries.map(({ id, kind }) => [
          idAmong(kind === 'transfer' ? made.transfers : made.transactions, id),
          kind,
        ]);
        const once = [...new Map(selected as [string, SelectedEntry['kind']][])].map(([id, kind]) => ({ id, kind }));
        const named = change && categorised({ ...change, accountId: account(change.accountId) });
        return { ...command, entries: once, change: named };
      }
      case 'AssertBalance':
      case 'MakeInitialDeposit':
      case 'AdjustBalance':
        return { ...command, accountId: unlessEveryday(account(command.accountId)) };
      case 'RenameAccount':
      case 'CloseAccount':
      case 'ReopenAccount':
      case 'SetBudgeted':
        return { ...command, accountId: account(command.accountId) };
      case 'AddSchedule': {
        const { values } = command;
        const accountId = values.accountId && account(values.accountId);
        const scheduleId = make(made.schedules, transactionNumber(place));
        return { ...command, scheduleId, values: { ...categorised(values), accountId: unlessEveryday(accountId) } };
      }
      case 'ChangeSchedule':
      case 'RemoveSchedule':
      case 'SkipOccurrence':
      case 'UnmatchOccurrence':
        return { ...command, scheduleId: idAmong(made.schedules, command.scheduleId) };
      case 'PostOccurrence': {
        const scheduleId = idAmong(made.schedules, command.scheduleId);
        return { ...command, scheduleId, entryId: make(made.transactions, transactionNumber(place)) };
      }
      case 'MatchOccurrence': {
        const scheduleId = idAmong(made.schedules, command.scheduleId);
        return { ...command, scheduleId, entry: idAmong(made.transactions, command.entry) };
      }
      case 'AddRule':
        return { ...command, ruleId: make(made.rules, transactionNumber(place)) };
      case 'ChangeRule':
        return { ...command, ruleId: idAmong(made.rules, command.ruleId) };
      case 'RemoveRule': {
        const ruleId = idAmong(made.rules, command.ruleId);
        made.rules = made.rules.filter((each) => each !== ruleId);
        return { ...command, ruleId };
      }
      case 'OrderRules':
        return { ...command, ruleIds: made.rules.toReversed() };
      case 'UndoChangeSet':
        return { ...command, changeSetId: `command ${place - 1 - (Number(command.changeSetId) % Math.max(place, 1))}` };
      default:
        return command;
    }
  });
}

function goalNumber(number: number): string {
  return `00000000-0000-4000-a000-${String(number).padStart(12, '0')}`;
}
