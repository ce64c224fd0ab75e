import { exactCents } from '#ledger/model/money.ts';
import { unlessEveryday } from '#ledger/model/state.ts';
import type { Builders } from '../commands/command-call.ts';

/** The commands of /goals/*. */
export const goalBuilders = {
  createGoal: ({ finalAmount, ...fields }, { newId }) => ({
    type: 'CreateGoal',
    goalId: newId('goal'),
    ...fields,
    finalAmount: exactCents(finalAmount),
  }),
  updateGoal: (input, { today }) => ({
    type: 'UpdateGoal',
    ...input,
    finalAmount: exactCents(input.finalAmount),
    today,
  }),
  addMoneyToGoal: ({ goalId, currentAmount, accountId }, { today, account }) => ({
    type: 'AddMoneyToGoal',
    goalId,
    amount: exactCents(currentAmount),
    accountId: unlessEveryday(account(accountId)),
    today,
  }),
  takeBackFromGoal: ({ goalId, amount, accountId }, { today, account }) => ({
    type: 'TakeBackFromGoal',
    goalId,
    amount: exactCents(amount),
    accountId: unlessEveryday(account(accountId)),
    today,
  }),
  deleteGoal: ({ goalId, accountId }, { account }) => ({
    type: 'DeleteGoal',
    goalId,
    accountId: unlessEveryday(account(accountId)),
  }),
} satisfies Partial<Builders>;
