import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { SecondFactorAsked } from '#contract/sign-in-calls.ts';
import { loginStateOf } from '../../browser-state/login-redirect.ts';
import { isOnProviderVisit } from '../../browser-state/provider-visit.ts';
import { useSession } from '../../browser-state/session.ts';
import { lazyComponent } from '../../ui/lazy.tsx';
import { Heading, useTitle } from '../../ui/page.tsx';
import { DemoLogin } from './demo-login.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginLayout } from './login-layout.tsx';
import { useWaysIn } from './ways-in.ts';

const PasskeyLogin = lazyComponent(() => import('./passkey-login.tsx').then((file) => file.PasskeyLogin));
const ProviderLogin = lazyComponent(() => import('./provider-login.tsx').then((file) => file.ProviderLogin));
const ProviderReturn = lazyComponent(() => import('./provider-login.tsx').then((file) => file.ProviderReturn));
const SecondFactorForm = lazyComponent(() => import('./second-factor.tsx').then((file) => file.SecondFactorForm));

/** Login screen. After success the route guards redirect, see dashboard/app/guards.tsx. */
export function Login() {
  useTitle('Login');
  const session = useSession();
  const [asked, setAsked] = useState<SecondFactorAsked | null>(null);
  const location = useLocation();
  const loginState = loginStateOf(location);
  const ways = useWaysIn();
  const [isBack] = useState(() => location.search.includes('problem=') || isOnProviderVisit('login'));

  if (asked)
    return (
      <LoginLayout>
        <Suspense fallback={null}>
          <SecondFactorForm asked={asked} onLeave={() => setAsked(null)} />
        </Suspense>
      </LoginLayout>
    );
  return (
    <LoginLayout>
      <Heading>Login</Heading>
      {session.status === 'loggedOut' && session.reason === 'expired' && (
        <p role="status" className="text-ink-muted">
          Your session has ended. Log in to go on where you were.
        </p>
      )}
      {isBack && (
        <Suspense fallback={null}>
          <ProviderReturn />
        </Suspense>
      )}
      {ways.password && (
        <>
          <DemoLogin />
          <LoginForm onSecondFactor={setAsked} />
          <p className="text-small text-ink-muted">
            Don't have an account?{' '}
            <Link className="link inline" to="/register" state={loginState}>
              Sign up
            </Link>
          </p>
        </>
      )}
      <Suspense fallback={null}>
        {ways.oidc && <ProviderLogin name={ways.oidc.name} />}
        {ways.passkey && <PasskeyLogin />}
      </Suspense>
    </LoginLayout>
  );
}
