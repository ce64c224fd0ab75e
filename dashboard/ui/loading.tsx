import type { Problem } from '#contract/problems.ts';
import { problemMessage } from '../server/problem.ts';
import { Button } from './button.tsx';

/** Error message with a retry button at the right, in place of content that could not be fetched. */
export function LoadError({ problem, retry }: { problem: Problem; retry: () => unknown }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-4 py-4">
      <p>
        <strong className="mr-2 font-semibold text-danger">Error</strong>{' '}
        <span className="text-ink-muted">{problemMessage(problem)}</span>
      </p>
      <Button onClick={() => void retry()}>Try again</Button>
    </div>
  );
}

const SKELETON =
  'inline-block h-3 max-w-full animate-breathe rounded-[2px] bg-rule align-middle motion-reduce:animate-none';

/** Placeholder for a text. `width` is a CSS length. */
export function SkeletonBar({ width }: { width: string }) {
  return <span className={SKELETON} style={{ width }} />;
}

/** Line that breathes while something takes long. It stands still where motion is reduced. */
export function ProgressLine() {
  return <div className="h-[3px] animate-breathe bg-accent motion-reduce:animate-none" />;
}

const ROW_WIDTHS = ['6rem', '8rem', '5rem', '4.5rem', '7rem'];

/** Stands in for the rows of a list while it is loaded: names, with an amount of a width (CSS) at the end of each. */
export function SkeletonRows({ amountWidth }: { amountWidth: string }) {
  return (
    <div aria-busy="true" className="border-t border-rule-strong">
      <p role="status" className="sr-only">
        Loading
      </p>
      {ROW_WIDTHS.map((width) => (
        <p key={width} className="flex h-11 items-center justify-between border-b border-rule">
          <SkeletonBar width={width} />
          <SkeletonBar width={amountWidth} />
        </p>
      ))}
    </div>
  );
}
