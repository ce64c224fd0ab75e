import { Button } from '../ui/button.tsx';
import { today } from '../ui/day.ts';
import { MarginDate } from '../ui/margin-date.tsx';
import { PageHeader, PageSection } from '../ui/page.tsx';
import { GoalForm } from './goal-form.tsx';
import { useCreateGoal } from './use-create-goal.ts';

/** Goals screen without any goal: the form for the first one. */
export function FirstGoal() {
  const { create, pending } = useCreateGoal();
  return (
    <>
      <PageHeader margin={<MarginDate date={today()} />} heading="Goals" />
      <PageSection>
        <div className="first-goal">
          <h2 className="title">Add a New Goal</h2>
          <p className="mt-1.5 text-ink-muted">
            What are you saving for, and how much will it take? Money that you put aside for it leaves your balance, and
            comes back should you change your mind.
          </p>
          <GoalForm draftKey="new goal" className="form-grid" save={create} failureTitle="Unable to create the goal">
            <div className="form-foot">
              <Button type="submit" kind="primary" pending={pending}>
                Create goal
              </Button>
            </div>
          </GoalForm>
        </div>
      </PageSection>
    </>
  );
}
