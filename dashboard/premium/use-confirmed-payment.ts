import { useCallback, useEffect, useState } from 'react';
import type { Problem } from '../../contract/problems.ts';
import { confirmPayment, useUser } from '../store/user.ts';

/** How long it waits before each further question, in milliseconds. */
const WAITS = [1000, 2000, 4000, 8000];

/** Where a payment stands: made, being asked for, not known of after several questions, or never begun. */
export type Payment =
  | { state: 'made' | 'asking' | 'none' }
  | { state: 'open'; problem: Problem | null; askAgain: () => void };

/** Asks a few times whether the payment was made; `askAgain` begins anew. */
export function useConfirmedPayment(): Payment {
  const { isPaidUser } = useUser();
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ state: 'asking' | 'none' } | { state: 'open'; problem: Problem | null }>({
    state: 'asking',
  });
  const askAgain = useCallback(() => setRound((round) => round + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again.
  useEffect(() => {
    if (isPaidUser) return;
    let timer: ReturnType<typeof setTimeout>;
    let wanted = true;
    async function ask(waits: readonly number[]) {
      const outcome = await confirmPayment();
      if (!wanted) return;
      const [wait, ...later] = waits;
      if (outcome.ok && outcome.data.stripeSessionId === null) setAnswer({ state: 'none' });
      else if (wait !== undefined) timer = setTimeout(ask, wait, later);
      else setAnswer({ state: 'open', problem: outcome.ok ? null : outcome.problem });
    }
    setAnswer({ state: 'asking' });
    void ask(WAITS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [isPaidUser, round]);

  if (isPaidUser) return { state: 'made' };
  return answer.state === 'open' ? { ...answer, askAgain } : answer;
}
