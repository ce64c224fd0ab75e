import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type Props = { shown: number; count: number; noun: string; pending: boolean; onClick: () => void };

/**
 * Line below a list that is not shown to its end: the number of shown rows, such as `50 of 312 entries`, and a button
 * for more.
 */
export function ShowMore({ shown, count, noun, pending, onClick }: Props): ReactNode {
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
      <p role="status" className="text-small text-ink-muted">
        {shown.toLocaleString('en-US')} of {count.toLocaleString('en-US')} {noun}
      </p>
      <Button pending={pending} onClick={onClick}>
        Show more
      </Button>
    </div>
  );
}
