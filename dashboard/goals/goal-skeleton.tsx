import { Bar } from '../ui/skeleton.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** Stands for a goal on its way. */
export function GoalSkeleton() {
  return (
    <div aria-hidden="true">
      <p className="goal-title">
        <Bar width="11rem" />
      </p>
      <Bar width="4rem" />
      <p className="goal-saved goal-saved-blank">
        <Bar width="9rem" />
      </p>
      <div className="goal-ends">
        <Bar width="5rem" />
        <Bar width="6rem" />
      </div>
      <ProgressBar percent={0} />
    </div>
  );
}
