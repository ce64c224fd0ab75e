import type { Problem } from '#contract/problems.ts';
import { problemMessage } from '../../../server/problem.ts';

type Props = {
  /** The subject that could not be loaded, as the beginning of a sentence. */
  what: string;
  problem: Problem;
  retry: () => unknown;
};

/** A line in place of a part of a row that could not be fetched. */
export function Failed({ what, problem, retry }: Props) {
  return (
    <p role="alert" className="text-small text-ink-muted">
      {what} could not be loaded: {problemMessage(problem)}.{' '}
      <button type="button" className="link" onClick={() => void retry()}>
        Try again
      </button>
    </p>
  );
}
