import { Link, useLocation } from 'react-router-dom';
import { useUserOrNull } from '../server/user.ts';
import { Brand } from './brand.tsx';
import { logOut } from './log-out.ts';
import { ariaCurrent, useSidebarScreens } from './navigation.ts';
import { SourceCodeLink } from './source-code-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Navigation for viewports of at least 768 pixels; narrower ones have TopBar and MobileMenu. */
export function Sidebar() {
  const { pathname } = useLocation();
  const screens = useSidebarScreens();
  const user = useUserOrNull();
  return (
    <aside className="sidebar">
      <div className="sidebar-inner">
        <Brand />
        <nav aria-label="Main" className="contents">
          {screens.map((screen) => (
            <Link key={screen.path} to={screen.path} aria-current={ariaCurrent(screen, pathname)}>
              {screen.name}
            </Link>
          ))}
          <SourceCodeLink />
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
