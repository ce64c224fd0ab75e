import { Link, useParams } from 'react-router-dom';
import type { Goal } from '../../contract/goal.ts';
import { progressOf } from './progress.ts';
import { ProgressBar } from './progress-bar.tsx';

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
