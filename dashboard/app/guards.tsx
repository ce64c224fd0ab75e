import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { loginStateOf, returnTo } from '../browser-state/login-redirect.ts';
import { useSession } from '../browser-state/session.ts';

/**
 * Route guard for screens that need a session. Redirects visitors to login with the URL to return to; at `/` it renders
 * `login` in place.
 */
export function RequireSession({ login }: { login: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'loggedIn') return <Outlet />;
  if (location.pathname === '/') return login;
  const loginState = session.reason === 'loggedOut' ? null : returnTo(location);
  return <Navigate to="/login" replace state={loginState} />;
}

/** Route guard for login and register. Redirects logged-in users to the URL they came from, else to the Overview. */
export function RequireNoSession() {
  const session = useSession();
  const location = useLocation();
  return session.status === 'loggedOut' ? <Outlet /> : <Navigate to={loginStateOf(location).from ?? '/'} replace />;
}
