import { type Deciders, happened, NOTHING, rejected } from '../model/command-rule.ts';
import type { BalanceSource } from '../model/constants.ts';
import { type Cents, ZERO } from '../model/money.ts';
import { accountOf, whyNotPosted } from '../model/state.ts';
import type { BankBeginning } from '../model/values.ts';
import { type BalanceEvent, balanceEvents } from './events.ts';

/** `accountId` is the account; Everyday where it is left out. */
export type BalanceCommand =
  | { type: 'MakeInitialDeposit'; amount: Cents; accountId?: string | undefined }
  /** `amount` is what the books lack of what the bank had when that day began; below 0 what they have too much. */
  | { type: 'BeginWith'; bank: BankBeginning; amount: Cents; accountId?: string | undefined }
  | { type: 'AdjustBalance'; to: Cents; accountId?: string | undefined }
  /** `balance` is null if the day is no longer to be confirmed. */
  | {
      type: 'AssertBalance';
      date: string;
      balance: Cents | null;
      source: BalanceSource;
      accountId?: string | undefined;
    }
  | { type: 'SetMonthlyFigures'; income: Cents; expense: Cents };

const accounts = ({ accountId }: { accountId?: string | undefined }) => [accountId];

/** The rules of balance and monthly figures (product 4.2, product 4.3, product 4.4, product 4.16). */
export const balanceCommands: Deciders<BalanceCommand, BalanceEvent> = {
  MakeInitialDeposit: {
    accounts,
    decide({ type: _, ...data }, state) {
      const { isOpen, balance } = accountOf(state, data.accountId);
      if (!isOpen) return rejected('account_closed');
      if (balance !== ZERO) return rejected('deposit_not_empty');
      const reason = whyNotPosted(state, balanceEvents.InitialDepositMade.postings(data, {}));
      return reason ? rejected(reason) : happened({ type: 'InitialDepositMade', data });
    },
  },
  BeginWith: {
    accounts,
    decide({ bank, amount, accountId }, state) {
      if (amount === ZERO) return NOTHING;
      const data = { amount, accountId, bank };
      const reason = whyNotPosted(state, balanceEvents.InitialDepositMade.postings(data, {}));
      return reason ? rejected(reason) : happened({ type: 'InitialDepositMade', data });
    },
  },
  AdjustBalance: {
    accounts,
    decide({ to, accountId }, state) {
      const { isOpen, balance: from } = accountOf(state, accountId);
      if (!isOpen) return rejected('account_closed');
      if (from === to) return NOTHING;
      const data = { from, to, accountId };
      const reason = whyNotPosted(state, balanceEvents.BalanceAdjusted.postings(data, {}));
      return reason ? rejected(reason) : happened({ type: 'BalanceAdjusted', data });
    },
  },
  AssertBalance: {
    accounts,
    decide({ date, balance, source, accountId }) {
      const data = { accountId, date, ...(balance === null ? {} : { balance }), source };
      return happened({ type: 'BalanceAsserted', data });
    },
  },
  SetMonthlyFigures: {
    decide({ income, expense }, { figures }) {
      if (figures?.income === income && figures.expense === expense) return NOTHING;
      return happened({ type: 'MonthlyFiguresSet', data: { income, expense } });
    },
  },
};
