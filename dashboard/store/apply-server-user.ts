import type { User } from '../../contract/user.ts';
import { goalsAreHere } from './goals.ts';
import { closeStatistics } from './statistics.ts';
import { refreshFrom } from './transactions.ts';
import { currentUser, storeUser } from './user.ts';

/** Takes over what a command answered: the user as they are now, and what follows from it. */
export function applyServerUser(user: User): void {
  // One transaction comes or goes at a time, so their number tells.
  if (user.transactionCount !== currentUser()?.transactionCount) closeStatistics();
  storeUser(user);
  refreshFrom(user);
  goalsAreHere();
}
