import { resetGoals } from './goals.ts';
import { resetHistory } from './history.ts';
import { resetStatistics } from './statistics.ts';
import { resetTransactions } from './transactions.ts';

/** Forgets all that was fetched, for another user. */
export function clearUserData(): void {
  resetTransactions();
  resetGoals();
  resetStatistics();
  resetHistory();
}
