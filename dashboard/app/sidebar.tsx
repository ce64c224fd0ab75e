import { Link, useLocation } from 'react-router-dom';
import { logOut } from '../session/log-out.ts';
import { useKnownUser } from '../store/user.ts';
import { Brand } from './brand.tsx';
import { currentMark, useShownRooms } from './rooms.ts';
import { SourceCode } from './source-code.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The book's contents, from medium screens up. */
export function Sidebar() {
  const { pathname } = useLocation();
  const rooms = useShownRooms();
  const user = useKnownUser();
  return (
    <aside className="sidebar">
      <div className="sidebar-inner">
        <Brand />
        <nav aria-label="Main" className="contents">
          {rooms.map((room) => (
            <Link key={room.path} to={room.path} aria-current={currentMark(room, pathname)}>
              {room.name}
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
