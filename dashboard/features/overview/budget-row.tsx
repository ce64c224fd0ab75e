import { Link } from 'react-router-dom';
import { useUser } from '../../server/user.ts';
import { nearestToEnd } from '../../shared/budget/left.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { formatMoney, formatSigned } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';
import { usePlannedMonth } from './use-planned-month.ts';

const SHOWN_MAX = 3;
/**
 * To budget, and the categories that are nearest to their end; nothing where the month has no plan (product 9.6).
 */
export function OverviewBudgetRow() {
  const { currency } = useUser();
  const budget = usePlannedMonth();
  if (!budget) return null;
  const { month, toBudget } = budget;
  return (
    <PageSection margin={<h2 className="note">Budget</h2>}>
      <ul className="flex flex-wrap items-baseline gap-x-8 gap-y-2">
        <li className={toBudget < 0 ? 'text-danger' : ''}>
          <Link className="link" to="/budget">
            To budget
          </Link>{' '}
          <span className="double inline-block font-semibold double-fine">
            <Explained figure={`budget:to-budget:${month}`} name="To budget">
              {formatSigned(toBudget, currency)}
            </Explained>
          </span>
        </li>
        {nearestToEnd(budget, SHOWN_MAX).map(({ categoryId, name, available }) => (
          <li key={categoryId} className={available < 0 ? 'wrap-anywhere text-danger' : 'wrap-anywhere text-ink-muted'}>
            {name}{' '}
            <span className={available < 0 ? '' : 'text-ink'}>
              <Explained
                figure={`budget:available:${encodeURIComponent(categoryId)}:${month}`}
                name={`available of ${name}`}
              >
                {formatMoney(available, currency)}
              </Explained>
            </span>{' '}
            {available < 0 ? 'over' : 'left'}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
