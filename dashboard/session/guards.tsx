import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from './session.ts';
import { carriedBy, wayBackTo } from './way-back.ts';

/** Lets in who is logged in. Others see the `login` screen, and go from there back to where they wanted to. */
export function LoggedIn({ login }: { login: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'loggedIn') return <Outlet />;
  if (location.pathname === '/') return login;
  const carried = session.because === 'left' ? null : wayBackTo(location);
  return <Navigate to="/login" replace state={carried} />;
}

/** Lets in who is logged out. Others go on to where they wanted to, else to the Overview. */
export function LoggedOut() {
  const session = useSession();
  const location = useLocation();
  return session.status === 'loggedOut' ? <Outlet /> : <Navigate to={carriedBy(location).from ?? '/'} replace />;
}
