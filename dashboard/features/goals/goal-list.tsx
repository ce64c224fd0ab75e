import { Link, useParams } from 'react-router-dom';
import type { Goal } from '#contract/goal.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { SkeletonBar } from '../../ui/loading.tsx';
import { ProgressBar, progressOf } from './progress.tsx';

const LIST = 'border-rule lg:border-r lg:pr-7';
const ENTRY = 'relative block border-b border-rule pt-4 pb-[1.05rem] first:pt-1';
const LINE = 'mb-[0.6rem] flex h-6 justify-between gap-4';

/** Bookmark ribbon that marks the current entry, as in the sidebar. */
const RIBBON = [
  'after:absolute after:inset-y-3 after:w-[3px] after:rounded-[2px] after:bg-accent first:after:top-0',
  'max-lg:after:-left-3 lg:after:-right-[calc(1.75rem+2px)]',
].join(' ');

const GOAL_LINK = [
  'truncate decoration-rule-strong decoration-1 underline-offset-[0.3em] -outline-offset-1',
  'group-hover:underline before:absolute before:inset-0',
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
            <li
              key={goal._id}
              data-current={current || undefined}
              className={`group ${ENTRY} ${current ? RIBBON : ''}`}
            >
              <span className={`${LINE} items-baseline group-data-current:font-semibold`}>
                <Link
                  dir="auto"
                  to={`/goals/${goal._id}`}
                  aria-current={current ? 'page' : undefined}
                  className={GOAL_LINK}
                >
                  {goal.title}
                </Link>{' '}
                <span className="relative z-1 text-ink-muted group-data-current:text-inherit">
                  <Explained figure={`percentage:goal:${goal._id}`} name={`percentage of ${goal.title}`}>
                    {text}
                  </Explained>
                </span>
              </span>
              <ProgressBar percent={percent} thin />
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
          <li key={id} data-testid="skeleton-row" className={ENTRY}>
            <span className={`${LINE} items-center`}>
              <SkeletonBar width={width} />
              <SkeletonBar width="2.5rem" />
            </span>
            <ProgressBar percent={0} thin />
          </li>
        ))}
      </ul>
    </div>
  );
}
