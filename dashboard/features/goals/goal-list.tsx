import { Link, useParams } from 'react-router-dom';
import type { Goal } from '../../../contract/goal.ts';
import { SkeletonBar } from '../../ui/loading.tsx';
import { ProgressBar, progressOf } from './progress.tsx';

const LIST = 'border-rule lg:border-r lg:pr-7';
const ENTRY = 'relative block border-b border-rule pt-4 pb-[1.05rem] in-[li:first-child]:pt-1';
const LINE = 'mb-[0.6rem] flex h-6 justify-between gap-4';

/** Bookmark ribbon that marks the current entry, as in the sidebar. */
const RIBBON = [
  'after:absolute after:inset-y-3 after:w-[3px] after:rounded-[2px] after:bg-accent in-[li:first-child]:after:top-0',
  'max-lg:after:-left-3 lg:after:-right-[calc(1.75rem+2px)]',
].join(' ');

/** Links to the goals, newest first. Takes them oldest first. */
export function GoalList({ goals }: { goals: readonly Goal[] }) {
  const { goalId } = useParams();
  return (
    <nav aria-label="Goals" className={LIST}>
      <ul>
        {goals.toReversed().map((goal) => {
          const { text, percent } = progressOf(goal);
          const current = goal._id === goalId;
          return (
            <li key={goal._id}>
              <Link
                to={`/goals/${goal._id}`}
                aria-current={current ? 'page' : undefined}
                className={`group ${ENTRY} -outline-offset-1 aria-[current]:font-semibold ${current ? RIBBON : ''}`}
              >
                <span className={`${LINE} items-baseline`}>
                  <span className="truncate decoration-rule-strong decoration-1 underline-offset-[0.3em] group-hover:underline">
                    {goal.title}
                  </span>{' '}
                  <span className="text-ink-muted group-aria-[current]:text-inherit">{text}</span>
                </span>
                <ProgressBar percent={percent} thin />
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
    <div className={LIST} aria-busy="true">
      <p role="status" className="sr-only">
        Loading
      </p>
      <ul aria-hidden="true">
        {rows.map(({ id, width = '7rem' }) => (
          <li key={id} data-testid="skeleton-row">
            <span className={ENTRY}>
              <span className={`${LINE} items-center`}>
                <SkeletonBar width={width} />
                <SkeletonBar width="2.5rem" />
              </span>
              <ProgressBar percent={0} thin />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
