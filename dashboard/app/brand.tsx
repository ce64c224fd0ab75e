import { Link } from 'react-router-dom';
import { PremiumBadge } from '../shared/premium/premium-badge.tsx';

const WORDMARK =
  'double double-fine pb-[0.2rem] font-book leading-none font-semibold tracking-[-0.01em] [--double:var(--accent)]';

/**
 * The product name as a link to the Overview, with the Premium badge of a paid user. `className` gives the size of the
 * letters.
 */
export function Brand({ className }: { className: string }) {
  return (
    <p className={`flex items-center gap-x-[0.65rem] ${className}`}>
      <Link to="/" className={WORDMARK}>
        Daybook
      </Link>
      <PremiumBadge />
    </p>
  );
}
