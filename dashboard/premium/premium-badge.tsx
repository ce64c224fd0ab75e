import { useUserOrNull } from '../store/user.ts';

/** Marks the books of somebody who has paid for Premium. */
export function PremiumBadge() {
  return useUserOrNull()?.isPaidUser && <span className="badge badge-premium">Premium</span>;
}
