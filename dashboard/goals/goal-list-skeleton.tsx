import { Bar } from '../ui/skeleton.tsx';
import { ProgressBar } from './progress-bar.tsx';

const WIDTHS = ['7rem', '9rem', '6rem', '8rem'];

/** As many lines as goals are expected, at their true height. */
export function GoalListSkeleton({ count }: { count: number }) {
  const lines = Array.from({ length: count }, (_, at) => ({ id: `line-${at}`, width: WIDTHS[at % WIDTHS.length] }));
  return (
    <div className="goal-list" aria-busy="true">
      <p role="status" className="sr-only">
        Loading
      </p>
      <ul aria-hidden="true">
        {lines.map(({ id, width = '7rem' }) => (
          <li key={id} data-testid="skeleton-row">
            <span className="goal-blank">
              <span className="goal-line">
                <Bar width={width} />
                <Bar width="2.5rem" />
              </span>
              <ProgressBar percent={0} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
