import type { User } from '../../contract/user.ts';
import { markGoalsLoaded } from './goals.ts';
import { resetStatistics } from './statistics.ts';
import { setTransactionsFromUser } from './transactions.ts';
import { currentUser, storeUser } from './user.ts';

/** Stores the user of a command response, and updates the transactions, goals and statistics that depend on it. */
export function applyServerUser(user: User): void {
  // A command adds or deletes at most one transaction, so a change always changes the count.
  if (user.transactionCount !== currentUser()?.transactionCount) resetStatistics();
  storeUser(user);
  setTransactionsFromUser(user);
  markGoalsLoaded();
}
