import { Link } from 'react-router-dom';
import type { Goal } from '#contract/goal.ts';
import { percentOfGoal } from '#contract/percentages.ts';
import { Explained } from '../../explain/explained.tsx';
import { useUser } from '../../server/user.ts';
import { formatMoney, sumOf } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';

const SHOWN_MAX = 3;

/** The goals that are nearest to being reached, with what is still to save; nothing where none is begun. */
export function GoalsRow() {
  const { goals, currency } = useUser();
  const nearest = goals
    .filter(({ currentAmount, finalAmount }) => currentAmount > 0 && currentAmount < finalAmount)
    .toSorted((a, b) => shareOf(b) - shareOf(a))
    .slice(0, SHOWN_MAX);
  if (nearest.length === 0) return null;
  return (
    <PageSection margin={<h2 className="note">Goals</h2>}>
      <ul className="flex flex-wrap items-baseline gap-x-8 gap-y-2">
        {nearest.map(({ _id, title, currentAmount, finalAmount }) => (
          <li key={_id} className="wrap-anywhere">
            <Link className="link" to={`/goals/${_id}`}>
              {title}
            </Link>{' '}
            <Explained figure={`percentage:goal:${_id}`} name={`percentage of ${title}`}>
              {percentOfGoal(currentAmount, finalAmount).toFixed(1)}%
            </Explained>
            <span className="text-ink-muted">, {formatMoney(sumOf(finalAmount, -currentAmount), currency)} to go</span>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

const shareOf = ({ currentAmount, finalAmount }: Goal) => currentAmount / finalAmount;
