import { happened, NOTHING, type Rules, rejected } from '../model/command-rule.ts';
import { type Cents, ZERO } from '../model/money.ts';
import type { BalanceEvent } from './events.ts';

export type BalanceCommand =
  | { type: 'MakeInitialDeposit'; amount: Cents }
  | { type: 'AdjustBalance'; to: Cents }
  | { type: 'SetMonthlyFigures'; income: Cents; expense: Cents };

/** The rules of balance and monthly figures (product 4.2, product 4.3, product 4.4). */
export const balanceCommands: Rules<BalanceCommand, BalanceEvent> = {
  MakeInitialDeposit: {
    decide({ amount }, { balance }) {
      if (balance !== ZERO) return rejected('deposit_not_empty');
      return happened({ type: 'InitialDepositMade', data: { amount } });
    },
  },
  AdjustBalance: {
    decide({ to }, { balance: from }) {
      return from === to ? NOTHING : happened({ type: 'BalanceAdjusted', data: { from, to } });
    },
  },
  SetMonthlyFigures: {
    decide({ income, expense }, { figures }) {
      if (figures?.income === income && figures.expense === expense) return NOTHING;
      return happened({ type: 'MonthlyFiguresSet', data: { income, expense } });
    },
  },
};
