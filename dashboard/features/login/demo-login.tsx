import { useState } from 'react';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import { problemMessage } from '../../server/problem.ts';
import { Button } from '../../ui/button.tsx';
import { showErrorToast, showLoadingToast, showSuccessToast } from '../../ui/toast.ts';
import { logIn } from './log-in.ts';

const SEPARATOR = [
  'flex items-center gap-4 text-label text-ink-muted',
  'before:flex-1 before:border-t before:border-rule after:flex-1 after:border-t after:border-rule',
].join(' ');

/** Button that logs in as the demo user, and the separator above the form. */
export function DemoLogin() {
  const [pending, setPending] = useState(false);

  async function logInAsDemoUser() {
    setPending(true);
    const id = showLoadingToast('Logging in...');
    const outcome = await logIn({ email: DEMO_EMAIL, password: DEMO_PASSWORD });
    setPending(false);
    if (outcome.ok) showSuccessToast('Logged in as a demo user', id);
    else showErrorToast('Error logging you in', { id, description: problemMessage(outcome.problem) });
  }

  return (
    <>
      <Button pending={pending} onClick={logInAsDemoUser}>
        Demo login
      </Button>
      <p className={SEPARATOR}>Or continue with</p>
    </>
  );
}
