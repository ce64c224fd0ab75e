import type { Goal } from '#contract/goal.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { paceWords, soonestFirst } from '../../shared/goals/pace.ts';
import { formatDay } from '../../ui/day.ts';
import { formatMoney, sumOf } from '../../ui/money.ts';
import { ProgressBar, progressOf } from './progress.tsx';

const SHOWN_MAX = 20;

/**
 * All goals as one picture, each as wide as its amount beside the others: the saved part is filled, and below it stand
 * the saved amount, and the pace, or the day on which the goal was reached or is wanted (product 9.11). On narrower
 * screens the list has them alone.
 */
export function AllGoals({ goals }: { goals: readonly Goal[] }) {
  const { currency } = useUser();
  const today = useToday();
  const largest = Math.max(...goals.map(({ finalAmount }) => finalAmount));
  const saved = sumOf(...goals.map(({ currentAmount }) => currentAmount));
  const wanted = sumOf(...goals.map(({ finalAmount }) => finalAmount));
  return (
    <section aria-label="All goals" className="mt-10 max-w-176 border-t border-rule pt-5 max-lg:hidden">
      <h2 className="note">All goals</h2>
      <p className="mt-1 text-ink-muted">
        <span className="font-semibold text-ink">{formatMoney(saved, currency)}</span> of{' '}
        {formatMoney(wanted, currency)} saved
      </p>
      <ul className="mt-5 grid gap-5">
        {goals
          .toSorted(unreachedFirst)
          .slice(0, SHOWN_MAX)
          .map((goal) => (
            <li key={goal._id} className="min-w-0">
              <p className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-6">
                <span dir="auto" className="min-w-0 truncate">
                  {goal.title}
                </span>
                <span className="whitespace-nowrap">
                  <Explained figure={`goal:${goal._id}`} name={`saved for ${goal.title}`}>
                    {formatMoney(goal.currentAmount, currency)}
                  </Explained>{' '}
                  <span className="text-ink-muted">of {formatMoney(goal.finalAmount, currency)}</span>
                </span>
              </p>
              <div style={{ width: `max(3rem, ${(goal.finalAmount * 100) / largest}%)` }}>
                <ProgressBar percent={progressOf(goal).percent} />
              </div>
              <p className="mt-1.5 text-small text-ink-muted">{stateOf(goal, currency, today)}</p>
            </li>
          ))}
      </ul>
      {goals.length > SHOWN_MAX && (
        <p className="mt-4 text-ink-muted">and {goals.length - SHOWN_MAX} more in the list</p>
      )}
    </section>
  );
}

/** Reached goals come last. */
const unreachedFirst = (one: Goal, other: Goal): number =>
  Number(progressOf(one).remaining === 0) - Number(progressOf(other).remaining === 0) || soonestFirst(one, other);

/** The state of a goal in words: the day on which it was reached, or the money to go, and the pace that it needs. */
function stateOf(goal: Goal, currency: string, today: string): string {
  const { remaining } = progressOf(goal);
  if (remaining === 0) return goal.date === null ? 'Reached' : `Reached on ${formatDay(goal.date).long}`;
  const pace = paceWords(goal, currency, today);
  const toGo = `${formatMoney(remaining, currency)} to go`;
  return pace === null ? toGo : `${toGo}, ${pace}`;
}
