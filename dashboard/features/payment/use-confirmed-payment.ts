import { useCallback, useEffect, useState } from 'react';
import type { Problem } from '#contract/problems.ts';
import { confirmPaymentOfUser, useUser } from '../../server/user.ts';

/** Delay before each retry of confirm-payment. */
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000];

/** State of the payment: paid, being confirmed, still unconfirmed after all retries, or without a checkout. */
export type PaymentConfirmation =
  | { state: 'paid' | 'confirming' | 'none' }
  | { state: 'unconfirmed'; problem: Problem | null; retry: () => void };

/** Calls confirm-payment until the payment is paid or the retries are used up. `retry` starts over. */
export function usePaymentConfirmation(): PaymentConfirmation {
  const { isPaidUser } = useUser();
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<
    { state: 'confirming' | 'none' } | { state: 'unconfirmed'; problem: Problem | null }
  >({
    state: 'confirming',
  });
  const retry = useCallback(() => setAttempt((attempt) => attempt + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt restarts the effect.
  useEffect(() => {
    if (isPaidUser) return;
    let timer: ReturnType<typeof setTimeout>;
    let active = true;
    async function confirm(delaysMs: readonly number[]) {
      const outcome = await confirmPaymentOfUser();
      if (!active) return;
      const [delayMs, ...remainingDelaysMs] = delaysMs;
      if (outcome.ok && outcome.data.stripeSessionId === null) setResult({ state: 'none' });
      else if (delayMs !== undefined) timer = setTimeout(confirm, delayMs, remainingDelaysMs);
      else setResult({ state: 'unconfirmed', problem: outcome.ok ? null : outcome.problem });
    }
    setResult({ state: 'confirming' });
    void confirm(RETRY_DELAYS_MS);
    return () => {
      active = false;
      clearTimeout(timer);
    };
  }, [isPaidUser, attempt]);

  if (isPaidUser) return { state: 'paid' };
  return result.state === 'unconfirmed' ? { ...result, retry } : result;
}
