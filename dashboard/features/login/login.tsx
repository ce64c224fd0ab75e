import { Link, useLocation } from 'react-router-dom';
import { loginStateOf } from '../../browser-state/login-redirect.ts';
import { useSession } from '../../browser-state/session.ts';
import { Heading, useTitle } from '../../ui/page.tsx';
import { DemoLogin } from './demo-login.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginLayout } from './login-layout.tsx';

/** Login screen. After success the route guards redirect, see dashboard/app/guards.tsx. */
export function Login() {
  useTitle('Login');
  const session = useSession();
  const loginState = loginStateOf(useLocation());

  return (
    <LoginLayout>
      <Heading>Login</Heading>
      {session.status === 'loggedOut' && session.reason === 'expired' && (
        <p role="status" className="text-ink-muted">
          Your session has ended. Log in to go on where you were.
        </p>
      )}
      <DemoLogin />
      <LoginForm />
      <p className="text-small text-ink-muted">
        Don't have an account?{' '}
        <Link className="link inline" to="/register" state={loginState}>
          Sign up
        </Link>
      </p>
    </LoginLayout>
  );
}
