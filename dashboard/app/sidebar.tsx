import { Link, useLocation } from 'react-router-dom';
import { useUserOrNull } from '../server/user.ts';
import { Picture } from '../shared/person/picture.tsx';
import { Brand } from './brand.tsx';
import { logOut } from './log-out.ts';
import { ariaCurrent, personalScreens, type Screen, useScreenGroups } from './navigation.ts';

import { SourceCodeLink } from './source-code-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const LINK = [
  'relative flex min-h-8.5 items-center text-[1.0625rem] text-ink-muted transition-[color] pointer-coarse:min-h-11',
  'hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink',
  'focus-visible:-ml-2 focus-visible:pl-2 focus-visible:-outline-offset-2',
].join(' ');

const HEADING = 'note mb-1 text-[1.0625rem]';

/** Bookmark ribbon that marks the current entry. */
const RIBBON =
  'after:absolute after:inset-y-2 after:right-0 after:w-[3px] after:rounded-[2px] aria-[current]:after:bg-accent';

const STICKY_COLUMN = [
  'sticky top-0 -mr-[2px] flex h-dvh flex-col overflow-x-clip overflow-y-auto pt-10 pb-7 pl-8',
  'max-xl:pl-6 max-md:pl-5 2xl:pl-12',
].join(' ');

/** Navigation for viewports of at least 768 pixels; narrower ones have TopBar and MobileMenu. */
export function Sidebar() {
  const { pathname } = useLocation();
  const groups = useScreenGroups();
  const user = useUserOrNull();
  const links = (screens: readonly Screen[]) =>
    screens.map((screen) => (
      <Link
        key={screen.path}
        to={screen.path}
        className={`${LINK} ${RIBBON}`}
        aria-current={ariaCurrent(screen, pathname)}
      >
        {screen.name}
      </Link>
    ));
  return (
    <aside className="border-r border-rule max-sm:hidden">
      <div className={STICKY_COLUMN}>
        <Brand className="mb-6 h-18 flex-none flex-wrap content-end gap-y-2 pb-[0.4625rem] text-[1.6875rem]" />
        <nav aria-label="Main" className="flex flex-1 flex-col">
          {groups.map(({ heading, screens }) => (
            <section key={heading} aria-label={heading} className="mb-4">
              <h2 className={HEADING}>{heading}</h2>
              {links(screens)}
            </section>
          ))}
          <section aria-label="Yours" className="mt-auto pt-4">
            <p className="mr-4 mb-1 flex items-center gap-2 border-t border-rule pt-4 text-small">
              {user && <Picture url={user.avatar} fullName={user.fullName} />}
              <span className="min-w-0 truncate">{user?.fullName}</span>
            </p>
            {links(personalScreens)}
            <SourceCodeLink className={`${LINK} gap-[0.35rem]`} />
          </section>
        </nav>
        <div className="grid gap-1 pt-2 pr-4 text-small max-md:pr-2">
          <ThemeSwitch className="gap-x-4 max-md:gap-x-[0.4rem] max-md:text-label" />
          <button
            type="button"
            className="min-h-8 text-left text-ink-muted transition-[color] hover:text-ink touch:min-h-11"
            onClick={logOut}
          >
            Log out
          </button>
        </div>
      </div>
    </aside>
  );
}
