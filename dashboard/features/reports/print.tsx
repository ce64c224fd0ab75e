import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useKnown } from '../../browser-state/known.ts';
import { cache } from '../../server/cache.ts';
import { sealQuery } from '../../server/history-queries.ts';
import { formatInstant, instantQuery } from '../../shared/as-known/moment.ts';
import { Button } from '../../ui/button.tsx';
import { now } from '../../ui/day.ts';

/** Pages with columns of months are printed across. */
export const WIDE_PAPER = 'print:[page:wide]';

/** Prints the page, with the seal of the books at its foot where it can be had. */
export function PrintButton() {
  const [isPending, wait] = useState(false);
  async function print() {
    wait(true);
    await cache.fetchQuery(sealQuery).catch(() => null);
    flushSync(() => wait(false));
    window.print();
  }
  return (
    <Button kind="quiet" size="compact" writes={false} pending={isPending} onClick={() => void print()}>
      Print
    </Button>
  );
}

/** The foot of a printed report: its question, the moment of which it is, and the seal (product 9.28). */
export function PrintFoot({ question }: { question: string }) {
  const known = useKnown();
  const { data: instant } = useQuery({ ...instantQuery(known ?? ''), enabled: false });
  const { data: seal } = useQuery({ ...sealQuery, enabled: false });
  const moment = known === null ? formatInstant(now().toISOString()) : `as known on ${formatInstant(instant ?? known)}`;
  return (
    <footer className="mt-8 hidden border-t border-rule-strong pt-2 text-small text-ink-muted print:block">
      <p>
        {question} · {moment}
      </p>
      {seal && (
        <p className="tabular-nums">
          Fingerprint of the books: <span className="text-ink">{seal.seal}</span>
        </p>
      )}
    </footer>
  );
}
