import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { loginStateOf, returnTo } from './login-redirect.ts';
import { useSession } from './session.ts';

/** Lets in who is logged in. Others see the `login` screen, and go from there back to where they wanted to. */
export function LoggedIn({ login }: { login: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'loggedIn') return <Outlet />;
  if (location.pathname === '/') return login;
  const loginState = session.because === 'left' ? null : returnTo(location);
  return <Navigate to="/login" replace state={loginState} />;
}

/** Lets in who is logged out. Others go on to where they wanted to, else to the Overview. */
export function LoggedOut() {
  const session = useSession();
  const location = useLocation();
  return session.status === 'loggedOut' ? <Outlet /> : <Navigate to={loginStateOf(location).from ?? '/'} replace />;
}
