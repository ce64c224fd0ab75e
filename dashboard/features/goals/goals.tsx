import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, Outlet, useOutletContext, useParams } from 'react-router-dom';
import type { Goal } from '#contract/goal.ts';
import { useKnown } from '../../browser-state/known.ts';
import { goalsQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { Button } from '../../ui/button.tsx';
import { FORM_GRID, FormFoot } from '../../ui/form-layout.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { LoadError } from '../../ui/loading.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { AllGoals } from './all-goals.tsx';
import { GoalForm, useCreateGoal } from './goal-form.tsx';
import { GoalList, GoalListSkeleton } from './goal-list.tsx';

// Exported here so that the nested routes are in the same chunk.
export { GoalDetail } from './goal-detail.tsx';

const CreateGoal = lazyOverlay(() => import('./goal-dialogs.tsx').then((file) => file.CreateGoal));

/** `--list` is the width of the list. */
const LIST_AND_DETAIL = [
  'grid [--list:18rem] max-xl:[--list:14rem] max-lg:grid-cols-1 max-lg:gap-8 max-lg:[--list:0rem]',
  'lg:min-h-96 lg:grid-cols-[var(--list)_minmax(0,1fr)]',
].join(' ');
/** `--room` is the width that LargeAmount has. */
const DETAIL = [
  'min-w-0',
  '[--room:min(var(--measure)-20.5rem,100vw-var(--sidebar)-var(--page-left)-var(--page-right)-var(--indent)-var(--list)-3.5rem)]',
  'lg:pl-10',
].join(' ');

/**
 * Goals screen: the list and, beside it, the nested route of the selected goal. Without any goal, the form for the
 * first one.
 */
export function Goals() {
  useTitle('Goals');
  const { goalId } = useParams();
  const user = useUser();
  const goals = useQuery(goalsQuery(useKnown()));
  const { length: count } = goals.data ?? user.goals;

  if (count === 0 && !goals.isLoadingError) {
    return (
      <>
        {/* There is no goal to select, so remove the id from the URL. */}
        {goals.data && goalId && <Navigate to="/goals" replace />}
        <FirstGoal />
      </>
    );
  }
  return (
    <>
      <PageHeader margin={<TodayInMargin />} heading="Goals" tools={goalId && <CreateGoalButton kind="secondary" />} />
      <PageSection kind="plain">
        {goals.isLoadingError ? (
          <LoadError problem={goals.error.problem} retry={goals.refetch} />
        ) : (
          <div className={LIST_AND_DETAIL}>
            {goals.data ? <GoalList goals={goals.data} /> : <GoalListSkeleton count={count} />}
            <div className={DETAIL}>
              <Outlet context={goals.data ?? []} />
            </div>
          </div>
        )}
      </PageSection>
    </>
  );
}

/** Goals screen without any goal: the form for the first one. */
function FirstGoal() {
  const { send, pending } = useCreateGoal();
  return (
    <>
      <PageHeader margin={<TodayInMargin />} heading="Goals" />
      <PageSection>
        <div className="max-w-176">
          <h2 className="title">Add a New Goal</h2>
          <p className="mt-1.5 text-ink-muted">
            What are you saving for, and how much will it take? Money that you save for it leaves your balance, and
            comes back should you change your mind.
          </p>
          <GoalForm draftKey="new goal" className={FORM_GRID} send={send}>
            <FormFoot>
              <Button type="submit" kind="primary" pending={pending}>
                Create goal
              </Button>
            </FormFoot>
          </GoalForm>
        </div>
      </PageSection>
    </>
  );
}

/** In place of the details while no goal is selected: what can be done, and all goals as one picture. */
export function NoSelection() {
  const goals = useOutletContext<Goal[]>();
  return (
    <>
      <div className="grid justify-items-start gap-2 pt-[0.1rem]">
        <p className="subtitle">Select a goal to view</p>
        <p className="mb-[0.35rem] note">or</p>
        <CreateGoalButton kind="primary" />
      </div>
      {goals.length > 0 && <AllGoals goals={goals.toReversed()} />}
    </>
  );
}

/** Button that opens the dialog for a new goal. */
function CreateGoalButton({ kind }: { kind: 'primary' | 'secondary' }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} writes onClick={() => setOpen(true)}>
        Create a New Goal
      </Button>
      <CreateGoal open={open} onOpenChange={setOpen} />
    </>
  );
}
