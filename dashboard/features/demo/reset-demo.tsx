import { Link, useLocation } from 'react-router-dom';
import { returnTo } from '../../browser-state/login-redirect.ts';
import { useSession } from '../../browser-state/session.ts';
import { useCommand } from '../../commands/use-command.ts';
import { forgetAll } from '../../server/command-result.ts';
import { fetchUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { Heading, useTitle } from '../../ui/page.tsx';
import { PlainPage } from '../../ui/plain-page.tsx';

/** Screen that resets the demo user. The button requires a session of any user. */
export function ResetDemo() {
  useTitle('Reset demo');
  const location = useLocation();
  const loggedIn = useSession().status === 'loggedIn';
  const { send, pending } = useCommand('resetDemoUser', {
    sending: 'Reseting demo user...',
    saved: 'Demo user has been reset',
    failed: 'Unable to reset demo user',
    onSaved: async () => {
      forgetAll();
      await fetchUser();
    },
  });

  return (
    <PlainPage>
      <Heading>Reset demo</Heading>
      <p className="max-w-120 text-ink-muted">
        Puts the demo user's books, profile and settings back to where they began.
        {!loggedIn && (
          <>
            {' '}
            Only somebody who is logged in can do that.{' '}
            <Link className="link" to="/login" state={returnTo(location)}>
              Log in
            </Link>
          </>
        )}
      </p>
      <Button kind="primary" disabled={!loggedIn} pending={pending} onClick={() => void send(undefined)}>
        Reset demo user
      </Button>
      <Link className="link" to="/">
        Return to the homepage
      </Link>
    </PlainPage>
  );
}
