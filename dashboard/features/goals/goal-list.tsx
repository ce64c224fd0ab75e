import { Link, useParams } from 'react-router-dom';
import type { Goal } from '../../../contract/goal.ts';
import { SkeletonBar } from '../../ui/loading.tsx';
import { ProgressBar, progressOf } from './progress.tsx';

/** Links to the goals, newest first. Takes them oldest first. */
export function GoalList({ goals }: { goals: readonly Goal[] }) {
  const { goalId } = useParams();
  return (
    <nav aria-label="Goals" className="goal-list">
      <ul>
        {goals.toReversed().map((goal) => {
          const { text, percent } = progressOf(goal);
          return (
            <li key={goal._id}>
              <Link to={`/goals/${goal._id}`} aria-current={goal._id === goalId ? 'page' : undefined}>
                <span className="goal-line">
                  <span className="truncate">{goal.title}</span> <span className="goal-share">{text}</span>
                </span>
                <ProgressBar percent={percent} />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

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
