import { useKnownUser } from '../store/user.ts';

/** Marks the books of somebody who has paid for Premium. */
export function PremiumBadge() {
  return useKnownUser()?.isPaidUser && <span className="badge badge-premium">Premium</span>;
}
