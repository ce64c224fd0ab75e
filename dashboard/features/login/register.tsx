import { Suspense } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Problem } from '#contract/problems.ts';
import { FULL_NAME_MAX } from '#ledger/model/constants.ts';
import { loginStateOf } from '../../browser-state/login-redirect.ts';
import { useFormCommand } from '../../commands/use-command.ts';
import { isProblem } from '../../server/problem.ts';
import { useStrength } from '../../shared/passwords/use-strength.ts';
import { Button } from '../../ui/button.tsx';
import { lazyResolver, setFieldErrors } from '../../ui/form.ts';
import { lazyComponent } from '../../ui/lazy.tsx';
import { Heading, useTitle } from '../../ui/page.tsx';
import { TextInput } from '../../ui/registered-fields.tsx';
import { showErrorToast } from '../../ui/toast.ts';
import { DemoLogin } from './demo-login.tsx';
import { logIn } from './log-in.ts';
import { LoginLayout } from './login-layout.tsx';
import { showLoginProblem } from './login-problem.ts';
import { useWaysIn } from './ways-in.ts';

const ProviderLogin = lazyComponent(() => import('./provider-login.tsx').then((file) => file.ProviderLogin));

const FIELDS = ['fullName', 'email', 'password'] as const;

const resolver = lazyResolver(async () => (await import('./register-resolver.ts')).registerResolver);

/** Register screen. Logs in after the registration. */
export function RegisterScreen() {
  useTitle('Register');
  const navigate = useNavigate();
  const loginState = loginStateOf(useLocation());
  const ways = useWaysIn();
  const { register, handleSubmit, setError, getValues, formState, control } = useForm({
    resolver,
    defaultValues: { fullName: '', email: loginState.email ?? '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const [fullName, email, password] = useWatch({ control, name: FIELDS });
  const strength = useStrength(password, { fullName, email });
  const goTo = (path: string) => () => navigate(path, { state: { ...loginState, email: getValues('email') } });

  const { send } = useFormCommand('register', {
    failed: 'Unable to create the account',
    onSaved: async (_data, { email, password }) => {
      const loggedIn = await logIn({ email, password });
      if (!loggedIn.ok) showLoginProblem(loggedIn.problem, goTo('/register'));
    },
  });

  const submit = handleSubmit(async (input) => {
    await send(input, { onFailed: showRegisterProblem });
  });

  function showRegisterProblem(problem: Problem): boolean {
    if (!isProblem(problem, 'email_taken')) return setFieldErrors(problem, FIELDS, setError);
    showErrorToast(problem.title, {
      description: 'Did you mean to sign in?',
      action: { label: 'Sign in', onClick: goTo('/login') },
    });
    return true;
  }

  return (
    <LoginLayout>
      <Heading>Register</Heading>
      {ways.password && (
        <>
          <DemoLogin />
          <form noValidate onSubmit={submit} className="grid gap-5">
            <TextInput
              label="Full Name"
              autoComplete="name"
              maxLength={FULL_NAME_MAX}
              error={errors.fullName?.message}
              registration={register('fullName')}
            />
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
              autoComplete="new-password"
              hint={strength}
              error={errors.password?.message}
              registration={register('password')}
            />
            <Button type="submit" kind="primary" pending={isSubmitting}>
              Create account
            </Button>
          </form>
        </>
      )}
      {ways.oidc && (
        <Suspense fallback={null}>
          <ProviderLogin name={ways.oidc.name} />
        </Suspense>
      )}
      <p className="text-small text-ink-muted">
        Already have an account?{' '}
        <Link className="link inline" to="/login" state={loginState}>
          Sign in
        </Link>
      </p>
    </LoginLayout>
  );
}
