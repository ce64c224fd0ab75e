import { useSingleFlight } from '../../commands/use-single-flight.ts';
import { call } from '../../server/client.ts';
import { problemMessage } from '../../server/problem.ts';
import { hasPasskeys, signByPasskey } from '../../shared/proof/passkey-ceremony.ts';
import { Button } from '../../ui/button.tsx';
import { showErrorToast } from '../../ui/toast.ts';
import { beginLogin } from './log-in.ts';

/** Button that logs in by a passkey alone, where this browser can. */
export function PasskeyLogin() {
  const { start, pending } = useSingleFlight(async () => {
    const begun = await call('passkeyLoginOptions');
    const assertion = begun.ok ? await signByPasskey(begun.data.options) : null;
    if (begun.ok && !assertion) return;
    const outcome =
      begun.ok && assertion
        ? await beginLogin(await call('passkeyLogin', { ticket: begun.data.ticket, assertion }))
        : begun;
    if (!outcome.ok) showErrorToast('Unable to log in', { description: problemMessage(outcome.problem) });
  });
  if (!hasPasskeys()) return null;
  return (
    <p>
      <Button kind="quiet" size="compact" className="-ml-3" pending={pending} onClick={() => void start()}>
        Log in with a passkey
      </Button>
    </p>
  );
}
