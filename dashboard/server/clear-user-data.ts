import { resetGoals } from './goals.ts';
import { resetHistory } from './history.ts';
import { resetStatistics } from './statistics.ts';
import { resetTransactions } from './transactions.ts';

/** Clears the fetched transactions, goals, statistics and history, for example when another user logs in. */
export function clearUserData(): void {
  resetTransactions();
  resetGoals();
  resetStatistics();
  resetHistory();
}
