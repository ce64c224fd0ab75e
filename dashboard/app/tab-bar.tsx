import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useIsPast } from '../browser-state/known.ts';
import { PlusIcon } from '../ui/icons.tsx';
import { lazyOverlay } from '../ui/lazy.tsx';
import { ariaCurrent, useTabScreens } from './navigation.ts';

const MobileMenu = lazyOverlay(() => import('./mobile-menu.tsx').then((file) => file.MobileMenu));

const BAR = [
  'fixed inset-x-0 bottom-0 z-10 grid auto-cols-fr grid-flow-col border-t border-rule bg-background',
  'h-(--tabs) pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden',
].join(' ');

const TAB = [
  'relative grid place-items-center text-label text-ink-muted focus-visible:-outline-offset-4',
  'aria-[current]:font-semibold aria-[current]:text-ink',
].join(' ');

/** Ribbon that marks the current tab at the edge of the bar. */
const RIBBON = [
  'before:absolute before:inset-x-4 before:top-0 before:h-[3px] before:rounded-b-[2px]',
  'aria-[current]:before:bg-accent',
].join(' ');

/** Bar at the thumb of narrow viewports: the screens of every day, the form of a new entry, and the menu. */
export function TabBar() {
  const { pathname } = useLocation();
  const isPast = useIsPast();
  const [open, setOpen] = useState(false);
  const [left, right] = useTabScreens();
  const tabs = (screens: typeof left) =>
    screens.map((screen) => (
      <Link
        key={screen.path}
        to={screen.path}
        className={`${TAB} ${RIBBON}`}
        aria-current={ariaCurrent(screen, pathname)}
      >
        {screen.name}
      </Link>
    ));
  return (
    <nav data-tab-bar aria-label="Tabs" className={BAR}>
      {tabs(left)}
      {!isPast && (
        <Link to="/create-transaction" aria-label="Add an entry" className="grid place-items-center">
          <span className="grid size-11 place-items-center rounded-float bg-accent text-accent-ink">
            <PlusIcon />
          </span>
        </Link>
      )}
      {tabs(right)}
      <button type="button" className={TAB} aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        More
      </button>
      <MobileMenu open={open} onOpenChange={setOpen} />
    </nav>
  );
}
