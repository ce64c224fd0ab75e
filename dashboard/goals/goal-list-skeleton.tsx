import { SkeletonBar } from '../ui/skeleton.tsx';
import { ProgressBar } from './progress-bar.tsx';

const BAR_WIDTHS = ['7rem', '9rem', '6rem', '8rem'];

/** Placeholder of the goal list with `count` rows of the final height. */
export function GoalListSkeleton({ count }: { count: number }) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `row-${index}`,
    width: BAR_WIDTHS[index % BAR_WIDTHS.length],
  }));
  return (
    <div className="goal-list" aria-busy="true">
      <p role="status" className="sr-only">
        Loading
      </p>
      <ul aria-hidden="true">
        {rows.map(({ id, width = '7rem' }) => (
          <li key={id} data-testid="skeleton-row">
            <span className="goal-blank">
              <span className="goal-line">
                <SkeletonBar width={width} />
                <SkeletonBar width="2.5rem" />
              </span>
              <ProgressBar percent={0} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
