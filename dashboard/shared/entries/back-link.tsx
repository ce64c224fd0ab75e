import { Link } from 'react-router-dom';
import { BackIcon } from '../../ui/icons.tsx';
import { useBackToList } from './from-list.ts';

/** Link back to the list of transactions, where it was left. */
export function BackLink() {
  return (
    <Link
      data-back-link
      className="note inline-flex items-center gap-2 transition-[color] hover:text-ink max-sm:-my-3 max-sm:min-h-11"
      {...useBackToList()}
    >
      <BackIcon />
      Transactions
    </Link>
  );
}
