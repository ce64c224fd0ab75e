import type { CallName } from '#contract/calls.ts';
import { RULES_MAX } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { WORST_VIEW, type Worst } from './build.ts';

/** How a call is asked of a worst ledger: the parameters of a GET, or the body of a POST. */
type Input = (worst: Worst) => Record<string, unknown>;

/** A call that the ledger, at a limit, refuses with a status. */
type Refused = { input: Input; status: number };

const FIRST = '1900-01-01';
const LAST = '2199-12-31';
const ALL = { q: '-category:Work '.repeat(33).trim() };
/** A name that no category has is compared with all of them, for the refusal to propose the nearest. */
const UNKNOWN = { q: 'category:zz\ufdfa '.repeat(38).trim() };
const nothing: Input = () => ({});
const NO_LEDGER = 'it does not touch the ledger';
const NO_FILE = 'files are read in a process of their own';
const NO_STRIPE = 'there is no Stripe';

/**
 * Every call of the contract: one that is added without a row does not compile. A call with several rows is asked by
 * each of them. A text says why it is not asked.
 */
export const ASKS: Record<CallName, Input | Refused | readonly (Input | Refused)[] | string> = {
  register: NO_LEDGER,
  login: ({ user: { email, password } }) => ({ email, password }),
  logout: NO_LEDGER,
  updatePassword: NO_LEDGER,
  getSessions: NO_LEDGER,
  endSession: NO_LEDGER,
  endOtherSessions: NO_LEDGER,
  deleteAccount: NO_LEDGER,
  uploadAvatar: NO_FILE,
  importPreview: NO_FILE,
  importRows: NO_FILE,
  importCommit: NO_FILE,
  importProgress: NO_FILE,
  createCheckout: NO_STRIPE,
  confirmPayment: NO_STRIPE,
  createFeedback: NO_LEDGER,
  resetDemoUser: NO_LEDGER,
  getCurrentUser: nothing,
  initialDeposit: { input: () => ({ depositAmount: 5 }), status: 409 },
  addIncomeAndExpense: () => ({ income: 5, expense: 5 }),
  updateCurrency: () => ({ newCurrency: '€' }),
  updateDate: () => ({ date: '1980-01-01' }),
  updateCalendar: () => ({ weekStart: 7 }),
  updateDateOrder: () => ({ dateOrder: 'mdy' }),
  updateWordList: () => ({ usesWordList: true }),
  updateDetails: () => ({ name: 'Clara', bio: '' }),
  updateAccountBalance: () => ({ newAmount: 5_000 }),
  createExpense: () => ({ title: 'Bread', amount: 5, category: 'Groceries' }),
  createIncome: () => ({ title: 'Pay', amount: 5 }),
  getTransactions: () => ({ limit: 500 }),
  recentTransactions: nothing,
  getTransaction: ({ transactionIds }) => ({ transactionId: transactionIds[0] }),
  updateTransaction: ({ transactionIds }) => ({ transactionId: transactionIds[0], amount: 6 }),
  deleteTransaction: ({ transactionIds }) => ({ transactionId: transactionIds[1] }),
  createTransfer: ({ everydayId, accountId }) => ({ from: everydayId, to: accountId, amount: 5 }),
  updateTransfer: ({ transferId }) => ({ transferId, amount: 5 }),
  deleteTransfer: ({ transferId }) => ({ transferId }),
  getAccounts: nothing,
  openAccount: () => ({ name: 'One more', kind: 'Credit card' }),
  renameAccount: ({ accountId }) => ({ accountId, name: 'Renamed' }),
  closeAccount: ({ emptyAccountId }) => ({ accountId: emptyAccountId }),
  reopenAccount: ({ emptyAccountId }) => ({ accountId: emptyAccountId }),
  setBudgeted: ({ accountId }) => ({ accountId, isBudgeted: false }),
  assertBalance: ({ today }) => ({ date: today, balance: 5_000 }),
  confirmedDays: nothing,
  findMissing: ({ today }) => ({ date: shifted(today, -1) }),
  mend: ({ today }) => ({ date: today, mend: { does: 'adjust' } }),
  getGoals: nothing,
  createGoal: () => ({ title: 'Wheel', finalAmount: 50 }),
  updateGoal: ({ goalId }) => ({ goalId, title: 'Kiln', finalAmount: 600 }),
  addMoneyToGoal: ({ goalId }) => ({ goalId, currentAmount: 5 }),
  takeBackFromGoal: ({ goalId }) => ({ goalId, amount: 5 }),
  deleteGoal: ({ goalId }) => ({ goalId }),
  getByCategory: () => ({ from: FIRST, to: LAST }),
  getMonthSoFar: nothing,
  getNetWorth: ({ today }) => ({ from: FIRST, to: today, step: 'month' }),
  getStatistics: nothing,
  getHistory: () => ({ limit: 500 }),
  getEntries: [() => ({ ...ALL, limit: 500 }), { input: () => ({ ...UNKNOWN, limit: 500 }), status: 422 }],
  find: [() => ALL, { input: () => UNKNOWN, status: 422 }],
  getViews: nothing,
  saveView: () => ({ name: `${WORST_VIEW} 7`, ...ALL }),
  removeView: ({ viewIds }) => ({ viewId: viewIds[0] }),
  getTitles: () => ({ q: '\ufdfa', limit: 50 }),
  readLine: () => ({ text: `Bread 5 #${'\ufdfa'.repeat(100)}` }),
  enter: () => ({ text: 'Bread 5 #Groceries' }),
  getCategories: nothing,
  orderCategories: ({ categoryIds }) => ({ categoryIds: ['Shopping', ...categoryIds].slice(0, 16) }),
  addCategory: { input: () => ({ name: 'One more', kind: 'Expense' }), status: 409 },
  renameCategory: ({ categoryIds }) => ({ categoryId: categoryIds[3], name: 'Renamed' }),
  moveCategory: ({ categoryIds }) => ({ categoryId: categoryIds[4], parent: 'Groceries' }),
  archiveCategory: ({ categoryIds }) => ({ categoryId: categoryIds[5] }),
  restoreCategory: ({ categoryIds }) => ({ categoryId: categoryIds[5] }),
  mergeCategories: ({ categoryIds }) => ({ from: categoryIds[0], into: 'Groceries' }),
  getEntry: ({ transactionIds }) => ({ id: transactionIds[3] }),
  getChangeSets: () => ({ limit: 500 }),
  getChangeSet: ({ changeSetId }) => ({ id: changeSetId }),
  previewUndo: ({ changeSetId }) => ({ changeSetId }),
  undo: ({ changeSetId }) => ({ changeSetId }),
  previewBulk: [
    () => ({ select: ALL, change: { title: 'Sorted' } }),
    { input: () => ({ select: UNKNOWN, change: { title: 'Sorted' } }), status: 422 },
  ],
  bulk: () => ({ select: { q: 'title:nothing' }, change: { title: 'Sorted' } }),
  getRules: nothing,
  addRule: { input: () => ({ when: 'bakery', then: { category: 'Groceries' } }), status: 409 },
  changeRule: ({ ruleIds }) => ({ ruleId: ruleIds[0], stop: true }),
  removeRule: ({ ruleIds }) => ({ ruleId: ruleIds[RULES_MAX - 1] }),
  orderRules: ({ ruleIds }) => ({ ruleIds: ruleIds.slice(0, RULES_MAX - 1).toReversed() }),
  previewRules: nothing,
  runRules: nothing,
  getBudget: nothing,
  planBudget: ({ today }) => ({ month: today.slice(0, 7), plans: [{ category: 'Groceries', amount: 5 }] }),
  moveBudget: ({ today }) => ({ month: today.slice(0, 7), from: 'to-budget', to: 'Groceries', amount: 5, force: true }),
  coverBudget: ({ today }) => ({ month: today.slice(0, 7), category: 'Groceries', from: 'to-budget' }),
  setCarry: ({ today }) => ({ category: 'Groceries', carry: 'all', from: today.slice(0, 7) }),
  copyBudget: ({ today }) => ({ from: '2026-01', to: today.slice(0, 7), what: 'average-12' }),
  setTarget: () => ({ category: 'Groceries', target: null }),
  fillBudget: ({ today }) => ({ month: today.slice(0, 7) }),
  getBudgetChanges: () => ({ limit: 500 }),
  getOccurrences: () => ({ rule: { every: 1, unit: 'day', start: FIRST }, from: FIRST, to: LAST }),
  getSchedules: nothing,
  getUpcoming: () => ({ to: LAST }),
  getScheduleSuggestions: nothing,
  getToFile: nothing,
  makeCalendarToken: nothing,
  revokeCalendarToken: nothing,
  addSchedule: {
    status: 409,
    input: ({ today }) => ({
      ...{ title: 'Rent', type: 'Expense', amount: { exact: 5 }, post: 'ask' },
      rule: { every: 1, unit: 'month', start: today },
    }),
  },
  changeSchedule: ({ scheduleIds }) => ({ scheduleId: scheduleIds[0], title: 'Changed' }),
  removeSchedule: ({ scheduleIds }) => ({ scheduleId: scheduleIds[1] }),
  skipOccurrence: ({ scheduleIds, today }) => ({ scheduleId: scheduleIds[2], nominal: today }),
  postOccurrence: ({ scheduleIds, today }) => ({ scheduleId: scheduleIds[3], nominal: today }),
  matchOccurrence: ({ scheduleIds, today, transactionIds }) => ({
    ...{ scheduleId: scheduleIds[4], nominal: today, entry: transactionIds[4] },
  }),
  unmatchOccurrence: ({ scheduleIds, today }) => ({ scheduleId: scheduleIds[4], nominal: today }),
  getForecast: ({ today }) => ({ until: `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`, spending: 'usual' }),
  explain: () => ({ figure: 'balance' }),
  whatChanged: () => ({ figure: 'balance', from: '0', to: new Date().toISOString() }),
  sinceLastVisit: nothing,
  seal: nothing,
  checkSeal: ({ seal }) => ({ seal }),
  verifyLedger: nothing,
};
