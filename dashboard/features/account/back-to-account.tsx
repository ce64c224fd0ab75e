import { Link } from 'react-router-dom';
import { BackIcon } from '../../ui/icons.tsx';

/** Link back to the account screen. */
export function BackToAccount() {
  return (
    <Link
      data-back-link
      className="note inline-flex items-center gap-2 transition-[color] hover:text-ink max-sm:-my-3 max-sm:min-h-11"
      to="/account"
    >
      <BackIcon />
      Account
    </Link>
  );
}
