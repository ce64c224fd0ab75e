import type { CallData, CallInput, CallName } from '#contract/calls.ts';
import { useSingleFlight } from '../../../commands/use-single-flight.ts';
import { request } from '../../../server/client.ts';
import { problemMessage } from '../../../server/problem.ts';
import { reloadSignIn } from '../../../server/sign-in-queries.ts';
import { isLeftUnproved, withProof } from '../../../shared/proof/ask-for-proof.ts';
import { showErrorToast, showSuccessToast } from '../../../ui/toast.ts';

type Options<Name extends CallName> = {
  input: CallInput<Name>;
  saved?: string;
  failed: string;
  onDone?: (data: CallData<Name>) => unknown;
};

/** Returns `start`, which makes a call that may need a fresh proof, and says in a toast how it went. */
export function useProvedCall<Name extends CallName>(name: Name, { input, saved, failed, onDone }: Options<Name>) {
  return useSingleFlight(async () => {
    const outcome = await withProof(() => request(name, input));
    if (outcome.ok) {
      await onDone?.(outcome.data);
      await reloadSignIn();
      if (saved !== undefined) showSuccessToast(saved);
    } else if (!isLeftUnproved(outcome)) showErrorToast(failed, { description: problemMessage(outcome.problem) });
  });
}
