import type { Goal } from '../../contract/goal.ts';
import { moneyToGoalInput } from '../../contract/goal-calls.ts';
import { messages } from '../../contract/messages.ts';

/**
 * Schema of the add-money form. Refuses an amount above the goal's final amount or above the known balance, in whole
 * units.
 */
export function addMoneySchema({ finalAmount }: Pick<Goal, 'finalAmount'>, balance: number) {
  return moneyToGoalInput
    .pick({ currentAmount: true })
    .refine(({ currentAmount }) => currentAmount <= finalAmount, {
      error: messages.moreThanGoal,
      path: ['currentAmount'],
      abort: true,
    })
    .refine(({ currentAmount }) => currentAmount <= balance, {
      error: messages.notEnoughBalance,
      path: ['currentAmount'],
    });
}
