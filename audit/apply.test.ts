import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '#ledger/decide/commands.ts';
import type { DecodedEvent } from '#ledger/events.ts';
import { evolve } from '#ledger/evolve.ts';
import { EMPTY, type LedgerState } from '#ledger/history.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { type EntityKind, FIELDS } from '#ledger/model/fields.ts';
import type { Cents } from '#ledger/model/money.ts';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { assertWithCases } from '#ledger/testing/assert-with-cases.ts';
import { undone } from '#ledger/testing/entangled-commands.ts';
import { carriedOut, idNumber, recordedAt } from '#ledger/testing/scenario.ts';
import { applyToAudit } from './apply.ts';
import { ChangeSets } from './change-sets.ts';
import { type AuditLedger, auditedBalance, disagreements, emptyLedger } from './model/audit-ledger.ts';
import { canonical } from './model/canonical.ts';
import { toMicroseconds } from './model/instants.ts';

/** The values of all fields of a kind in their order; null if there is none. */
function fieldsOf(kind: EntityKind, values: object): object {
  const named = values as Record<string, unknown>;
  return Object.fromEntries(Object.keys(FIELDS[kind]).map((field) => [field, named[field] ?? null]));
}

/** The books that a state and the audit's have in common, with amounts as text. */
function booksOfState(state: LedgerState) {
  const { accounts, goals, transactions, transfers, rules, figures, payment, unfinished, since } = state;
  return {
    accounts: [...accounts].map(([id, { balance, place, ...fields }]) => [
      id,
      { ...fieldsOf('account', fields), balance, place },
    ]),
    goals: [...goals].map(([id, { currentAmount, reachedOn = null, place, ...fields }]) => [
      id,
      { ...fieldsOf('goal', fields), currentAmount, reachedOn, place },
    ]),
    transactions: [...transactions]
      .map(([id, { title, amount, category = null, wallet = null, accountId = EVERYDAY, receiptId = null, parts }]) => [
        id,
        { title, amount, category, wallet, accountId, receiptId, parts: parts ? canonical(parts) : null },
      ])
      .sort(),
    transfers: [...transfers]
      .map(([id, { from, to, amount, date, title = null, category = null }]) => [
        id,
        { from, to, amount, date, title, category },
      ])
      .sort(),
    rules: [...rules].map(([ruleId, { version, when, then, stop, isOn }]) => ({
      ...{ ruleId, version, whenFound: canonical(when), thenSet: canonical(then), stops: stop, isOn },
    })),
    figures,
    payment: payment.status,
    unfinished,
    since,
  };
}

/** The id in the name of an entry. */
const idOf = (name: string) => name.slice(name.indexOf(' ') + 1);

function booksOfAudit(ledger: AuditLedger): ReturnType<typeof booksOfState> {
  const { accounts, goals, entries, rules, figures, payment, run, since } = ledger;
  const byPlace = ([, left]: [string, { place: bigint }], [, right]: [string, { place: bigint }]) =>
    left.place < right.place ? -1 : 1;
  return {
    accounts: [...accounts].sort(byPlace),
    goals: [...goals]
      .sort(byPlace)
      .map(([id, { currentAmount, reachedOn, place, ...fields }]) => [
        id,
        { ...fieldsOf('goal', fields), currentAmount, reachedOn, place },
      ]),
    transactions: [...entries]
      .filter(([, { type }]) => type !== 'Transfer')
      .map(([name, { title, amount, category, wallet, accountId, receiptId, parts }]) => [
        idOf(name),
        { title, amount, category, wallet, accountId, receiptId, parts },
      ])
      .sort(),
    transfers: [...entries]
      .filter(([, { type }]) => type === 'Transfer')
      .map(([name, { accountId: from, toAccount: to, amount, date, title, category }]) => [
        idOf(name),
        { from, to, amount, date, title, category },
      ])
      .sort(),
    rules,
    figures,
    payment: payment.status,
    unfinished: run && run.left > 0 ? { changeSetId: run.changeSetId, first: run.first, left: run.left } : null,
    since,
  } as unknown as ReturnType<typeof booksOfState>;
}

/** A value as JSON, with amounts as text. */
const asText = (value: unknown) => JSON.stringify(value, (_, nested) => inText(nested));
const inText = (value: unknown) => (typeof value === 'bigint' || typeof value === 'number' ? String(value) : value);

/** Applies events to the audit's state and to the ledger's, and expects no contradiction, and the same after each. */
function expectAgreement(events: readonly DecodedEvent[]): void {
  const ledger = emptyLedger(0n);
  const changeSets = new ChangeSets();
  let state = EMPTY;
  for (const recorded of events) {
    const { event, metadata, revision } = recorded;
    state = evolve(state, recorded);
    const contradictions = [
      ...applyToAudit(ledger, event, metadata, revision),
      ...changeSets.take(recorded, revision, true),
      ...disagreements(ledger),
    ];
    // `expect`, and sorting the properties, would take half the time: they are left for what differs.
    const [audited, held] = [asText(booksOfAudit(ledger)), asText(booksOfState(state))];
    if (contradictions.length > 0 || auditedBalance(ledger) !== BigInt(state.balance) || audited !== held) {
      expect(contradictions).toEqual([]);
      expect(auditedBalance(ledger)).toBe(BigInt(state.balance));
      expect(canonical(JSON.parse(audited))).toBe(canonical(JSON.parse(held)));
    }
  }
  expect(statuses(changeSets.all)).toEqual(statuses(state.history.changeSets));
  expect([...ledger.events.keys()]).toEqual(state.history.events.map(({ revision }) => revision));
}

type Status = ReturnType<ChangeSets['all']['get']> | ReturnType<LedgerState['history']['changeSets']['get']>;

function statuses(changeSets: ReadonlyMap<string, NonNullable<Status>>) {
  return [...changeSets].map(([id, { kind, first, last, recordedAt, inputHash, undoes, undoneBy, accounts }]) => ({
    id,
    ...{ kind, first, last, inputHash, undoes, undoneBy },
    recordedAt: toMicroseconds(recordedAt),
    accounts: [...accounts].sort(),
  }));
}

test('no event that decide gives is a contradiction, and the ledger and the audit agree after each', () => {
  const counts = { undos: 0, imports: 0 };
  assertWithCases(
    fc.property(anyCommands(), (commands) => {
      const { events } = carriedOut(commands);
      counts.imports += events.filter(({ event }) => event.type === 'FileImported' && event.data.count > 1).length;
      counts.undos += events.filter(({ event }) => event.type === 'ChangeSetUndone').length;
      expectAgreement(events);
    }),
    300,
    counts,
    15,
  );
});

test('nor is one of an undo with answers to what stands in its way', () => {
  const answers = fc.array(fc.constantFrom('now' as const, 'then' as const), { minLength: 1, maxLength: 20 });
  const counts = { answered: 0 };
  assertWithCases(
    fc.property(anyCommands(), answers, (commands, answers) => {
      const { events } = carriedOut(commands, answers);
      counts.answered += events.filter(({ event }) => event.type === 'ChangeSetUndone' && event.data.resolve).length;
      expectAgreement(events);
    }),
    1_000,
    counts,
    8,
  );
});

test('an undo of plans after others with answers agrees, too', () => {
  const answers = fc.array(fc.constantFrom('now' as const, 'then' as const), { minLength: 1, maxLength: 20 });
  const month = fc.constant('2026-01');
  const category = fc.constantFrom('Groceries', 'Travel');
  const amount = fc.nat({ max: 500 }).map((amount) => amount as Cents);
  const plans = fc.uniqueArray(fc.record({ category, month, amount }), {
    minLength: 1,
    maxLength: 3,
    selector: cellOf,
  });
  const sides = { leaves: 'Groceries', enters: 'Travel', there: null };
  const command = fc.oneof(
    plans.map((plans): Command => ({ type: 'PlanBudget', plans })),
    fc.record({ month, amount }).map((moved): Command => ({ type: 'MoveBudget', ...moved, ...sides })),
    { weight: 2, arbitrary: fc.nat({ max: 12 }).map((number) => undone(number)) },
  );
  let answered = 0;
  fc.assert(
    fc.property(fc.array(command, { minLength: 4, maxLength: 14 }), answers, (commands, answers) => {
      const { events } = carriedOut(commands, answers);
      answered += events.filter(({ event }) => event.type === 'ChangeSetUndone' && event.data.resolve).length;
      expectAgreement(events);
    }),
    { numRuns: 1_000 },
  );
  expect(answered).toBeGreaterThan(60);
});

const cellOf = ({ category, month }: { category: string; month: string }) => `${category} ${month}`;

/** An import that opens two accounts, and records an income in the second. */
const imported = (accounts: readonly [string, string]): Command => {
  const [date, amount] = ['2026-01-01', 100 as Cents];
  const opening = { does: 'open account', kind: 'Checking', openingBalance: 0 as Cents } as const;
  return {
    ...{
      type: 'ImportFile',
      importId: idNumber(8),
      fileName: 'march.csv',
      format: 'csv',
      rows: 1,
      left: 0,
      today: date,
    },
    steps: [
      ...accounts.map((accountId, index) => ({ ...opening, accountId, name: `Bank ${index + 1}` })),
      {
        does: 'record',
        transactionId: INCOME,
        transaction: { type: 'Income', title: 'Salary', amount, date, accountId: accounts[1], category: 'Salary' },
        imported: { line: 1, key: 'a'.repeat(64), date, amount },
      },
    ],
  };
};
const INCOME = idNumber(9);
const FIRST = idNumber(1);
const SECOND = idNumber(2);
const edited = (edit: { title: string } | { accountId: string }): Command => ({
  ...{ type: 'ChangeTransaction', transactionId: INCOME, accountId: undefined, edit: {} },
  ...('title' in edit ? { edit } : edit),
});

test('an import is undone whose entry was moved to another of its accounts and back: where it was since does not count', () => {
  const commands = [
    imported([FIRST, SECOND]),
    edited({ accountId: FIRST }),
    undone(1),
    edited({ title: 'Wages' }),
    undone(0),
  ];
  for (const answer of ['now', 'then'] as const) expectAgreement(carriedOut(commands, [answer]).events);
});

test('an undo of a merge brings no category of incomes into an expense', () => {
  const [bonus, other] = [idNumber(2), idNumber(3)];
  const part = (category: string) => ({ amount: 200 as Cents, category });
  const expense = { transactionId: INCOME, title: 'Prize', amount: 400 as Cents, date: '2026-01-01' };
  const edit = (edit: Extract<Command, { type: 'ChangeTransaction' }>['edit']): Command => ({
    ...{ type: 'ChangeTransaction', transactionId: INCOME, edit },
  });
  const commands: Command[] = [
    { type: 'AddCategory', newCategoryId: bonus, name: 'Bonus', kind: 'Income' },
    { type: 'AddCategory', newCategoryId: other, name: 'Prizes', kind: 'Income' },
    { type: 'MakeInitialDeposit', amount: 1_000 as Cents, accountId: undefined },
    { type: 'RecordExpense', ...expense, wallet: 'Bank', category: 'Travel' },
    edit({ type: 'Income', category: 'Salary' }),
    edit({ parts: [part('Travel'), part(bonus)] }),
    { type: 'MergeCategories', mergedId: bonus, into: other, entries: [] },
    ...[undone(4), undone(6)],
  ];
  expectAgreement(carriedOut(commands, ['then']).events);
});

test('a merge is redone whose other category is gone by then', () => {
  const [from, into] = [idNumber(2), idNumber(3)];
  const commands: Command[] = [
    { type: 'AddCategory', newCategoryId: from, name: 'Rye', kind: 'Expense' },
    { type: 'AddCategory', newCategoryId: into, name: 'Bread', kind: 'Expense' },
    { type: 'MergeCategories', mergedId: from, into, entries: [] },
    ...[undone(1), undone(2), undone(4)],
  ];
  expectAgreement(carriedOut(commands, ['then']).events);
});

test('a merge is not done again into a category that was merged into this one since', () => {
  const [from, into] = [2, 3].map(idNumber) as [string, string];
  const commands: Command[] = [
    { type: 'AddCategory', newCategoryId: from, name: 'From', kind: 'Expense' },
    { type: 'AddCategory', newCategoryId: into, name: 'Into', kind: 'Expense' },
    { type: 'MergeCategories', mergedId: from, into, entries: [] },
    undone(2),
    { type: 'MergeCategories', mergedId: into, into: from, entries: [] },
    { type: 'PlanBudget', plans: [{ category: from, month: '2026-01', amount: 100 as Cents }] },
    undone(3),
  ];
  const { events, state } = carriedOut(commands, ['now']);
  expectAgreement(events);
  expect([state.categories.has(from), state.categories.has(into)]).toEqual([true, false]);
});

test('additions and merges of few categories, undone and redone in any order, agree', () => {
  const ids = [2, 3, 4].map(idNumber);
  const added = ids.map(
    (newCategoryId, at): Command => ({ type: 'AddCategory', newCategoryId, name: `Own ${at}`, kind: 'Expense' }),
  );
  const id = fc.constantFrom(...ids, 'Groceries');
  const amount = fc.integer({ min: 1, max: 500 }).map((amount) => amount as Cents);
  const plans = (category: string, amount: Cents) => [{ category, month: '2026-01', amount }];
  const command = fc.oneof(
    fc.tuple(fc.constantFrom(...ids), id).map(
      ([mergedId, into]): Command => ({
        ...{ type: 'MergeCategories', mergedId, into, entries: [] },
      }),
    ),
    fc.tuple(id, amount).map(
      ([category, amount]): Command => ({
        ...{ type: 'PlanBudget', plans: plans(category, amount) },
      }),
    ),
    { weight: 4, arbitrary: fc.nat({ max: 15 }).map((number) => undone(number)) },
  );
  const answers = fc.array(fc.constantFrom('now' as const, 'then' as const), { minLength: 1, maxLength: 20 });
  let redone = 0;
  fc.assert(
    fc.property(fc.array(command, { minLength: 4, maxLength: 16 }), answers, (commands, answers) => {
      const { events } = carriedOut([...added, ...commands], answers);
      redone += events.filter(({ event }) => event.type === 'ChangeSetUndone' && event.data.chain.length === 2).length;
      expectAgreement(events);
    }),
    { numRuns: 1_000 },
  );
  expect(redone).toBeGreaterThan(30);
});

test.each([[[FIRST, SECOND]], [[SECOND, FIRST]]])('two accounts go: %j', (accounts) => {
  // The entry is recorded in the first, by hand, and moved to the second.
  const recorded: Command = {
    ...{ type: 'RecordIncome', transactionId: idNumber(7), title: 'Gift', amount: 500 as Cents, date: '2026-01-01' },
    ...{ accountId: FIRST, category: 'Gifts' },
  };
  const commands = [
    imported(accounts as [string, string]),
    recorded,
    { ...edited({ accountId: SECOND }), transactionId: idNumber(7) } as Command,
    undone(0),
  ];
  expectAgreement(carriedOut(commands, ['then']).events);
});

test.each([1, 21])('%i parts are a contradiction', (count) => {
  const amount = (count * 100) as Cents;
  const parts = Array.from({ length: count }, () => ({ amount: 100 as Cents, category: 'Other' as const }));
  const data = {
    transactionId: idNumber(1),
    title: 'Market',
    amount,
    date: '2026-11-20',
    wallet: 'Bank' as const,
    parts,
  };
  const { event, metadata, revision } = recordedAt({ type: 'ExpenseRecorded', data }, 0n);
  expect(applyToAudit(emptyLedger(0n), event, metadata, revision)).toEqual([
    { field: `transaction ${idNumber(1)}.parts`, expected: '2 to 20', found: String(count) },
  ]);
});
