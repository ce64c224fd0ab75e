import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSingleFlight } from '../../../commands/use-single-flight.ts';
import { problemMessage } from '../../../server/problem.ts';
import { waysInQuery } from '../../../server/sign-in-queries.ts';
import { isLeftUnproved, withProof } from '../../../shared/proof/ask-for-proof.ts';
import { goToProvider } from '../../../shared/proof/go-to-provider.ts';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast } from '../../../ui/toast.ts';
import { AskFirst } from './ask-first.tsx';
import { useProvedCall } from './use-proved-call.ts';

/** The link to the identity provider, where the server has one. */
export function SingleSignOn({ isLinked }: { isLinked: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery(waysInQuery);
  const { start, pending } = useSingleFlight(async () => {
    const begun = await withProof(() => goToProvider('link'));
    if (!begun.ok && !isLeftUnproved(begun))
      showErrorToast('Unable to link it', { description: problemMessage(begun.problem) });
  });
  const removal = useProvedCall('unlinkOidc', {
    input: undefined,
    saved: 'Single sign-on removed',
    failed: 'Unable to remove it',
  });
  if (!data?.oidc) return null;
  const { name } = data.oidc;
  return (
    <div>
      <h3 className="font-semibold">Single sign-on</h3>
      <p className="mt-1 wrap-anywhere text-ink-muted">
        {isLinked
          ? `You log in with ${name}, which asks for all that it needs.`
          : `Log in with ${name} instead of the password.`}
      </p>
      <p className="mt-3">
        {isLinked ? (
          <Button pending={removal.pending} onClick={() => setAsking(true)}>
            Remove
          </Button>
        ) : (
          <Button pending={pending} onClick={() => void start()}>
            Link {name}
          </Button>
        )}
      </p>
      <AskFirst
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Remove the single sign-on?"
        description={`You can't log in with ${name} any more, and all other sessions end.`}
        action="Remove it"
        onConfirm={() => void removal.start()}
      />
    </div>
  );
}
