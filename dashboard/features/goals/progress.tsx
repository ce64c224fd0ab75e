import { cva } from 'class-variance-authority';
import type { Goal } from '#contract/goal.ts';
import { percentOfGoal } from '#contract/percentages.ts';

export type GoalProgress = {
  /** Percentage with one decimal, such as `64.0%`. `100.0%` only for a reached goal. */
  text: string;
  /** Percentage from 0 to 100. */
  percent: number;
  /** Amount still to save, in whole units. */
  remaining: number;
};

/** Progress of a goal (product 3.3). */
export function progressOf({ currentAmount, finalAmount }: Pick<Goal, 'currentAmount' | 'finalAmount'>): GoalProgress {
  const share = (currentAmount * 100) / finalAmount;
  const reached = currentAmount >= finalAmount;
  return {
    text: `${percentOfGoal(currentAmount, finalAmount).toFixed(1)}%`,
    percent: Math.min(share, 100),
    remaining: reached ? 0 : Math.round((finalAmount - currentAmount) * 100) / 100,
  };
}

const track = cva('block bg-rule forced-colors:border', { variants: { thin: { true: 'h-1', false: 'h-2' } } });

const fill = cva(
  [
    'block h-full origin-left animate-grow transition-[width] duration-(--slow)',
    'forced-colors:forced-color-adjust-none',
  ],
  { variants: { thin: { true: 'bg-ink-muted group-data-current:bg-accent', false: 'bg-accent' } } },
);

/** Decorative bar filled to `percent` (0 to 100). Hidden from assistive technology, so show the value as text, too. */
export function ProgressBar({ percent, thin = false }: { percent: number; thin?: boolean }) {
  return (
    <span className={track({ thin })} aria-hidden="true">
      <span className={fill({ thin })} style={{ width: `${percent}%` }} />
    </span>
  );
}
