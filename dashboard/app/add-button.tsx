import { Link, useLocation } from 'react-router-dom';
import { useIsPast } from '../browser-state/known.ts';
import { PlusIcon } from '../ui/icons.tsx';

const BUTTON = [
  'fixed right-4 bottom-4 grid size-14 place-items-center rounded-float bg-accent text-accent-ink',
  // The bar of what is selected is in its place, or the buttons of a form, which Transactions has without any entry.
  'shadow-(--shadow-pop) in-[html:has([data-selection-bar],[data-foot-in-sight])]:hidden',
].join(' ');

/** The form itself, an import, and an entry and a rule, which have buttons of their own down there. */
const WITHOUT = /^\/(create-transaction$|transactions\/|account\/rules\/)/;

/** Button of narrow viewports that opens the form of a new entry. */
export function AddButton() {
  const { pathname } = useLocation();
  const isPast = useIsPast();
  if (isPast || WITHOUT.test(pathname)) return null;
  return (
    <Link data-add-button to="/create-transaction" aria-label="Add an entry" className={BUTTON}>
      <PlusIcon />
    </Link>
  );
}
