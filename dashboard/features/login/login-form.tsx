import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CallInput } from '#contract/calls.ts';
import type { Problem } from '#contract/problems.ts';
import type { SecondFactorAsked } from '#contract/sign-in-calls.ts';
import { loginStateOf } from '../../browser-state/login-redirect.ts';
import { Button } from '../../ui/button.tsx';
import { FormField, Input } from '../../ui/fields.tsx';
import { logIn } from './log-in.ts';
import { showLoginProblem } from './login-problem.ts';

type Credentials = CallInput<'login'>;
type FieldErrors = { [Field in keyof Credentials]?: string | undefined };

/**
 * Form of email and password. It does without the library of forms, which is larger than all else that the login screen
 * loads for itself, and behaves as forms with it do: fields are validated on submit, and from then on as they change.
 * `onSecondFactor` is called where the user has one.
 */
export function LoginForm({ onSecondFactor }: { onSecondFactor: (asked: SecondFactorAsked) => void }) {
  const navigate = useNavigate();
  const loginState = loginStateOf(useLocation());
  const [errors, setErrors] = useState<FieldErrors>({});
  const [pending, setPending] = useState(false);
  const wasSubmitted = useRef(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setPending(true);
    const read = await readForm(form);
    showErrors(form, read.errors);
    if (read.input) {
      const outcome = await logIn(read.input);
      if (!outcome.ok) showProblem(form, outcome.problem);
      else if ('secondFactor' in outcome.data) onSecondFactor(outcome.data.secondFactor);
    }
    wasSubmitted.current = true;
    setPending(false);
  }

  function showErrors(form: HTMLFormElement, shown: FieldErrors) {
    // Rendered first, so that a field has its error when it gets the focus.
    flushSync(() => setErrors(shown));
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }

  function showProblem(form: HTMLFormElement, problem: Problem) {
    const { email, password } = problem.errors ?? {};
    if (email !== undefined || password !== undefined) showErrors(form, { email, password });
    else
      showLoginProblem(problem, () =>
        navigate('/register', { state: { ...loginState, email: credentialsIn(form).email } }),
      );
  }

  async function change({ target: { name, form } }: ChangeEvent<HTMLInputElement>) {
    if (!wasSubmitted.current || !form) return;
    const field = name as keyof Credentials;
    const read = await readForm(form);
    setErrors((shown) => ({ ...shown, [field]: read.errors[field] }));
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <FormField label="Email" error={errors.email}>
        {(props) => (
          <Input
            {...props}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={loginState.email}
            onChange={change}
            required
          />
        )}
      </FormField>
      <FormField label="Password" error={errors.password}>
        {(props) => (
          <Input
            {...props}
            name="password"
            type="password"
            autoComplete="current-password"
            onChange={change}
            required
          />
        )}
      </FormField>
      <Button type="submit" kind="primary" pending={pending}>
        Login
      </Button>
    </form>
  );
}

function credentialsIn(form: HTMLFormElement): Credentials {
  const data = new FormData(form);
  return { email: String(data.get('email')), password: String(data.get('password')) };
}

/**
 * The input of the call, or the messages of the fields that are not right. The schema loads only here, so that the
 * screen renders without zod. If it fails to load, the input is as typed; the server applies the same rules.
 */
async function readForm(form: HTMLFormElement): Promise<{ input?: Credentials; errors: FieldErrors }> {
  const typed = credentialsIn(form);
  const contract = await import('#contract/user-calls.ts').catch(() => null);
  if (!contract) return { input: typed, errors: {} };
  const { data: input, error } = contract.loginInput.safeParse(typed);
  if (input) return { input, errors: {} };
  const messageOf = (field: keyof Credentials) => error?.issues.find(({ path }) => path[0] === field)?.message;
  return { errors: { email: messageOf('email'), password: messageOf('password') } };
}
