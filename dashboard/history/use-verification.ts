import { useState } from 'react';
import type { Verification } from '../../contract/ledger.ts';
import type { Problem } from '../../contract/problems.ts';
import { call } from '../api-client/client.ts';

/** How far a verification has come. */
type Verifying =
  | { state: 'none' }
  | { state: 'pending' }
  | { state: 'done'; result: Verification }
  | { state: 'failed'; problem: Problem };

/** Has the ledger verified when it is asked for. What came of it is for this visit of the page alone. */
export function useVerification() {
  const [verifying, setVerifying] = useState<Verifying>({ state: 'none' });
  async function verify(): Promise<void> {
    setVerifying({ state: 'pending' });
    const outcome = await call('verifyLedger');
    setVerifying(outcome.ok ? { state: 'done', result: outcome.data } : { state: 'failed', problem: outcome.problem });
  }
  return { verifying, verify };
}

/** What `useVerification` gives. */
export type VerificationProps = ReturnType<typeof useVerification>;
