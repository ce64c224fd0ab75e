import { SkeletonBar } from '../ui/skeleton.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** Placeholder of the goal details while loading. */
export function GoalSkeleton() {
  return (
    <div aria-hidden="true">
      <p className="goal-title">
        <SkeletonBar width="11rem" />
      </p>
      <SkeletonBar width="4rem" />
      <p className="goal-saved goal-saved-blank">
        <SkeletonBar width="9rem" />
      </p>
      <div className="goal-ends">
        <SkeletonBar width="5rem" />
        <SkeletonBar width="6rem" />
      </div>
      <ProgressBar percent={0} />
    </div>
  );
}
