import { tv } from 'tailwind-variants/lite';
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

const progressBar = tv({
  slots: {
    track: 'block bg-rule forced-colors:border',
    fill: [
      'block h-full origin-left animate-grow transition-[width] duration-(--slow)',
      'forced-colors:forced-color-adjust-none',
    ],
  },
  variants: {
    thin: {
      true: { track: 'h-1', fill: 'bg-ink-muted group-data-current:bg-accent' },
      false: { track: 'h-2', fill: 'bg-accent' },
    },
  },
});

/** Decorative bar filled to `percent` (0 to 100). Hidden from assistive technology, so show the value as text, too. */
export function ProgressBar({ percent, thin = false }: { percent: number; thin?: boolean }) {
  const { track, fill } = progressBar({ thin });
  return (
    <span className={track()} aria-hidden="true">
      <span className={fill()} style={{ width: `${percent}%` }} />
    </span>
  );
}
