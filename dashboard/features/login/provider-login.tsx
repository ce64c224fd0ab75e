import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { takeProviderVisit } from '../../browser-state/provider-visit.ts';
import { useSingleFlight } from '../../commands/use-single-flight.ts';
import { call } from '../../server/client.ts';
import { problemMessage } from '../../server/problem.ts';
import { goToProvider } from '../../shared/proof/go-to-provider.ts';
import { problemTitle } from '../../shared/proof/problem-title.ts';
import { Button } from '../../ui/button.tsx';
import { showErrorToast } from '../../ui/toast.ts';
import { beginLogin } from './log-in.ts';

/** Button that logs in at the identity provider of this name. */
export function ProviderLogin({ name }: { name: string }) {
  const { start, pending } = useSingleFlight(async () => {
    const begun = await goToProvider('login');
    if (!begun.ok) showErrorToast('Unable to log in', { description: problemMessage(begun.problem) });
  });
  return (
    <Button className="wrap-anywhere" pending={pending} onClick={() => void start()}>
      Log in with {name}
    </Button>
  );
}

/** Begins the session of a tab that comes back from the identity provider, or says why there is none. */
export function ProviderReturn() {
  const [isBack, setBack] = useState(false);
  const [parameters] = useSearchParams();
  const code = parameters.get('problem');
  useEffect(() => {
    // Not while rendering, which may be given up.
    if (!takeProviderVisit('login') || code !== null) return;
    setBack(true);
    void call('getCurrentUser').then(async (outcome) => {
      const begun = outcome.ok ? await beginLogin(outcome) : outcome;
      if (begun.ok) return;
      setBack(false);
      showErrorToast('Unable to log in', { description: problemMessage(begun.problem) });
    });
  }, [code]);
  if (code === null) return isBack && <p role="status">Logging in...</p>;
  return (
    <p role="alert" className="text-expense">
      {problemTitle(code, 'Unable to log in')}.
    </p>
  );
}
