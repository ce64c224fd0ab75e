/** Path prefix of every call. */
export const BASE_PATH = '/api/v1';
/** Path of the archive of the running version's source code, which is no call. */
export const SOURCE_CODE_PATH = '/source-code.tgz';
/** Path of the export of everything, below `BASE_PATH`. It is no call, since its answer is a zip (product 10.5). */
export const EXPORT_PATH = '/ledger/export';
/** Response header of the export: the number of transactions and transfers in it. */
export const EXPORT_ENTRIES = 'Export-Entries';
/** Path to which a provider leads back, below `BASE_PATH`. It is no call, since its answer leads on (product 5.3). */
export const OIDC_CALLBACK_PATH = '/users/oidc-callback';
/** Path of the calendar of schedules, below `BASE_PATH`. It is no call, since its answer is a file (product 13.8). */
export const CALENDAR_PATH = '/schedules/calendar.ics';

/** Path of the digest of a month, below `BASE_PATH`. It is no call, since its answer is a page (product 10.6). */
export const DIGEST_PATH = '/ledger/digest';

/**
 * Request header with the key that makes a command idempotent: a retry with the same key and input has no second
 * effect.
 */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/**
 * Header of a ledger's revision. A response to a call that wrote the ledger has the revision after it; a request that
 * sends it sees all events up to it (product 7.5).
 */
export const LEDGER_REVISION = 'Ledger-Revision';
/** Response header: the number of the ledger's events that the read models do not have yet (product 7.5). */
export const PROJECTION_LAG = 'Projection-Lag';
/** Response header of a call that wrote the ledger: the id of its change-set. */
export const CHANGE_SET = 'Change-Set';
/** Response header of a request with a token: its scope. */
export const TOKEN_SCOPE = 'Token-Scope';
/** Request header with the caller's IANA time zone. */
export const TIME_ZONE = 'Time-Zone';

/**
 * Method and path of each call, by call name. Separate from the schemas so that the dashboard can send requests without
 * loading zod.
 */
export const addresses = {
  register: { method: 'POST', path: '/users/register' },
  login: { method: 'POST', path: '/users/login' },
  logout: { method: 'POST', path: '/users/logout' },
  getCurrentUser: { method: 'GET', path: '/users/get-current-user' },
  getSessions: { method: 'GET', path: '/users/sessions' },
  endSession: { method: 'POST', path: '/users/end-session' },
  endOtherSessions: { method: 'POST', path: '/users/end-other-sessions' },
  getWaysIn: { method: 'GET', path: '/users/ways-in' },
  getSignIn: { method: 'GET', path: '/users/sign-in' },
  getSecurityLog: { method: 'GET', path: '/users/security-log' },
  secondFactor: { method: 'POST', path: '/users/second-factor' },
  startTotp: { method: 'POST', path: '/users/start-totp' },
  confirmTotp: { method: 'POST', path: '/users/confirm-totp' },
  removeTotp: { method: 'POST', path: '/users/remove-totp' },
  makeRecoveryCodes: { method: 'POST', path: '/users/make-recovery-codes' },
  passkeyOptions: { method: 'POST', path: '/users/passkey-options' },
  addPasskey: { method: 'POST', path: '/users/add-passkey' },
  renamePasskey: { method: 'POST', path: '/users/rename-passkey' },
  removePasskey: { method: 'POST', path: '/users/remove-passkey' },
  passkeyLoginOptions: { method: 'POST', path: '/users/passkey-login-options' },
  passkeyLogin: { method: 'POST', path: '/users/passkey-login' },
  startOidc: { method: 'POST', path: '/users/start-oidc' },
  unlinkOidc: { method: 'POST', path: '/users/unlink-oidc' },
  proveOptions: { method: 'POST', path: '/users/prove-options' },
  prove: { method: 'POST', path: '/users/prove' },
  createToken: { method: 'POST', path: '/tokens/create' },
  getTokens: { method: 'GET', path: '/tokens' },
  revokeToken: { method: 'POST', path: '/tokens/revoke' },
  addWebhook: { method: 'POST', path: '/webhooks/add' },
  getWebhooks: { method: 'GET', path: '/webhooks' },
  removeWebhook: { method: 'POST', path: '/webhooks/remove' },
  turnOnWebhook: { method: 'POST', path: '/webhooks/turn-on' },
  getWebhookLog: { method: 'GET', path: '/webhooks/log' },
  createProposal: { method: 'POST', path: '/proposals/create' },
  getProposals: { method: 'GET', path: '/proposals' },
  getProposal: { method: 'GET', path: '/proposals/one' },
  acceptProposal: { method: 'POST', path: '/proposals/accept' },
  declineProposal: { method: 'POST', path: '/proposals/decline' },
  withdrawProposal: { method: 'POST', path: '/proposals/withdraw' },
  initialDeposit: { method: 'POST', path: '/users/initial-deposit' },
  addIncomeAndExpense: { method: 'POST', path: '/users/add-income-and-expense' },
  updatePassword: { method: 'POST', path: '/users/update-password' },
  updateCurrency: { method: 'POST', path: '/users/update-currency' },
  updateDate: { method: 'POST', path: '/users/update-date' },
  updateCalendar: { method: 'POST', path: '/users/update-calendar' },
  updateDateOrder: { method: 'POST', path: '/users/update-date-order' },
  updateWordList: { method: 'POST', path: '/users/update-word-list' },
  updateDetails: { method: 'POST', path: '/users/update-details' },
  uploadAvatar: { method: 'POST', path: '/users/upload-avatar' },
  updateAccountBalance: { method: 'POST', path: '/users/update-account-balance' },
  deleteAccount: { method: 'POST', path: '/users/delete-account' },
  createExpense: { method: 'POST', path: '/transaction/create-expense' },
  createIncome: { method: 'POST', path: '/transaction/create-income' },
  getTransactions: { method: 'GET', path: '/transaction/get-transactions' },
  recentTransactions: { method: 'GET', path: '/transaction/recent-transactions' },
  getTransaction: { method: 'POST', path: '/transaction/get-transaction' },
  updateTransaction: { method: 'POST', path: '/transaction/update-transaction' },
  deleteTransaction: { method: 'POST', path: '/transaction/delete-transaction' },
  createTransfer: { method: 'POST', path: '/transfer/create-transfer' },
  updateTransfer: { method: 'POST', path: '/transfer/update-transfer' },
  deleteTransfer: { method: 'POST', path: '/transfer/delete-transfer' },
  getAccounts: { method: 'GET', path: '/accounts/get-accounts' },
  openAccount: { method: 'POST', path: '/accounts/open-account' },
  renameAccount: { method: 'POST', path: '/accounts/rename-account' },
  closeAccount: { method: 'POST', path: '/accounts/close-account' },
  reopenAccount: { method: 'POST', path: '/accounts/reopen-account' },
  setBudgeted: { method: 'POST', path: '/accounts/set-budgeted' },
  assertBalance: { method: 'POST', path: '/accounts/assert-balance' },
  confirmedDays: { method: 'GET', path: '/accounts/confirmed-days' },
  findMissing: { method: 'GET', path: '/accounts/find-missing' },
  mend: { method: 'POST', path: '/accounts/mend' },
  importPreview: { method: 'POST', path: '/import/preview' },
  importRows: { method: 'GET', path: '/import/rows' },
  importCommit: { method: 'POST', path: '/import/commit' },
  importProgress: { method: 'GET', path: '/import/progress' },
  getGoals: { method: 'GET', path: '/goals/get-goals' },
  createGoal: { method: 'POST', path: '/goals/create-goal' },
  updateGoal: { method: 'POST', path: '/goals/update-goal' },
  addMoneyToGoal: { method: 'POST', path: '/goals/add-money-to-goal' },
  takeBackFromGoal: { method: 'POST', path: '/goals/take-back' },
  deleteGoal: { method: 'POST', path: '/goals/delete-goal' },
  getByCategory: { method: 'GET', path: '/stats/get-by-category' },
  getMonthSoFar: { method: 'GET', path: '/stats/month-so-far' },
  getNetWorth: { method: 'GET', path: '/stats/net-worth' },
  getStatistics: { method: 'GET', path: '/stats/get-income-expense-by-time-range' },
  getHistory: { method: 'GET', path: '/ledger/history' },
  getEntries: { method: 'GET', path: '/ledger/entries' },
  find: { method: 'GET', path: '/ledger/find' },
  getViews: { method: 'GET', path: '/ledger/views' },
  saveView: { method: 'POST', path: '/ledger/save-view' },
  removeView: { method: 'POST', path: '/ledger/remove-view' },
  runReport: { method: 'GET', path: '/reports/run' },
  getMoneyFlow: { method: 'GET', path: '/reports/flow' },
  getNetWorthReport: { method: 'GET', path: '/reports/net-worth' },
  getBudgetReport: { method: 'GET', path: '/reports/budget' },
  getRecurringReport: { method: 'GET', path: '/reports/recurring' },
  getYearReport: { method: 'GET', path: '/reports/year' },
  getReports: { method: 'GET', path: '/reports' },
  saveReport: { method: 'POST', path: '/reports/save' },
  removeReport: { method: 'POST', path: '/reports/remove' },
  orderReports: { method: 'POST', path: '/reports/order' },
  getTitles: { method: 'GET', path: '/ledger/titles' },
  readLine: { method: 'POST', path: '/ledger/read-line' },
  enter: { method: 'POST', path: '/ledger/enter' },
  getToFile: { method: 'GET', path: '/ledger/to-file' },
  getCategories: { method: 'GET', path: '/ledger/categories' },
  addCategory: { method: 'POST', path: '/ledger/add-category' },
  renameCategory: { method: 'POST', path: '/ledger/rename-category' },
  moveCategory: { method: 'POST', path: '/ledger/move-category' },
  orderCategories: { method: 'POST', path: '/ledger/order-categories' },
  archiveCategory: { method: 'POST', path: '/ledger/archive-category' },
  restoreCategory: { method: 'POST', path: '/ledger/restore-category' },
  mergeCategories: { method: 'POST', path: '/ledger/merge-categories' },
  getEntry: { method: 'GET', path: '/ledger/entry' },
  getChangeSets: { method: 'GET', path: '/ledger/change-sets' },
  getChangeSet: { method: 'GET', path: '/ledger/change-set' },
  previewUndo: { method: 'POST', path: '/ledger/preview-undo' },
  undo: { method: 'POST', path: '/ledger/undo' },
  previewBulk: { method: 'POST', path: '/ledger/preview-bulk' },
  bulk: { method: 'POST', path: '/ledger/bulk' },
  getRules: { method: 'GET', path: '/ledger/rules' },
  addRule: { method: 'POST', path: '/ledger/add-rule' },
  changeRule: { method: 'POST', path: '/ledger/change-rule' },
  removeRule: { method: 'POST', path: '/ledger/remove-rule' },
  orderRules: { method: 'POST', path: '/ledger/order-rules' },
  previewRules: { method: 'POST', path: '/ledger/preview-rules' },
  runRules: { method: 'POST', path: '/ledger/run-rules' },
  getBudget: { method: 'GET', path: '/budget/month' },
  planBudget: { method: 'POST', path: '/budget/plan' },
  moveBudget: { method: 'POST', path: '/budget/move' },
  coverBudget: { method: 'POST', path: '/budget/cover' },
  setCarry: { method: 'POST', path: '/budget/carry' },
  copyBudget: { method: 'POST', path: '/budget/copy' },
  setTarget: { method: 'POST', path: '/budget/target' },
  fillBudget: { method: 'POST', path: '/budget/fill' },
  getBudgetChanges: { method: 'GET', path: '/budget/changes' },
  getOccurrences: { method: 'POST', path: '/schedules/occurrences' },
  getSchedules: { method: 'GET', path: '/schedules' },
  getUpcoming: { method: 'GET', path: '/schedules/upcoming' },
  getScheduleSuggestions: { method: 'GET', path: '/schedules/suggestions' },
  makeCalendarToken: { method: 'POST', path: '/schedules/make-calendar-token' },
  revokeCalendarToken: { method: 'POST', path: '/schedules/revoke-calendar-token' },
  addSchedule: { method: 'POST', path: '/schedules/add' },
  changeSchedule: { method: 'POST', path: '/schedules/change' },
  removeSchedule: { method: 'POST', path: '/schedules/remove' },
  skipOccurrence: { method: 'POST', path: '/schedules/skip' },
  postOccurrence: { method: 'POST', path: '/schedules/post' },
  matchOccurrence: { method: 'POST', path: '/schedules/match' },
  unmatchOccurrence: { method: 'POST', path: '/schedules/unmatch' },
  getForecast: { method: 'GET', path: '/forecast' },
  explain: { method: 'GET', path: '/ledger/explain' },
  whatChanged: { method: 'GET', path: '/ledger/what-changed' },
  sinceLastVisit: { method: 'POST', path: '/ledger/since-last-visit' },
  seal: { method: 'GET', path: '/ledger/seal' },
  checkSeal: { method: 'POST', path: '/ledger/check-seal' },
  verifyLedger: { method: 'GET', path: '/ledger/verify' },
  createCheckout: { method: 'POST', path: '/pay/create-checkout' },
  confirmPayment: { method: 'POST', path: '/pay/confirm-payment' },
  createFeedback: { method: 'POST', path: '/feedback/create-feedback' },
  resetDemoUser: { method: 'POST', path: '/demo/reset-demo-user' },
} as const satisfies Record<string, { method: 'GET' | 'POST'; path: string }>;
