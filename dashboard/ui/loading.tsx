import type { Problem } from '../../contract/problems.ts';
import { problemMessage } from '../server/problem.ts';
import { Button } from './button.tsx';

/** Error message with a retry button, in place of content that could not be fetched. */
export function LoadError({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <div role="alert" className="failure">
      <p>
        <strong>Error</strong> <span className="text-ink-muted">{problemMessage(problem)}</span>
      </p>
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}

/** Placeholder for a text. `width` is a CSS length. */
export function SkeletonBar({ width }: { width: string }) {
  return <span className="skeleton" style={{ width }} />;
}
