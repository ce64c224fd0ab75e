import { cents, type EventOf, recorded } from '../model/event-schema.ts';

/** The balance set from outside, and the user's monthly figures (product 4.2, product 4.3, product 4.4). */
export const balanceEvents = {
  InitialDepositMade: recorded(
    { when: 'The user says what the account holds while the balance is 0.', balance: 'plus `amount`' },
    { amount: cents.describe('what the account holds') },
  ),
  BalanceAdjusted: recorded(
    { when: 'The user sets the balance by hand to another amount.', balance: 'becomes `to`' },
    { from: cents.describe('the balance before'), to: cents.describe('the balance after') },
  ),
  MonthlyFiguresSet: recorded(
    {
      when: 'The user sets the income and the expense of a usual month, and one of them is new.',
      also: 'the monthly figures become these',
    },
    { income: cents.describe('the income of a month'), expense: cents.describe('the expense of a month') },
  ),
} as const;

export type BalanceEvent = EventOf<typeof balanceEvents>;
