import { z } from 'zod';
import { BALANCE_SOURCES } from '../model/constants.ts';
import { accountId, cents, day, type EventOf, recorded } from '../model/event-schema.ts';

/** The balance set from outside, the bank's own, and the user's monthly figures (product 4.2, product 4.3, product 4.4). */
export const balanceEvents = {
  InitialDepositMade: recorded(
    { when: 'The user says what an account holds while its balance is 0.', balance: 'plus `amount`' },
    { amount: cents.describe('what the account holds'), accountId },
  ),
  BalanceAdjusted: recorded(
    {
      when: "The user sets an account's balance by hand, or the undo of a deposit or of such a setting moves it.",
      balance: 'becomes `to` in this account',
    },
    { from: cents.describe('the balance before'), to: cents.describe('the balance after'), accountId },
  ),
  BalanceAsserted: recorded(
    {
      when: 'The user says, or an imported statement does, what the bank has as the balance at the end of a day; or the undo of this does.',
      also: 'the day is confirmed with this balance, in place of any that it was confirmed with before',
    },
    {
      accountId,
      date: day.describe('the day'),
      balance: cents.optional().describe('the balance at its end; absent where the day is no longer confirmed'),
      source: z.enum(BALANCE_SOURCES).describe('where it comes from'),
    },
  ),
  MonthlyFiguresSet: recorded(
    {
      when: 'The user sets the income and the expense of a usual month, and one of them is new.',
      also: 'the monthly figures become these',
    },
    { income: cents.describe('the income of a month'), expense: cents.describe('the expense of a month') },
  ),
  MonthlyFiguresCleared: recorded(
    { when: 'The first setting of the monthly figures is undone.', also: 'no monthly figures are set' },
    {},
  ),
} as const;

export type BalanceEvent = EventOf<typeof balanceEvents>;
