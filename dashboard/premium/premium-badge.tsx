import { useUserOrNull } from '../server/user.ts';

/** Badge of a paid user. */
export function PremiumBadge() {
  return useUserOrNull()?.isPaidUser && <span className="badge badge-premium">Premium</span>;
}
