import { Link } from 'react-router-dom';
import { BackIcon } from '../../ui/icons.tsx';

/** Link back to the list. */
export function BackLink() {
  return (
    <Link className="note back-link" to="/transactions">
      <BackIcon />
      Transactions
    </Link>
  );
}
