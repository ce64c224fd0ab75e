import type { Goal } from '../../contract/goal.ts';
import { useUser } from '../store/user.ts';
import { formatDay } from '../ui/day.ts';
import { LargeAmount } from '../ui/large-amount.tsx';
import { formatMoney } from '../ui/money.ts';
import { DeleteGoal } from './delete-goal.tsx';
import { GoalActions } from './goal-actions.tsx';
import { GoalTitle } from './goal-title.tsx';
import { progressOf } from './progress.ts';
import { ProgressBar } from './progress-bar.tsx';

/** Details of a goal: progress, amounts, description and actions. */
export function GoalFacts({ goal, onDeleted }: { goal: Goal; onDeleted: () => void }) {
  const { title, category, description, date, currentAmount, finalAmount } = goal;
  const { currency } = useUser();
  const { text, percent, remaining } = progressOf(goal);
  return (
    <>
      <div className="goal-head">
        <div className="min-w-0">
          <GoalTitle>{title}</GoalTitle>
          {category && <span className="badge">{category}</span>}
        </div>
        <DeleteGoal goal={goal} onDeleted={onDeleted} />
      </div>
      <div className="goal-saved">
        <LargeAmount amount={currentAmount} currency={currency} size="figure" />
        <p className="text-ink-muted">of {formatMoney(finalAmount, currency)}</p>
      </div>
      <p className="goal-ends">
        <span>{text} saved</span>
        <span className="text-ink-muted">
          {remaining > 0 ? `${formatMoney(remaining, currency)} to go` : 'Goal reached'}
        </span>
      </p>
      <div
        role="progressbar"
        aria-label="Saved"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
      >
        <ProgressBar percent={percent} />
      </div>
      <dl className="facts mt-7">
        <dt>Final Target</dt>
        <dd>{formatMoney(finalAmount, currency)}</dd>
        <dt>Current Saved Amount</dt>
        <dd>{formatMoney(currentAmount, currency)}</dd>
        <dt>Date of Completion</dt>
        <dd>{date === null ? <NotSet /> : formatDay(date).long}</dd>
        <dt>Description</dt>
        <dd>{description === null ? <NotSet /> : <p className="goal-description">{description}</p>}</dd>
      </dl>
      <GoalActions goal={goal} />
    </>
  );
}

function NotSet() {
  return <span className="text-ink-muted">Not Set</span>;
}
