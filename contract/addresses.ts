/** The first part of every call's path. */
export const BASE_PATH = '/api/v1';

/** The header that names one intent: sent again with the same input, a command has its effect once. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Set on an answer that was made ahead of the read model. */
export const PROJECTION_LAG = 'Projection-Lag';
/** The caller's time zone, by its IANA name. */
export const TIME_ZONE = 'Time-Zone';

/**
 * The method and path of each call, by its name. Apart from the schemas, so that a client that only calls does not load zod.
 */
export const addresses = {
  register: { method: 'POST', path: '/users/register' },
  login: { method: 'POST', path: '/users/login' },
  logout: { method: 'POST', path: '/users/logout' },
  getCurrentUser: { method: 'GET', path: '/users/get-current-user' },
  initialDeposit: { method: 'POST', path: '/users/initial-deposit' },
  addIncomeAndExpense: { method: 'POST', path: '/users/add-income-and-expense' },
  updatePassword: { method: 'POST', path: '/users/update-password' },
  updateCurrency: { method: 'POST', path: '/users/update-currency' },
  updateDate: { method: 'POST', path: '/users/update-date' },
  updateDetails: { method: 'POST', path: '/users/update-details' },
  uploadAvatar: { method: 'POST', path: '/users/upload-avatar' },
  updateAccountBalance: { method: 'POST', path: '/users/update-account-balance' },
  deleteAccount: { method: 'POST', path: '/users/delete-account' },
  createExpense: { method: 'POST', path: '/transaction/create-expense' },
  createIncome: { method: 'POST', path: '/transaction/create-income' },
  getTransactions: { method: 'GET', path: '/transaction/get-transactions' },
  recentTransactions: { method: 'GET', path: '/transaction/recent-transactions' },
  getTransaction: { method: 'POST', path: '/transaction/get-transaction' },
  deleteTransaction: { method: 'POST', path: '/transaction/delete-transaction' },
  getGoals: { method: 'GET', path: '/goals/get-goals' },
  createGoal: { method: 'POST', path: '/goals/create-goal' },
  updateGoal: { method: 'POST', path: '/goals/update-goal' },
  addMoneyToGoal: { method: 'POST', path: '/goals/add-money-to-goal' },
  deleteGoal: { method: 'POST', path: '/goals/delete-goal' },
  getStatistics: { method: 'GET', path: '/stats/get-income-expense-by-time-range' },
  getHistory: { method: 'GET', path: '/ledger/history' },
  verifyLedger: { method: 'GET', path: '/ledger/verify' },
  createCheckout: { method: 'POST', path: '/pay/create-checkout' },
  confirmPayment: { method: 'POST', path: '/pay/confirm-payment' },
  createFeedback: { method: 'POST', path: '/feedback/create-feedback' },
  resetDemoUser: { method: 'POST', path: '/demo/reset-demo-user' },
} as const satisfies Record<string, { method: 'GET' | 'POST'; path: string }>;
