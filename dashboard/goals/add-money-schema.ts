import { type Goal, moneyToGoalInput } from '../../contract/goal.ts';
import { messages } from '../../contract/messages.ts';

/** What may be added to a goal: not more than its final amount, nor than the balance as it is known here. */
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
