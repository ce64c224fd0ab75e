import fc from 'fast-check';
import type { Command } from '../commands.ts';
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES, WALLETS } from '../model/constants.ts';
import type { Cents } from '../model/money.ts';

const amount = fc.integer({ min: 100, max: 50_000 }) as fc.Arbitrary<number> as fc.Arbitrary<Cents>;
const title = fc.string({ minLength: 1, maxLength: 40 });
const date = fc
  .date({ min: new Date('2024-12-25'), max: new Date('2026-01-05'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
/** Few ids, so that several commands name the same goal. */
const goalId = fc.integer({ min: 0, max: 3 }).map(goalNumber);
const sessionId = fc.constantFrom('cs_1', 'cs_2');
const today = fc.constant('2026-01-01');

/**
 * Arbitrary sequences of up to 60 commands. Each transaction that is recorded has an id of its own; deletions mostly name
 * one that was recorded before.
 */
export function anyCommands(): fc.Arbitrary<Command[]> {
  return fc.array(anyCommand, { maxLength: 60 }).map(withOwnIds);
}

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ type: fc.constant('MakeInitialDeposit' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('AdjustBalance' as const), to: amount }) },
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
      category: fc.option(fc.constantFrom(...EXPENSE_CATEGORIES), { nil: undefined }),
      date,
      wallet: fc.constantFrom(...WALLETS),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('RecordIncome' as const),
      transactionId: fc.constant(''),
      title,
      amount,
      category: fc.constantFrom(...INCOME_CATEGORIES),
      date,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('DeleteTransaction' as const),
      transactionId: fc.integer({ min: 0, max: 59 }).map(transactionNumber),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('CreateGoal' as const), goalId, title, finalAmount: amount }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('UpdateGoal' as const), goalId, title, finalAmount: amount, today }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('AddMoneyToGoal' as const), goalId, amount, today }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('DeleteGoal' as const), goalId }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('StartCheckout' as const), sessionId }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('ExpireCheckout' as const), sessionId }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('ConfirmPayment' as const), sessionId }) },
  { weight: 1, arbitrary: fc.constant({ type: 'ResetLedger' as const }) },
);

function transactionNumber(number: number): string {
  return `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
}

/** Gives every transaction and goal that is created an id of its own, by its index. */
function withOwnIds(commands: Command[]): Command[] {
  let goals = 0;
  return commands.map((command, place) => {
    if (command.type === 'RecordExpense' || command.type === 'RecordIncome') {
      return { ...command, transactionId: transactionNumber(place) };
    }
    if (command.type !== 'CreateGoal') return command;
    goals += 1;
    return { ...command, goalId: goalNumber(goals - 1) };
  });
}

function goalNumber(number: number): string {
  return `00000000-0000-4000-a000-${String(number).padStart(12, '0')}`;
}
