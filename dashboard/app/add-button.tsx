import { Link, useLocation } from 'react-router-dom';
import { useIsPast } from '../browser-state/known.ts';
import { PlusIcon } from '../ui/icons.tsx';

const BUTTON = [
  'fixed right-4 bottom-4 z-9 grid size-14 place-items-center rounded-float bg-accent text-accent-ink',
  'shadow-(--shadow-pop) sm:hidden',
].join(' ');

/** Screens with a form of their own at their foot. */
const WITHOUT = ['/create-transaction', '/transactions/import'];

/** Button of narrow viewports that opens the form of a new entry. */
export function AddButton() {
  const { pathname } = useLocation();
  const isPast = useIsPast();
  if (isPast || WITHOUT.includes(pathname)) return null;
  return (
    <Link to="/create-transaction" aria-label="Add an entry" className={BUTTON}>
      <PlusIcon />
    </Link>
  );
}
