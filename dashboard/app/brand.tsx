import { Link } from 'react-router-dom';
import { PremiumBadge } from '../premium/premium-badge.tsx';

/** The name on every page, over its double rule; it leads to the Overview. Beside it stands whether one has Premium. */
export function Brand() {
  return (
    <p className="brand">
      <Link to="/" className="brand-name double double-fine">
        Daybook
      </Link>
      <PremiumBadge />
    </p>
  );
}
