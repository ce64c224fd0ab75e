import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { loginStateOf } from '../../browser-state/login-redirect.ts';
import { useSession } from '../../browser-state/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { lazyResolver, setFieldErrors } from '../../ui/form.ts';
import { Heading, useTitle } from '../../ui/page.tsx';
import { DemoLogin } from './demo-login.tsx';
import { logIn } from './log-in.ts';
import { LoginLayout } from './login-layout.tsx';
import { showLoginProblem } from './login-problem.ts';

const resolver = lazyResolver(async () => (await import('./resolvers.ts')).loginResolver);

/** Login screen. After success the route guards redirect, see dashboard/app/guards.tsx. */
export function Login() {
  useTitle('Login');
  const navigate = useNavigate();
  const session = useSession();
  const loginState = loginStateOf(useLocation());
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    resolver,
    defaultValues: { email: loginState.email ?? '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (input) => {
    const outcome = await logIn(input);
    if (outcome.ok || setFieldErrors(outcome.problem, ['email', 'password'], setError)) return;
    const signUp = () => navigate('/register', { state: { ...loginState, email: getValues('email') } });
    showLoginProblem(outcome.problem, signUp);
  });

  return (
    <LoginLayout>
      <Heading>Login</Heading>
      {session.status === 'loggedOut' && session.reason === 'expired' && (
        <p role="status" className="text-ink-muted">
          Your session has ended. Log in to go on where you were.
        </p>
      )}
      <DemoLogin />
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          registration={register('email')}
        />
        <TextInput
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          registration={register('password')}
        />
        <Button type="submit" kind="primary" pending={isSubmitting}>
          Login
        </Button>
      </form>
      <p className="text-small text-ink-muted">
        Don't have an account?{' '}
        <Link className="link inline" to="/register" state={loginState}>
          Sign up
        </Link>
      </p>
    </LoginLayout>
  );
}
