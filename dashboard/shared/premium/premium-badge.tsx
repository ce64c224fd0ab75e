import { useUserOrNull } from '../../server/user.ts';
import { Badge } from '../../ui/badge.tsx';

/** Badge of a paid user. */
export function PremiumBadge() {
  return (
    useUserOrNull()?.isPaidUser && (
      <Badge kind="premium" size="small">
        Premium
      </Badge>
    )
  );
}
