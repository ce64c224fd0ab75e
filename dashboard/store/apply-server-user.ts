import type { User } from '../../contract/user.ts';
import { markGoalsLoaded } from './goals.ts';
import { resetStatistics } from './statistics.ts';
import { setTransactionsFromUser } from './transactions.ts';
import { currentUser, storeUser } from './user.ts';

/** Takes over what a command answered: the user as they are now, and what follows from it. */
export function applyServerUser(user: User): void {
  // One transaction comes or goes at a time, so their number tells.
  if (user.transactionCount !== currentUser()?.transactionCount) resetStatistics();
  storeUser(user);
  setTransactionsFromUser(user);
  markGoalsLoaded();
}
