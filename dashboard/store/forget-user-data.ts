import { closeGoals } from './goals.ts';
import { closeHistory } from './history.ts';
import { closeStatistics } from './statistics.ts';
import { closeTransactions } from './transactions.ts';

/** Forgets all that was fetched, for another user. */
export function forgetUserData(): void {
  closeTransactions();
  closeGoals();
  closeStatistics();
  closeHistory();
}
