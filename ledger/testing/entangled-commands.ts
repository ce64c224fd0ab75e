import fc from 'fast-check';
import type { Command } from '../decide/commands.ts';
import { EVERYDAY } from '../model/constants.ts';
import { idNumber, units } from './scenario.ts';

export const ENTRY = '00000000-0000-4000-9000-000000000001';
export const recorded: Extract<Command, { type: 'RecordExpense' }> = {
  type: 'RecordExpense',
  transactionId: ENTRY,
  title: 'Coffee',
  amount: units(4),
  date: '2026-01-01',
  wallet: 'Cash',
};
export const undone = (commandNumber: number): Extract<Command, { type: 'UndoChangeSet' }> => ({
  type: 'UndoChangeSet',
  changeSetId: `command ${commandNumber}`,
  resolve: {},
  today: '2026-01-01',
});

export const schedule: Extract<Command, { type: 'AddSchedule' }>['values'] = {
  ...{ title: 'Rent', type: 'Expense', amount: { exact: units(5) }, post: 'ask' },
  rule: { every: 1, unit: 'month', start: '2026-01-01', weekend: 'keep' },
};

const [OTHER_SCHEDULE, PETS, JOINT] = [idNumber(5), idNumber(4), idNumber(3)];
const MONTHS = ['2026-01-01', '2026-02-01'];

/** Commands that touch the same few entries, plans, goals and schedules, so that undos meet conflicts. */
export function entangled(): fc.Arbitrary<Command[]> {
  const [goalId, other, scheduleId, today] = [idNumber(9), idNumber(7), idNumber(6), '2026-01-01'];
  const occurrence = { scheduleId: fc.constantFrom(scheduleId, OTHER_SCHEDULE), nominal: fc.constantFrom(...MONTHS) };
  const name = fc.constantFrom('Rent', 'Travel', 'Groceries', 'Pets');
  const cents = fc.constantFrom(units(1), units(2), units(3));
  const months = fc.integer({ min: 2, max: 9 });
  const entries = [ENTRY, other].map((id) => ({ id, kind: 'transaction' as const }));
  const edit = fc.oneof(
    name.map((category) => ({ category: { name: category } })),
    name.map((title) => ({ title })),
    cents.map((amount) => ({ amount })),
    fc.constantFrom('a', null).map((note) => ({ note })),
  );
  const command: fc.Arbitrary<Command> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('ChangeTransaction' as const),
        transactionId: fc.constantFrom(ENTRY, other),
        accountId: fc.constantFrom(undefined, undefined, JOINT, EVERYDAY),
        edit,
      }),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(ENTRY, other)
        .map((transactionId) => ({ type: 'DeleteTransaction' as const, transactionId })),
    },
    fc
      .option(name)
      .map((title) => ({ type: 'ChangeEntries' as const, entries, change: title === null ? null : { title } })),
    fc.constantFrom('Rent', 'Travel').map((into) => ({
      ...{ type: 'MergeCategories' as const, mergedId: PETS, into, entries: [] },
    })),
    fc
      .record({ category: fc.constantFrom('Travel', 'Pets'), month: fc.constant('2026-01'), amount: cents })
      .map((plan) => ({
        type: 'PlanBudget' as const,
        plans: [plan],
      })),
    cents.map((amount) => ({ type: 'AddMoneyToGoal' as const, goalId, amount, today })),
    cents.map((amount) => ({ type: 'TakeBackFromGoal' as const, goalId, amount, today })),
    fc
      .record({ title: name, finalAmount: cents })
      .map((goal) => ({ type: 'UpdateGoal' as const, goalId, ...goal, today })),
    fc.constant({ type: 'DeleteGoal' as const, goalId }),
    fc
      .record({ title: name, exact: cents, month: months, from: fc.option(months) })
      .map(({ title, exact, month, from }) => ({
        type: 'ChangeSchedule' as const,
        scheduleId,
        edit: { title, amount: { exact } },
        today: `2026-0${month}-01`,
        ...(from !== null && { fromDay: `2026-0${from}-01` }),
      })),
    occurrence.scheduleId.map((scheduleId) => ({ type: 'RemoveSchedule' as const, scheduleId })),
    {
      weight: 4,
      arbitrary: fc.record({
        ...{ type: fc.constant('MatchOccurrence' as const), ...occurrence },
        entry: fc.constantFrom(ENTRY, other),
      }),
    },
    fc.record({
      ...{ type: fc.constant('PostOccurrence' as const), ...occurrence, today: fc.constant(today) },
      entryId: fc.constant(''),
    }),
    fc.record({ type: fc.constantFrom('SkipOccurrence' as const, 'UnmatchOccurrence' as const), ...occurrence }),
    { weight: 14, arbitrary: fc.nat({ max: 4 }).map((back) => undone(back)) },
  );
  const begun: Command[] = [
    { type: 'MakeInitialDeposit', amount: units(1_000), accountId: undefined },
    { type: 'CreateGoal', goalId, title: 'Bicycle', finalAmount: units(100) },
    { type: 'AddCategory', newCategoryId: PETS, name: 'Pets', kind: 'Expense' },
    { type: 'AddSchedule', scheduleId, values: schedule, today },
    { type: 'AddSchedule', scheduleId: OTHER_SCHEDULE, values: schedule, today },
    recorded,
    { ...recorded, transactionId: other, category: { name: 'Food & Drinks' } },
    { type: 'OpenAccount', newAccountId: JOINT, name: 'Joint', kind: 'Checking', openingBalance: units(50) },
  ];
  return fc.array(command, { minLength: 5, maxLength: 18 }).map((commands) =>
    [...begun, ...commands].map((command, index) => {
      if (command.type === 'PostOccurrence') {
        return { ...command, entryId: `00000000-0000-4000-8000-${String(1_000 + index).padStart(12, '0')}` };
      }
      if (command.type !== 'UndoChangeSet') return command;
      return undone(index - 1 - Number(command.changeSetId.split(' ')[1]));
    }),
  );
}

/** Commands about the plans of one month for categories that are merged. */
export function planned(): fc.Arbitrary<Command[]> {
  const cats = idNumber(2);
  const category = fc.constantFrom('Travel', 'Pets', 'Cats');
  const amount = fc.constantFrom(units(0), units(1), units(2), units(3));
  const merge = (mergedId: string, ...into: string[]): fc.Arbitrary<Command> =>
    fc.constantFrom(...into).map((into) => ({ type: 'MergeCategories', mergedId, into, entries: [] }));
  const command: fc.Arbitrary<Command> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .record({ category, month: fc.constant('2026-01'), amount })
        .map((plan) => ({ type: 'PlanBudget' as const, plans: [plan] })),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({ leaves: category, enters: category, amount })
        .map((moved) => ({ type: 'MoveBudget' as const, month: '2026-01', there: null, ...moved })),
    },
    merge(PETS, 'Travel', 'Groceries', 'Cats'),
    merge(cats, 'Travel', 'Groceries', 'Pets'),
    { weight: 9, arbitrary: fc.nat({ max: 4 }).map((back) => undone(back)) },
  );
  const begun: Command[] = [
    { type: 'AddCategory', newCategoryId: PETS, name: 'Pets', kind: 'Expense' },
    { type: 'AddCategory', newCategoryId: cats, name: 'Cats', kind: 'Expense' },
  ];
  return fc
    .array(command, { minLength: 5, maxLength: 14 })
    .map((commands) =>
      [...begun, ...commands].map((command, index) =>
        command.type === 'UndoChangeSet' ? undone(index - 1 - Number(command.changeSetId.split(' ')[1])) : command,
      ),
    );
}
