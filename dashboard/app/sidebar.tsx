import { Link, useLocation } from 'react-router-dom';
import { useKnownUser } from '../store/user.ts';
import { Brand } from './brand.tsx';
import { logOut } from './log-out.ts';
import { currentMark, useListedScreens } from './navigation.ts';
import { SourceCode } from './source-code.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The book's contents, from medium screens up. */
export function Sidebar() {
  const { pathname } = useLocation();
  const screens = useListedScreens();
  const user = useKnownUser();
  return (
    <aside className="sidebar">
      <div className="sidebar-inner">
        <Brand />
        <nav aria-label="Main" className="contents">
          {screens.map((screen) => (
            <Link key={screen.path} to={screen.path} aria-current={currentMark(screen, pathname)}>
              {screen.name}
            </Link>
          ))}
          <SourceCode />
        </nav>
        <div className="sidebar-foot">
          <ThemeSwitch />
          <p className="truncate">{user?.fullName}</p>
          <button type="button" className="text-button" onClick={logOut}>
            Log out
          </button>
        </div>
      </div>
    </aside>
  );
}
