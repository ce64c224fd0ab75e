import { useState } from 'react';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../contract/demo.ts';
import { explain } from '../api-client/problem.ts';
import { Button } from '../ui/button.tsx';
import { failed, said, underWay } from '../ui/toast.ts';
import { logIn } from './log-in.ts';

/** One click to look around as the demo user, and the line to the form below it. */
export function DemoLogin() {
  const [pending, setPending] = useState(false);

  async function enter() {
    setPending(true);
    const id = underWay('Logging in...');
    const outcome = await logIn({ email: DEMO_EMAIL, password: DEMO_PASSWORD });
    setPending(false);
    if (outcome.ok) said('Logged in as a demo user', id);
    else failed('Error logging you in', { id, description: explain(outcome.problem) });
  }

  return (
    <>
      <Button pending={pending} onClick={enter}>
        Demo login
      </Button>
      <p className="cover-or">Or continue with</p>
    </>
  );
}
