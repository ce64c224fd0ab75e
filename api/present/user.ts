import { BASE_PATH } from '#contract/addresses.ts';
import type { User } from '#contract/user.ts';
import { amountOf } from '#ledger/model/money.ts';
import type { LedgerView } from '#projections/queries/ledger-view.ts';
import type { PremiumFor } from '../http/premium.ts';
import type { Identity } from '../http/session.ts';
import { presentAccounts } from './accounts.ts';
import { presentGoals } from './goals.ts';
import { presentTransaction } from './transaction.ts';

/** Combines identity and account to the contract's user: amounts in whole units, null for unset fields. */
export function presentUser({ premium }: { premium: PremiumFor }, identity: Identity, view: LedgerView): User {
  const { state } = view;
  return {
    _id: identity.userId,
    email: identity.email,
    fullName: identity.fullName,
    bio: identity.bio,
    avatar: identity.avatarId && `${BASE_PATH}/files/${identity.avatarId}`,
    currency: identity.currency,
    currentBalance: amountOf(state.balance),
    income: state.figures && amountOf(state.figures.income),
    expense: state.figures && amountOf(state.figures.expense),
    hasSetIncomeAndExpense: state.figures !== null,
    isPaidUser: premium === 'everyone' || state.payment.status === 'paid',
    dateOfBirth: identity.dateOfBirth,
    dateOrder: identity.dateOrder,
    weekStart: identity.weekStart,
    monthStart: identity.monthStart,
    yearStart: identity.yearStart,
    usesWordList: identity.usesWordList,
    transactionHistory: view.newest.map((row) => presentTransaction(row, state.categories)).reverse(),
    transactionCount: view.transactionCount,
    goals: presentGoals(state),
    accounts: presentAccounts(view),
    stripeSessionId: state.payment.status === 'none' ? null : state.payment.sessionId,
  };
}
