import { Link } from 'react-router-dom';
import { BackIcon } from '../ui/icons.tsx';

/** The way back to the list, in the margin. */
export function BackLink() {
  return (
    <Link className="note back-link" to="/transactions">
      <BackIcon />
      Transactions
    </Link>
  );
}
