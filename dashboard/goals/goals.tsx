import { useEffect } from 'react';
import { Navigate, Outlet, useParams } from 'react-router-dom';
import { fetchGoals, useGoals } from '../store/goals.ts';
import { useUser } from '../store/user.ts';
import { today } from '../ui/day.ts';
import { DayMark } from '../ui/day-mark.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { PageHead, PageSection, useTitle } from '../ui/page.tsx';
import { CreateGoalButton } from './create-goal-button.tsx';
import { FirstGoal } from './first-goal.tsx';
import { GoalList } from './goal-list.tsx';
import { GoalListSkeleton } from './goal-list-skeleton.tsx';

// The parts of the screen are loaded together with it.
export { GoalDetail } from './goal-detail.tsx';
export { NoSelection } from './no-selection.tsx';

/** All goals at the left, and at the right what the address selects; while there is none, the way to the first. */
export function Goals() {
  useTitle('Goals');
  const { goalId } = useParams();
  const { goals: known } = useUser();
  const goals = useGoals();
  useEffect(() => void fetchGoals(), []);

  if (known.length === 0 && goals.state !== 'failed') {
    return (
      <>
        {/* Of no goals none can be selected: the last one was deleted, or never was. */}
        {goals.state === 'ready' && goalId && <Navigate to="/goals" replace />}
        <FirstGoal />
      </>
    );
  }
  return (
    <>
      <PageHead
        margin={<DayMark date={today()} />}
        heading="Goals"
        tools={goalId && <CreateGoalButton kind="secondary" />}
      />
      <PageSection className="leaf-plain">
        {goals.state === 'failed' ? (
          <LoadError problem={goals.problem} retry={fetchGoals} />
        ) : (
          <div className="goals">
            {goals.state === 'ready' ? <GoalList goals={goals.value} /> : <GoalListSkeleton count={known.length} />}
            <div className="goal-pane">
              <Outlet />
            </div>
          </div>
        )}
      </PageSection>
    </>
  );
}
