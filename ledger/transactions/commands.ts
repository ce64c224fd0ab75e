import { type Decision, happened, type Rules, rejected } from '../model/command-rule.ts';
import type { ExpenseCategory, IncomeCategory, Wallet } from '../model/constants.ts';
import { type Cents, negated, sum } from '../model/money.ts';
import type { LedgerState, TransactionState } from '../model/state.ts';
import type { TransactionEvent } from './events.ts';
import { changeOfBalance } from './evolve.ts';

type Recording = { transactionId: string; title: string; amount: Cents; date: string; receiptId?: string | undefined };

export type TransactionCommand =
  | ({ type: 'RecordExpense'; category?: ExpenseCategory | undefined; wallet: Wallet } & Recording)
  | ({ type: 'RecordIncome'; category: IncomeCategory } & Recording)
  | { type: 'DeleteTransaction'; transactionId: string };

/** The rules of expenses and income (product 4.5, product 4.6). */
export const transactionCommands: Rules<TransactionCommand, TransactionEvent> = {
  RecordExpense: {
    decide({ type: _, ...data }, state) {
      if (data.wallet === 'Cash' && data.amount > state.balance) return rejected('not_enough_balance');
      return tooLarge(state, { type: 'Expense', ...data }) ?? happened({ type: 'ExpenseRecorded', data });
    },
  },
  RecordIncome: {
    decide({ type: _, ...data }, state) {
      return tooLarge(state, { type: 'Income', ...data }) ?? happened({ type: 'IncomeRecorded', data });
    },
  },
  DeleteTransaction: {
    needs: ({ transactionId }) => ({ transactionIds: [transactionId] }),
    decide({ transactionId }, { balance, transactions }) {
      const transaction = transactions.get(transactionId);
      if (!transaction) return rejected('transaction_not_found');
      if (sum(balance, negated(changeOfBalance(transaction))) === null) return rejected('amount_too_large');
      const { type, amount, date } = transaction;
      return happened({ type: 'TransactionDeleted', data: { transactionId, type, amount, date } });
    },
  },
};

/** Rejects a new transaction that would take the balance or the turnover out of the safe integers (product 4.10). */
function tooLarge(
  { balance, turnover }: LedgerState,
  transaction: Pick<TransactionState, 'type' | 'amount'>,
): Decision<never> | null {
  const fits = sum(balance, changeOfBalance(transaction)) !== null && sum(turnover, transaction.amount) !== null;
  return fits ? null : rejected('amount_too_large');
}
