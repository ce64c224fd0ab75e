import { Link } from 'react-router-dom';
import { percentOfGoal } from '#contract/percentages.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { paceWords, soonestFirst } from '../../shared/goals/pace.ts';
import { formatMoney, sumOf } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';

const SHOWN_MAX = 3;

/**
 * The goals that are wanted soonest, then those that are nearest to being reached, with what is still to save and the
 * pace that they need; nothing where none is begun, or has a day by which it is wanted.
 */
export function GoalsRow() {
  const { goals, currency } = useUser();
  const today = useToday();
  const nearest = goals
    .filter(({ currentAmount, finalAmount }) => currentAmount < finalAmount)
    .filter(({ currentAmount, wantedBy }) => currentAmount > 0 || wantedBy !== undefined)
    .toSorted(soonestFirst)
    .slice(0, SHOWN_MAX);
  if (nearest.length === 0) return null;
  return (
    <PageSection margin={<h2 className="note">Goals</h2>}>
      <ul className="flex flex-wrap items-baseline gap-x-8 gap-y-2">
        {nearest.map((goal) => {
          const { _id, title, currentAmount, finalAmount } = goal;
          const toGo = `${formatMoney(sumOf(finalAmount, -currentAmount), currency)} to go`;
          const pace = paceWords(goal, currency, today);
          return (
            <li key={_id} className="wrap-anywhere">
              <Link className="link" to={`/goals/${_id}`}>
                {title}
              </Link>{' '}
              <Explained figure={`percentage:goal:${_id}`} name={`percentage of ${title}`}>
                {percentOfGoal(currentAmount, finalAmount).toFixed(1)}%
              </Explained>
              <span className="text-ink-muted">, {pace === null ? toGo : `${toGo}, ${pace}`}</span>
            </li>
          );
        })}
      </ul>
    </PageSection>
  );
}
