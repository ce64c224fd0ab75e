import type { CSSProperties } from 'react';
import type { Goal } from '../../../contract/goal.ts';

export type Progress = {
  /** Percentage with one decimal, such as `64.0%`. `100.0%` only for a reached goal. */
  text: string;
  /** Percentage from 0 to 100. */
  percent: number;
  /** Amount still to save, in whole units. */
  remaining: number;
};

const UNREACHED_PERCENT_MAX = 99.9;

/** Progress of a goal (product 3.3). */
export function progressOf({ currentAmount, finalAmount }: Pick<Goal, 'currentAmount' | 'finalAmount'>): Progress {
  const share = (currentAmount * 100) / finalAmount;
  const reached = currentAmount >= finalAmount;
  return {
    text: `${(reached ? 100 : Math.min(share, UNREACHED_PERCENT_MAX)).toFixed(1)}%`,
    percent: Math.min(share, 100),
    remaining: reached ? 0 : Math.round((finalAmount - currentAmount) * 100) / 100,
  };
}

/** Decorative bar filled to `percent` (0 to 100). Hidden from assistive technology, so show the value as text, too. */
export function ProgressBar({ percent }: { percent: number }) {
  return (
    <span className="progress" aria-hidden="true" style={{ '--share': `${percent}%` } as CSSProperties}>
      <span className="progress-fill" />
    </span>
  );
}
