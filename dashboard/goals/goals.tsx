import { useEffect } from 'react';
import { Navigate, Outlet, useParams } from 'react-router-dom';
import { fetchGoals, useGoals } from '../store/goals.ts';
import { useUser } from '../store/user.ts';
import { today } from '../ui/day.ts';
import { LoadError } from '../ui/load-error.tsx';
import { MarginDate } from '../ui/margin-date.tsx';
import { PageHeader, PageSection, useTitle } from '../ui/page.tsx';
import { CreateGoalButton } from './create-goal-button.tsx';
import { FirstGoal } from './first-goal.tsx';
import { GoalList } from './goal-list.tsx';
import { GoalListSkeleton } from './goal-list-skeleton.tsx';

// Exported here so that the nested routes are in the same chunk.
export { GoalDetail } from './goal-detail.tsx';
export { NoSelection } from './no-selection.tsx';

/**
 * Goals screen: the list and, beside it, the nested route of the selected goal. Without any goal, the form for the
 * first one.
 */
export function Goals() {
  useTitle('Goals');
  const { goalId } = useParams();
  const { goals: storedGoals } = useUser();
  const goals = useGoals();
  useEffect(() => void fetchGoals(), []);

  if (storedGoals.length === 0 && goals.state !== 'failed') {
    return (
      <>
        {/* There is no goal to select, so remove the id from the URL. */}
        {goals.state === 'ready' && goalId && <Navigate to="/goals" replace />}
        <FirstGoal />
      </>
    );
  }
  return (
    <>
      <PageHeader
        margin={<MarginDate date={today()} />}
        heading="Goals"
        tools={goalId && <CreateGoalButton kind="secondary" />}
      />
      <PageSection className="leaf-plain">
        {goals.state === 'failed' ? (
          <LoadError problem={goals.problem} retry={fetchGoals} />
        ) : (
          <div className="goals">
            {goals.state === 'ready' ? (
              <GoalList goals={goals.value} />
            ) : (
              <GoalListSkeleton count={storedGoals.length} />
            )}
            <div className="goal-pane">
              <Outlet />
            </div>
          </div>
        )}
      </PageSection>
    </>
  );
}
