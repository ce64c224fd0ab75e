import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Problem } from '../../contract/problems.ts';
import { FULL_NAME_MAX } from '../../ledger/model/constants.ts';
import { explainToWriter, isProblem } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { carriedBy } from '../session/way-back.ts';
import { Button } from '../ui/button.tsx';
import { complain } from '../ui/form-problem.ts';
import { Heading, useTitle } from '../ui/page.tsx';
import { resolvedLater } from '../ui/resolved-later.ts';
import { TextField } from '../ui/text-field.tsx';
import { failed } from '../ui/toast.ts';
import { Cover } from './cover.tsx';
import { DemoLogin } from './demo-login.tsx';
import { logIn } from './log-in.ts';
import { sayLoginProblem } from './login-problem.ts';

const FIELDS = ['fullName', 'email', 'password'] as const;

const resolver = resolvedLater(async () => (await import('./forms.ts')).registerResolver);

/** Where one opens an account; the login follows by itself. */
export function Register() {
  useTitle('Register');
  const navigate = useNavigate();
  const carried = carriedBy(useLocation());
  const { send } = useCommand('register');
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    resolver,
    defaultValues: { fullName: '', email: carried.email ?? '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const goTo = (path: string) => () => navigate(path, { state: { ...carried, email: getValues('email') } });

  const submit = handleSubmit(async (input) => {
    const registered = await send(input);
    if (!registered) return;
    if (!registered.ok) return sayRegisterProblem(registered.problem);
    const { email, password } = input;
    const loggedIn = await logIn({ email, password });
    if (!loggedIn.ok) sayLoginProblem(loggedIn.problem, goTo('/register'));
  });

  function sayRegisterProblem(problem: Problem) {
    if (isProblem(problem, 'email_taken')) {
      failed(problem.title, {
        description: 'Did you mean to sign in?',
        action: { label: 'Sign in', onClick: goTo('/login') },
      });
    } else if (!complain(problem, FIELDS, setError)) {
      failed('Unable to create the account', { description: explainToWriter(problem) });
    }
  }

  return (
    <Cover>
      <Heading>Register</Heading>
      <DemoLogin />
      <form noValidate onSubmit={submit} className="cover-form">
        <TextField
          label="Full Name"
          autoComplete="name"
          maxLength={FULL_NAME_MAX}
          error={errors.fullName?.message}
          registration={register('fullName')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          registration={register('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          error={errors.password?.message}
          registration={register('password')}
        />
        <Button type="submit" kind="primary" pending={isSubmitting}>
          Create account
        </Button>
      </form>
      <p className="small text-ink-muted">
        Already have an account?{' '}
        <Link className="link" to="/login" state={carried}>
          Sign in
        </Link>
      </p>
    </Cover>
  );
}
