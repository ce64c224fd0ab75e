import { EVERYDAY } from '../model/constants.ts';
import type { Evolvers } from '../model/event-schema.ts';
import { safe } from '../model/money.ts';
import { accountOf, addToBalance } from '../model/state.ts';
import type { balanceEvents } from './events.ts';

/** What these events do to the state. */
export const evolveBalance: Evolvers<typeof balanceEvents> = {
  InitialDepositMade(draft, { amount, accountId }) {
    addToBalance(draft, accountId, amount);
  },
  BalanceAdjusted(draft, { to, accountId }) {
    const before = accountOf(draft, accountId);
    draft.accounts.set(accountId ?? EVERYDAY, { ...before, balance: to });
    draft.balance = safe(BigInt(draft.balance) - BigInt(before.balance) + BigInt(to));
  },
  /** The state lacks confirmed balances: no command is decided on them. */
  BalanceAsserted() {},
  MonthlyFiguresSet(draft, { income, expense }) {
    draft.figures = { income, expense };
  },
  MonthlyFiguresCleared(draft) {
    draft.figures = null;
  },
};
