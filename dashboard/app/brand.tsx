import { Link } from 'react-router-dom';
import { PremiumBadge } from '../premium/premium-badge.tsx';

/** The product name as a link to the Overview, with the Premium badge of a paid user. */
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
