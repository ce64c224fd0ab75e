import type { Evolvers } from '../model/event-schema.ts';
import { addToBalance } from '../model/state.ts';
import type { balanceEvents } from './events.ts';

/** What these events do to the state. */
export const evolveBalance: Evolvers<typeof balanceEvents> = {
  InitialDepositMade(draft, { amount }) {
    addToBalance(draft, amount);
  },
  BalanceAdjusted(draft, { to }) {
    draft.balance = to;
  },
  MonthlyFiguresSet(draft, { income, expense }) {
    draft.figures = { income, expense };
  },
};
