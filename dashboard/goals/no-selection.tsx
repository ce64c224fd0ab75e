import { CreateGoalButton } from './create-goal-button.tsx';

/** Placeholder for the details while no goal is selected. */
export function NoSelection() {
  return (
    <div className="goal-none">
      <p className="subtitle">Select a goal to view</p>
      <p className="note">or</p>
      <CreateGoalButton kind="primary" />
    </div>
  );
}
