import type { Goal } from '../../contract/goal.ts';

export type Progress = {
  /** What part of the goal is saved, e.g. `64.0%`: to one decimal, 100 only when it is reached, and never more. */
  text: string;
  /** The same as a length from 0 to 100. */
  percent: number;
  /** What is missing, in whole units. */
  left: number;
};

const NEARLY = 99.9;

/** How far a goal has come. */
export function progressOf({ currentAmount, finalAmount }: Pick<Goal, 'currentAmount' | 'finalAmount'>): Progress {
  const share = (currentAmount * 100) / finalAmount;
  const reached = currentAmount >= finalAmount;
  return {
    text: `${(reached ? 100 : Math.min(share, NEARLY)).toFixed(1)}%`,
    percent: Math.min(share, 100),
    left: reached ? 0 : Math.round((finalAmount - currentAmount) * 100) / 100,
  };
}
