import { Link, useLocation } from 'react-router-dom';
import { explain } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { useSession } from '../session/session.ts';
import { wayBackTo } from '../session/way-back.ts';
import { forgetUserData } from '../store/forget-user-data.ts';
import { fetchUser } from '../store/user.ts';
import { Button } from '../ui/button.tsx';
import { Heading, useTitle } from '../ui/page.tsx';
import { failed, said, underWay } from '../ui/toast.ts';

/** Where the demo user is put back as it was. Whoever is logged in may do so. */
export function ResetDemo() {
  useTitle('Reset demo');
  const location = useLocation();
  const loggedIn = useSession().status === 'loggedIn';
  const { send, pending } = useCommand('resetDemoUser');

  async function reset() {
    const id = underWay('Reseting demo user...');
    const outcome = await send(undefined);
    if (!outcome) return;
    if (!outcome.ok) return failed('Unable to reset demo user', { id, description: explain(outcome.problem) });
    forgetUserData();
    await fetchUser();
    said('Demo user has been reset', id);
  }

  return (
    <main className="plain-page">
      <Heading>Reset demo</Heading>
      <p className="max-w-120 text-ink-muted">
        Puts the demo user's books, profile and settings back to where they began.
        {!loggedIn && (
          <>
            {' '}
            Only somebody who is logged in can do that.{' '}
            <Link className="link" to="/login" state={wayBackTo(location)}>
              Log in
            </Link>
          </>
        )}
      </p>
      <Button kind="primary" disabled={!loggedIn} pending={pending} onClick={reset}>
        Reset demo user
      </Button>
      <Link className="link" to="/">
        Return to the homepage
      </Link>
    </main>
  );
}
