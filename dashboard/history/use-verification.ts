import { useState } from 'react';
import type { Verification } from '../../contract/ledger-calls.ts';
import type { Problem } from '../../contract/problems.ts';
import { call } from '../api-client/client.ts';

type VerificationState =
  | { state: 'none' }
  | { state: 'pending' }
  | { state: 'done'; result: Verification }
  | { state: 'failed'; problem: Problem };

/**
 * Returns `verify`, which verifies the ledger on the server, and its state. The result is local to the mounted screen.
 */
export function useVerification() {
  const [verifying, setVerifying] = useState<VerificationState>({ state: 'none' });
  async function verify(): Promise<void> {
    setVerifying({ state: 'pending' });
    const outcome = await call('verifyLedger');
    setVerifying(outcome.ok ? { state: 'done', result: outcome.data } : { state: 'failed', problem: outcome.problem });
  }
  return { verifying, verify };
}

export type VerificationProps = ReturnType<typeof useVerification>;
