import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../decide/commands.ts';
import { decide } from '../decide/decide.ts';
import type { DecodedEvent, LedgerEvent } from '../events.ts';
import { fold } from '../evolve.ts';
import { EMPTY, type LedgerState } from '../history.ts';
import { cellId, cellOf } from '../model/budget.ts';
import { GIVEN_CATEGORIES, NO_CATEGORY } from '../model/categories.ts';
import { EVERYDAY, EVERYDAY_KIND } from '../model/constants.ts';
import type { Part } from '../model/state.ts';
import { anyCommands } from '../testing/any-commands.ts';
import { ENTRY, entangled, planned, recorded, schedule, undone } from '../testing/entangled-commands.ts';
import { carriedOut, completed, idNumber, recordedAt, stored, units } from '../testing/scenario.ts';
import { previewUndo } from './preview-undo.ts';
import { restOfUndo } from './undo.ts';

// The books, worked out without `evolve` and without the planning of undo.

type Fields = Record<string, unknown>;
type Books = {
  balances: Record<string, number>;
  entities: Record<string, Fields>;
  saved: Record<string, number>;
  /** The confirmed balances, by account and day. */
  confirmed: Record<string, number>;
  /** The plans, by category and month. */
  planned: Record<string, number>;
  /** The carrying over by category and month, and the targets of categories, as last set. */
  said: Record<string, unknown>;
};

const WITHOUT: readonly string[] = [
  'transactionId',
  'transferId',
  'goalId',
  'place',
  'recordedAt',
  'changedAt',
  'reachedOn',
  // Who set fields is tested in origins.test.ts.
  'set',
  'madeBy',
];

/** The events of commands that are neither undone nor an undo. */
function inForce(events: readonly DecodedEvent[]): DecodedEvent[] {
  const undone = new Map<string, string | null>();
  for (const { event, metadata } of events) {
    if (event.type !== 'ChangeSetUndone') continue;
    const undoes = new Map(
      events.flatMap(({ event: { type, data }, metadata: { commandId } }) =>
        type === 'ChangeSetUndone' ? [[commandId, data.changeSetId]] : [],
      ),
    );
    let by = metadata.commandId;
    let isOff = true;
    for (let id: string | undefined = event.data.changeSetId; id !== undefined; id = undoes.get(id)) {
      undone.set(id, isOff ? by : null);
      by = id;
      isOff = !isOff;
    }
  }
  const undos = new Set(
    events.filter(({ event }) => event.type === 'ChangeSetUndone').map(({ metadata }) => metadata.commandId),
  );
  return events.filter(({ metadata }) => !undos.has(metadata.commandId) && !undone.get(metadata.commandId));
}

/** The books by events alone: each does what it did, as a difference. */
function booksBy(events: readonly DecodedEvent[], all: readonly DecodedEvent[]): Books {
  const books: Books = {
    balances: { [EVERYDAY]: 0 },
    entities: { [EVERYDAY]: { name: 'Everyday', kind: EVERYDAY_KIND, isOpen: true } },
    saved: {},
    confirmed: confirmedBy(events),
    planned: {},
    said: {},
  };
  /** The categories that others were merged with. */
  const merged = new Map<string, string>();
  const move = (accountId: string | undefined, amount: number) => {
    const id = accountId ?? EVERYDAY;
    books.balances[id] = (books.balances[id] ?? 0) + amount;
  };
  const value = (fields: Fields, sign: 1 | -1) => {
    if (fields.from) {
      move(String(fields.from), -sign * Number(fields.amount));
      move(String(fields.to), sign * Number(fields.amount));
    } else move(fields.accountId as string, (fields.type === 'Expense' ? -sign : sign) * Number(fields.amount));
  };
  const put = (id: string, after: Fields | undefined) => {
    const before = books.entities[id];
    if (before) value(before, -1);
    if (after) {
      value(after, 1);
      books.entities[id] = after;
    } else delete books.entities[id];
  };
  for (const { event, revision } of events) {
    const { type, data } = event;
    switch (type) {
      case 'ExpenseRecorded':
      case 'IncomeRecorded':
        // The hash is of the event alone: the transaction has the receipt's id.
        put(data.transactionId, {
          type: type === 'ExpenseRecorded' ? 'Expense' : 'Income',
          ...data,
          receiptHash: undefined,
          imported: undefined,
        });
        break;
      case 'TransferMade':
        put(data.transferId, { ...data, imported: undefined });
        break;
      case 'TransactionChanged':
        if (books.entities[data.transactionId])
          put(data.transactionId, { ...books.entities[data.transactionId], ...differing(data.before, data.after) });
        break;
      case 'TransferChanged':
        if (books.entities[data.transferId])
          put(data.transferId, { ...books.entities[data.transferId], ...differing(data.before, data.after) });
        break;
      case 'TransactionDeleted':
        put(data.transactionId, undefined);
        break;
      case 'TransferDeleted':
        put(data.transferId, undefined);
        break;
      case 'InitialDepositMade':
        move(data.accountId, data.amount);
        break;
      case 'BalanceAdjusted':
        move(data.accountId, data.to - data.from);
        break;
      case 'MonthlyFiguresSet':
        books.entities.figures = data;
        break;
      case 'GoalCreated':
        books.entities[data.goalId] = data;
        books.saved[data.goalId] = 0;
        break;
      case 'GoalUpdated': {
        const { title, finalAmount, category, description, wantedBy } = data;
        const before = lastOf(all, data.goalId, revision);
        if (!books.entities[data.goalId]) break;
        books.entities[data.goalId] = {
          ...books.entities[data.goalId],
          ...differing(before, { title, finalAmount, category, description, wantedBy }),
        };
        break;
      }
      case 'MoneyAddedToGoal':
        if (!books.entities[data.goalId]) break;
        books.saved[data.goalId] = (books.saved[data.goalId] ?? 0) + data.amount;
        move(data.accountId, -data.amount);
        break;
      case 'MoneyTakenFromGoal':
        if (!books.entities[data.goalId]) break;
        books.saved[data.goalId] = (books.saved[data.goalId] ?? 0) - data.amount;
        move(data.accountId, data.amount);
        break;
      case 'GoalDeleted':
        if (!books.entities[data.goalId]) break;
        move(data.accountId, books.saved[data.goalId] ?? 0);
        delete books.entities[data.goalId];
        delete books.saved[data.goalId];
        break;
      case 'RuleAdded': {
        const { when, then, stop, isOn } = data;
        books.entities[data.ruleId] = { when, then, stop, isOn };
        break;
      }
      case 'RuleChanged': {
        const { when, then, stop, isOn } = data;
        const before = lastOfRule(all, data.ruleId, revision);
        if (!books.entities[data.ruleId]) break;
        books.entities[data.ruleId] = {
          ...books.entities[data.ruleId],
          ...differing(before, { when, then, stop, isOn }),
        };
        break;
      }
      case 'RuleRemoved':
        delete books.entities[data.ruleId];
        break;
      case 'AccountOpened': {
        const { accountId, openingBalance = 0, ...account } = data;
        books.entities[accountId] = { ...account, isOpen: true };
        move(accountId, openingBalance);
        break;
      }
      case 'AccountRenamed':
        if (books.entities[data.accountId])
          books.entities[data.accountId] = { ...books.entities[data.accountId], name: data.to };
        break;
      case 'AccountClosed':
      case 'AccountReopened':
        if (books.entities[data.accountId])
          books.entities[data.accountId] = { ...books.entities[data.accountId], isOpen: type === 'AccountReopened' };
        break;
      case 'AccountBudgetedSet': {
        const isBudgeted = data.isBudgeted ? undefined : false;
        if (books.entities[data.accountId])
          books.entities[data.accountId] = { ...books.entities[data.accountId], isBudgeted };
        break;
      }
      case 'CategoryAdded':
        books.entities[data.categoryId] = { ...data, categoryId: undefined, isArchived: false };
        break;
      case 'CategoryRenamed':
      case 'CategoryMoved': {
        const before = books.entities[data.categoryId];
        const after = type === 'CategoryRenamed' ? { name: data.to } : { parent: data.to };
        if (before) books.entities[data.categoryId] = { ...before, ...after };
        break;
      }
      case 'CategoryPlaced':
      case 'CategoryArchived':
      case 'CategoryUnarchived': {
        const given = GIVEN_CATEGORIES.get(data.categoryId);
        const before = books.entities[data.categoryId] ?? (given && { ...given, place: undefined });
        if (!before) break;
        const set = type === 'CategoryPlaced' ? { position: data.to } : { isArchived: type === 'CategoryArchived' };
        const after: Fields = { ...before, ...set };
        if (given && !after.isArchived && after.position === undefined) delete books.entities[data.categoryId];
        else books.entities[data.categoryId] = after;
        break;
      }
      case 'CategoryRemoved':
        delete books.entities[data.categoryId];
        if (data.into !== undefined) merged.set(data.categoryId, data.into);
        break;
      case 'BudgetPlanned': {
        // With what the categories have that were merged with it by then.
        const current = (id: string): string => (merged.has(id) ? current(merged.get(id) ?? '') : id);
        delete books.planned[cellId(data)];
        books.planned[cellId(data)] = Object.entries(books.planned)
          .filter(([id]) => cellOf(id).month === data.month && current(cellOf(id).categoryId) === data.categoryId)
          .reduce((rest, [, amount]) => rest - amount, Number(data.to));
        break;
      }
      case 'BudgetMoved':
        books.planned[cellId(data)] = (books.planned[cellId(data)] ?? 0) + data.to - data.from;
        break;
      case 'BudgetCarrySet':
        books.said[`carry ${cellId(data)}`] = { carry: data.carry, place: Number(revision) };
        break;
      case 'BudgetTargetSet':
        books.said[`target ${data.categoryId}`] = data.target;
        break;
      case 'LedgerReset':
        return booksBy(
          events.filter((recorded) => recorded.revision > revision),
          all,
        );
      default:
    }
  }
  return books;
}

/** The balance of the last confirmation of each account and day. */
function confirmedBy(events: readonly { event: { type: string; data: unknown } }[]): Record<string, number> {
  const confirmed: Record<string, number> = {};
  const reset = events.findLastIndex(({ event }) => event.type === 'LedgerReset');
  for (const { event } of events.slice(reset + 1)) {
    if (event.type !== 'BalanceAsserted') continue;
    const { accountId, date, balance } = event.data as LedgerEvent<'BalanceAsserted'>['data'];
    const day = `${accountId ?? EVERYDAY} ${date}`;
    if (balance === undefined) delete confirmed[day];
    else confirmed[day] = balance;
  }
  return confirmed;
}

/** The fields of a goal that the event before a revision gave it. */
function lastOf(all: readonly DecodedEvent[], goalId: string, revision: bigint): Fields {
  const last = all.findLast(
    ({ event, revision: earlier }) =>
      earlier < revision &&
      (event.type === 'GoalCreated' || event.type === 'GoalUpdated' || event.type === 'GoalRestored') &&
      event.data.goalId === goalId,
  )?.event as LedgerEvent<'GoalUpdated'>;
  const { title, finalAmount, category, description, wantedBy } = last.data;
  return { title, finalAmount, category, description, wantedBy };
}

/** The fields of a rule that the event before a revision gave it. */
function lastOfRule(all: readonly DecodedEvent[], ruleId: string, revision: bigint): Fields {
  const last = all.findLast(
    ({ event, revision: earlier }) =>
      earlier < revision &&
      (event.type === 'RuleAdded' || event.type === 'RuleChanged' || event.type === 'RuleRestored') &&
      event.data.ruleId === ruleId,
  )?.event as LedgerEvent<'RuleChanged'>;
  const { when, then, stop, isOn } = last.data;
  return { when, then, stop, isOn };
}

function differing(before: Fields, after: Fields): Fields {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    fields
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, after[field]]),
  );
}

/** The books of a state, in the same form. */
function booksOf({
  accounts,
  goals,
  categories,
  transactions,
  transfers,
  rules,
  figures,
  plans,
  carries,
  targets,
  history,
}: LedgerState): Books {
  const kept = [...categories].filter(
    ([id, { isArchived, position }]) => isArchived || position !== undefined || !GIVEN_CATEGORIES.has(id),
  );
  return {
    balances: Object.fromEntries([...accounts].map(([id, { balance }]) => [id, balance])),
    entities: {
      ...Object.fromEntries([...accounts].map(([id, { balance: _, place: _p, ...account }]) => [id, account])),
      ...Object.fromEntries([...goals].map(([id, { currentAmount: _, ...goal }]) => [id, goal])),
      ...Object.fromEntries(kept.map(([id, { place: _, ...category }]) => [id, category])),
      ...Object.fromEntries([...transactions, ...transfers]),
      ...Object.fromEntries([...rules].map(([id, { version: _, ...rule }]) => [id, rule])),
      ...(figures && { figures }),
    },
    saved: Object.fromEntries([...goals].map(([id, { currentAmount }]) => [id, currentAmount])),
    confirmed: confirmedBy(history.events),
    planned: Object.fromEntries(plans),
    said: Object.fromEntries([
      ...[...carries].map(([cell, setting]) => [`carry ${cell}`, setting]),
      ...[...targets].map(([categoryId, target]) => [`target ${categoryId}`, target]),
    ]),
  };
}

/**
 * Books in which an entry has the category that one was merged with, or none, where its own is not there. So have
 * plans; what was planned for one that is nowhere is planned for nothing.
 */
function withCategoriesOf({ categories, merged }: LedgerState, { entities, planned, ...books }: Books): Books {
  const current = (id: string): string | undefined => {
    const into = merged.get(id);
    return categories.has(id) || into === undefined ? (categories.has(id) ? id : undefined) : current(into);
  };
  const fitting = ({ category, parts, ...fields }: Fields): Fields => ({
    ...fields,
    category: category === undefined ? undefined : current(String(category)),
    parts: (parts as Part[] | undefined)?.map((part) => ({
      ...part,
      category: current(part.category) ?? (fields.type === 'Expense' ? 'Other' : 'Other income'),
    })),
  });
  const isEntry = ({ type, from }: Fields) => type === 'Expense' || type === 'Income' || from !== undefined;
  const plans: Record<string, number> = {};
  for (const [id, amount] of Object.entries(planned)) {
    const { categoryId, month } = cellOf(id);
    const there = categoryId === NO_CATEGORY ? categoryId : current(categoryId);
    if (there === undefined) continue;
    const cell = cellId({ categoryId: there, month });
    plans[cell] = (plans[cell] ?? 0) + amount;
  }
  return {
    ...books,
    planned: plans,
    entities: Object.fromEntries(
      Object.entries(entities).map(([id, fields]) => [id, isEntry(fields) ? fitting(fields) : fields]),
    ),
  };
}

/** Books with no field that says nothing, no plan of nothing, and no account that is not there. */
function bare({ balances, entities, planned, said, ...books }: Books): Books {
  const present = (fields: Fields) =>
    Object.entries(fields).filter(([field, value]) => value !== undefined && !WITHOUT.includes(field));
  return {
    balances: Object.fromEntries(Object.entries(balances).filter(([id, balance]) => balance !== 0 || entities[id])),
    entities: Object.fromEntries(
      Object.entries(entities).map(([id, fields]) => [id, Object.fromEntries(present(fields).sort())]),
    ),
    planned: Object.fromEntries(Object.entries(planned).filter(([, amount]) => amount !== 0)),
    said: Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    ...books,
  };
}

test('random commands with random undos, where nothing stands in the way, lead to the books without what was undone', () => {
  let undos = 0;
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      const { events, state } = carriedOut(commands);
      const since = events.slice(
        Math.max(
          0,
          events.findLastIndex(({ event }) => event.type === 'LedgerReset'),
        ),
      );
      undos += since.filter(({ event }) => event.type === 'ChangeSetUndone').length;
      expect(bare(booksOf(state))).toEqual(bare(withCategoriesOf(state, booksBy(inForce(since), events))));
      expect([...state.goals.values()].map(({ place }) => place)).toEqual(
        [...state.goals.values()].map(({ place }) => place).sort((a, b) => a - b),
      );
    }),
    { numRuns: 1_000 },
  );
  expect(undos).toBeGreaterThan(300);
});

test('undoing everything, the newest first, always works and leaves nothing', () => {
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      const done = carriedOut(commands.filter(({ type }) => type !== 'UndoChangeSet' && type !== 'ResetLedger'));
      const { payment } = done.state;
      let { state } = done;
      for (const [changeSetId, { kind }] of [...state.history.changeSets].reverse()) {
        const decision = decide({ type: 'UndoChangeSet', changeSetId, resolve: {}, today: '2026-01-01' }, state);
        if (kind === 'payment') expect(decision).toMatchObject({ outcome: 'rejected', reason: 'not_undoable' });
        if (decision.outcome !== 'events') {
          expect(kind).toBe('payment');
          continue;
        }
        const first = (state.history.events.at(-1)?.revision ?? -1n) + 1n;
        const recorded = decision.events.map((event, offset) =>
          stored(recordedAt(event, first + BigInt(offset), `undo ${changeSetId}`)),
        );
        // However many of its events are there, the rest can be worked out.
        for (let count = 1; count < recorded.length; count += 1) {
          const partly = fold(state, recorded.slice(0, count));
          expect(partly.unfinished).toEqual({
            changeSetId: `undo ${changeSetId}`,
            first,
            left: recorded.length - count,
          });
          expect(restOfUndo(partly, partly.unfinished as NonNullable<LedgerState['unfinished']>)).toEqual(
            decision.events.slice(count),
          );
        }
        state = fold(state, recorded);
        expect(state.unfinished).toBe(null);
      }
      const { history: _, occurrences, ...rest } = state;
      const { history: __, occurrences: ___, ...empty } = EMPTY;
      expect(rest).toEqual({ ...empty, payment });
      // An occurrence that was posted by itself never is again.
      for (const mark of occurrences.values()) expect(mark).toMatchObject({ byItself: true });
    }),
    { numRuns: 500 },
  );
});

const deposit: Command = { type: 'MakeInitialDeposit', amount: units(10), accountId: undefined };
const edited = (edit: Extract<Command, { type: 'ChangeTransaction' }>['edit']): Command => ({
  type: 'ChangeTransaction',
  transactionId: ENTRY,
  edit,
});

/** The events of a command; none if it is refused. */
function eventsBy(command: Command, state: LedgerState): readonly LedgerEvent[] {
  const decision = decide(completed(command, state), state);
  return decision.outcome === 'events' ? decision.events : [];
}

/** The events of an undo, with an answer to each conflict; none if it is refused. */
function undoneWith(
  state: LedgerState,
  changeSetId: string,
  answer: (index: number) => 'now' | 'then',
): readonly LedgerEvent[] {
  const command = { type: 'UndoChangeSet' as const, changeSetId, today: '2026-01-01' };
  const { conflicts } = previewUndo(state, changeSetId, command.today);
  const resolve = Object.fromEntries(conflicts.map(({ id }, index) => [id, answer(index)]));
  const decision = decide({ ...command, resolve }, state);
  return decision.outcome === 'events' ? decision.events : [];
}

const allOf = (state: LedgerState) => ({ ...bare(booksOf(state)), schedules: [...state.schedules] });

test.each([
  ['entries and all that is about them', entangled, { answered: 20, compared: 1_000, closed: 300 }],
  ['plans of categories that are merged', planned, { answered: 1, compared: 1_000, closed: -1 }],
])('the undo of the last command or undo gives the books before, the redo those after it: %s', (_, any, least) => {
  const seen = { answered: 0, compared: 0, closed: 0 };
  const answers = fc.array(fc.constantFrom('now' as const, 'then' as const), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(any(), answers, (commands, answers) => {
      let state = EMPTY;
      const next = () => (state.history.events.at(-1)?.revision ?? -1n) + 1n;
      const after = (events: readonly LedgerEvent[], id: string) =>
        fold(
          state,
          events.map((event, offset) => stored(recordedAt(event, next() + BigInt(offset), id))),
        );
      for (const [index, command] of commands.entries()) {
        const id = `command ${index}`;
        const events =
          command.type === 'UndoChangeSet'
            ? undoneWith(state, command.changeSetId, (at) => answers[at % answers.length] ?? 'now')
            : eventsBy(command, state);
        if (events.length === 0) continue;
        const [first] = events;
        if (first?.type === 'ChangeSetUndone' && first.data.resolve) seen.answered += 1;
        const before = state;
        state = after(events, id);
        const done = state;
        const taken = entriesOfOccurrences(state);
        expect(taken).toEqual([...new Set(taken)]);
        seen.closed += taken.length;
        const undo = undoneWith(state, id, () => 'now');
        if (undo.length === 0) continue;
        state = after(undo, `undo ${index}`);
        expect(allOf(state)).toEqual(allOf(before));
        state = after(
          undoneWith(state, `undo ${index}`, () => 'now'),
          `redo ${index}`,
        );
        expect(allOf(state)).toEqual(allOf(done));
        state = done;
        seen.compared += 1;
      }
    }),
    { numRuns: 500 },
  );
  expect(seen.answered).toBeGreaterThan(least.answered);
  expect(seen.compared).toBeGreaterThan(least.compared);
  expect(seen.closed).toBeGreaterThan(least.closed);
});

/** The entries, of those that are there, of occurrences whose schedules are there. */
function entriesOfOccurrences({ occurrences, schedules, transactions }: LedgerState): string[] {
  return [...occurrences].flatMap(([id, { entry = '' }]) =>
    schedules.has(id.split(' ')[1] ?? '') && transactions.has(entry) ? [entry] : [],
  );
}

test('an entry is one occurrence of a schedule, also where the schedule is gone while a match is redone', () => {
  const scheduleId = idNumber(6);
  const matched = (nominal: string): Command => ({ type: 'MatchOccurrence', scheduleId, nominal, entry: ENTRY });
  const { state } = carriedOut([
    ...[deposit, recorded, { type: 'AddSchedule', scheduleId, values: schedule, today: '2026-01-01' } as const],
    ...[matched('2026-02-01'), undone(3), matched('2026-01-01')],
    { type: 'RemoveSchedule', scheduleId },
    ...[undone(4), undone(6)],
  ]);
  expect(state.schedules.size).toBe(1);
  expect(entriesOfOccurrences(state)).toEqual([ENTRY]);
});

test('what is to be taken back while it is gone stays gone when its deletion is undone', () => {
  const removed: Command = { type: 'DeleteTransaction', transactionId: ENTRY };
  const gone = (answer: 'now' | 'then') =>
    carriedOut([deposit, recorded, removed, undone(1), undone(2)], [answer]).state.transactions.has(ENTRY);
  expect(gone('then')).toBe(false);
  expect(gone('now')).toBe(true);
});

describe('after an undo with answers, its redo and the undo of that', () => {
  test('an entity that an answer brought back stays, and has the values of a redo by another way', () => {
    const scheduleId = idNumber(6);
    const commands: Command[] = [
      { type: 'AddSchedule', scheduleId, values: schedule, today: '2026-01-01' },
      { type: 'ChangeSchedule', scheduleId, today: '2026-02-01', edit: { amount: { exact: units(1) } } },
      ...[undone(1), undone(2)],
      { type: 'RemoveSchedule', scheduleId },
      ...[undone(3), undone(2), undone(6), undone(7)],
    ];
    const amounts = commands.map((_, index) => {
      const { state } = carriedOut(commands.slice(0, index + 1), ['then']);
      return state.schedules.get(scheduleId)?.amount;
    });
    const [five, one] = [{ exact: units(5) }, { exact: units(1) }];
    expect(amounts).toEqual([five, one, five, one, undefined, five, one, five, one]);
  });

  test('an entity that an answer brought back goes with a redo that takes back the answer', () => {
    const change: Command = {
      ...{ type: 'ChangeEntries', entries: [{ id: ENTRY, kind: 'transaction' }] },
      change: { title: 'Rent' },
    };
    const removed: Command = { type: 'DeleteTransaction', transactionId: ENTRY };
    const commands = [deposit, recorded, change, removed, ...[2, 4, 5, 4, 7, 8].map(undone)];
    const titles = commands.map((_, index) => {
      const { state } = carriedOut(commands.slice(0, index + 1), ['then']);
      return state.transactions.get(ENTRY)?.title;
    });
    const [first] = titles.slice(1);
    expect(titles.slice(1)).toEqual([first, 'Rent', undefined, first, undefined, first, undefined, first, undefined]);
  });

  const plan = (amount: number, category = 'Travel'): Command => ({
    type: 'PlanBudget',
    plans: [{ category, month: '2026-01', amount: units(amount) }],
  });
  const removed: Command = { type: 'DeleteTransaction', transactionId: ENTRY };
  const planned = (...commands: Command[]) => Object.values(booksOf(carriedOut(commands, ['then']).state).planned);

  test('what the answer took back is where a later change goes back to', () => {
    const commands = [plan(1), plan(2), undone(0), undone(2), undone(3), plan(7)];
    expect(planned(...commands)).toEqual([units(7)]);
    expect(planned(...commands, undone(5))).toEqual([]);
  });

  test('what a redo was to leave does not count', () => {
    const commands = [
      ...[deposit, { ...recorded, amount: units(4) }, edited({ amount: units(1), title: 'Tea' }), undone(2)],
      edited({ category: { name: 'Travel' } }),
    ];
    const { state } = carriedOut([...commands, undone(3), removed, undone(6)], ['now']);
    expect(state.transactions.get(ENTRY)).toMatchObject({ title: 'Tea', amount: units(4), category: 'Travel' });
  });

  test('an entry that a redo brought back stays when its change is undone once more', () => {
    const commands = [deposit, recorded, edited({ title: 'Tea' }), undone(2), removed, undone(3), undone(2)];
    const { state } = carriedOut([...commands, edited({ amount: units(1) }), undone(7)], ['then']);
    expect(state.transactions.get(ENTRY)).toMatchObject({ title: 'Coffee', amount: units(4) });
  });

  test('an entry that an undo had brought back stays where the redo was to leave it', () => {
    const brought = [deposit, recorded, edited({ category: { name: 'Travel' } }), removed, undone(2)];
    const commands = [...brought, edited({ title: 'Tea' }), edited({ title: 'Cake' })];
    const { conflicts } = previewUndo(carriedOut(commands, ['then']).state, 'command 4', '2026-01-01');
    const resolve = Object.fromEntries(conflicts.map(({ id }, index) => [id, index === 0 ? 'then' : 'now'] as const));
    const { state } = carriedOut([...commands, { ...undone(4), resolve }, undone(7), undone(8)], ['then']);
    expect(state.transactions.get(ENTRY)).toMatchObject({ title: 'Cake', amount: units(4) });
  });

  test('a plan that was set once others were merged with its category comes back as it was', () => {
    const commands: Command[] = [
      { type: 'AddCategory', newCategoryId: idNumber(4), name: 'Pets', kind: 'Expense' },
      plan(1, 'Pets'),
      { type: 'MergeCategories', mergedId: idNumber(4), into: 'Travel', entries: [] },
      ...[undone(1), plan(1), undone(4)],
    ];
    expect(planned(...commands)).toEqual([]);
    expect(planned(...commands, undone(5))).toEqual([units(1)]);
    expect(planned(...commands, undone(5), undone(3))).toEqual([units(1)]);
  });
});

test('what went with an account that an undo removed stays gone when it is undone and redone', () => {
  const account = idNumber(3);
  const commands: Command[] = [
    deposit,
    { type: 'OpenAccount', newAccountId: account, name: 'Joint', kind: 'Checking', openingBalance: units(50) },
    { ...recorded, accountId: account },
  ];
  const { conflicts } = previewUndo(carriedOut(commands).state, 'command 1', '2026-01-01');
  const resolve = Object.fromEntries(conflicts.map(({ id }) => [id, 'then' as const]));
  const gone = [...commands, { ...undone(1), resolve }];
  // The recording is undone and redone, then the account comes back.
  const undos = [undone(2), undone(4), undone(3)];
  for (const [index, undo] of undos.entries()) {
    const { state } = carriedOut([...gone, ...undos.slice(0, index)]);
    expect(state.transactions.size).toBe(0);
    expect(decide(undo, state)).toMatchObject({ outcome: 'events' });
  }
  const { transactions } = carriedOut([...gone, ...undos]).state;
  expect(transactions.get(ENTRY)).toMatchObject({ title: 'Coffee', accountId: account });
});

test('an occurrence stays posted where an answer keeps its entry', () => {
  const [scheduleId, entryId, nominal, today] = [idNumber(6), idNumber(8), '2026-01-01', '2026-01-01'];
  const skip: Command = { type: 'SkipOccurrence', scheduleId, nominal };
  const commands: Command[] = [
    deposit,
    { type: 'AddSchedule', scheduleId, values: schedule, today },
    skip,
    { type: 'PostOccurrence', scheduleId, nominal, entryId, today },
    { type: 'ChangeTransaction', transactionId: entryId, edit: { note: 'a' } },
  ];
  const { conflicts } = previewUndo(carriedOut(commands).state, 'command 3', today);
  const marks = (answer: 'now' | 'then', ...more: Command[]) => {
    const resolve = Object.fromEntries(conflicts.map(({ id }) => [id, answer]));
    const { state } = carriedOut([...commands, { ...undone(3), resolve }, ...more]);
    return [...state.occurrences.values()].map(({ as, entry }) => [as, entry]);
  };
  const posted = [['posted', entryId]];
  expect(marks('then')).toEqual([['skipped', undefined]]);
  expect(marks('now')).toEqual(posted);
  // Neither the undo of an older change nor the undo of the entry's deletion opens it.
  expect(marks('now', undone(2))).toEqual(posted);
  expect(marks('now', { type: 'DeleteTransaction', transactionId: entryId }, undone(6))).toEqual(posted);
  expect(marks('then', undone(5))).toEqual(posted);
});

describe('what is redone while its entry is gone counts when the entry comes back', () => {
  // The entry (1) is gone and back (2, 3), is changed and changed back (4, 5), and is gone again (6). 7 redoes 4.
  const redone = (change: Command): Command[] => [
    deposit,
    recorded,
    undone(1),
    undone(2),
    change,
    undone(4),
    undone(3),
    undone(5),
  ];

  test('a change', () => {
    const { state } = carriedOut([...redone(edited({ title: 'Tea' })), undone(2)]);
    expect(state.transactions.get(ENTRY)).toMatchObject({ title: 'Tea', amount: units(4) });
  });

  test('a deletion stands in the way', () => {
    const commands = redone({ type: 'DeleteTransaction', transactionId: ENTRY });
    const { state } = carriedOut(commands);
    expect(state.transactions.size).toBe(0);
    const conflict = { id: ENTRY, changeSetId: 'command 4', now: null, target: 'Coffee' };
    expect(decide(undone(2), state)).toMatchObject({ reason: 'undo_conflicts', details: [conflict] });
    const answered = carriedOut([...commands, { ...undone(2), resolve: { [ENTRY]: 'then' } }]).state;
    expect(answered.transactions.get(ENTRY)).toMatchObject({ title: 'Coffee' });
  });

  test('a category of a type that it no longer has, with that type', () => {
    const { state } = carriedOut([
      deposit,
      recorded,
      edited({ type: 'Income', category: 'Salary' }),
      edited({ category: 'Gifts' }),
      undone(3),
      undone(2),
      undone(1),
      undone(4),
      undone(6),
    ]);
    expect(state.transactions.get(ENTRY)).toMatchObject({ type: 'Income', category: 'Gifts' });
    expect(state.transactions.get(ENTRY)?.wallet).toBeUndefined();
  });
});

test('a change that is redone has the time at which it was made, though the entry was gone since', () => {
  const { events } = carriedOut([
    ...[deposit, recorded, edited({ title: 'Tea' }), undone(2)],
    ...[{ type: 'DeleteTransaction' as const, transactionId: ENTRY }, undone(4), undone(3)],
  ]);
  const change = events.find(({ metadata }) => metadata.commandId === 'command 2');
  expect(events.at(-1)?.event).toMatchObject({
    type: 'TransactionChanged',
    data: { after: { title: 'Tea' }, changedAt: change?.metadata.recordedAt },
  });
});

describe('the conflict of fields that go together', () => {
  const conflictsAfter = (...edits: Command[]) =>
    previewUndo(carriedOut([deposit, recorded, ...edits]).state, 'command 2', '2026-01-01').conflicts;
  const first = edited({ category: 'Groceries', wallet: 'Bank' });

  test('names the first that would be another', () => {
    expect(conflictsAfter(first, edited({ category: null }))).toMatchObject([
      { id: `${ENTRY} category`, field: 'wallet', now: 'Bank', target: 'Cash' },
    ]);
  });

  test('has equal values where none would be', () => {
    expect(conflictsAfter(edited({ amount: units(5) }), edited({ amount: units(4) }))).toMatchObject([
      { id: `${ENTRY} amount`, field: 'amount', now: units(4), target: units(4) },
    ]);
  });
});

describe('what an import recorded in an account that it opened, and that an answer keeps', () => {
  const ACCOUNT = idNumber(1);
  const imported: Command = {
    ...{ type: 'ImportFile', importId: idNumber(8), fileName: 'march.csv', format: 'csv', rows: 1, left: 0 },
    today: '2026-01-01',
    steps: [
      { does: 'open account', accountId: ACCOUNT, name: 'Bank', kind: 'Checking', openingBalance: units(0) },
      {
        does: 'record',
        transactionId: ENTRY,
        transaction: { type: 'Income', title: 'Gift', amount: units(5), date: '2026-01-01', accountId: ACCOUNT },
        imported: { line: 1, key: 'a'.repeat(64), date: '2026-01-01', amount: units(5) },
      },
    ],
  };
  const id = `${ENTRY} command 1`;

  test('stays, with the account', () => {
    const done = [imported, edited({ title: 'Wages' })];
    const { state } = carriedOut(done);
    expect(previewUndo(state, 'command 0', '2026-01-01')).toMatchObject({ effects: [], conflicts: [{ id }] });
    expect(decide({ ...undone(0), resolve: { [id]: 'now' } }, state)).toEqual({ outcome: 'nothing' });
    const gone = carriedOut([...done, { ...undone(0), resolve: { [id]: 'then' } }]).state;
    expect([gone.transactions.size, [...gone.accounts.keys()]]).toEqual([0, [EVERYDAY]]);
  });

  test('goes where the account is taken back by an answer of its own', () => {
    const resolve = { [id]: 'now', [`${ACCOUNT} command 1`]: 'then' } as const;
    const { state } = carriedOut([imported, edited({ amount: units(6) }), { ...undone(0), resolve }]);
    expect([state.transactions.size, [...state.accounts.keys()]]).toEqual([0, [EVERYDAY]]);
  });
});

/** A state without its history, and with entries in the order of their ids. */
function plain({ history: _, transactions, transfers, ...rest }: LedgerState) {
  return { ...rest, transactions: sortedById(transactions), transfers: sortedById(transfers) };
}

const sortedById = (entries: ReadonlyMap<string, unknown>) =>
  [...entries].sort(([left], [right]) => (left < right ? -1 : 1));

test('the undo of an import right after it leads to the books before it, and the redo to those after it', () => {
  let large = 0;
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      const index = commands.findLastIndex(({ type }) => type === 'ImportFile');
      if (index < 0) return;
      const until = commands.slice(0, index + 1);
      const before = carriedOut(commands.slice(0, index));
      const after = carriedOut(until);
      if (after.events.length === before.events.length) return;
      const back = carriedOut([...until, undone(index)]);
      expect(plain(back.state)).toEqual(plain(before.state));
      expect(confirmedBy(back.events)).toEqual(confirmedBy(before.events));
      const again = carriedOut([...until, undone(index), undone(index + 1)]);
      expect(plain(again.state)).toEqual(plain(after.state));
      expect(confirmedBy(again.events)).toEqual(confirmedBy(after.events));
      large += after.events.length - before.events.length > 3 ? 1 : 0;
    }),
    { numRuns: 1_000 },
  );
  expect(large).toBeGreaterThan(40);
});
