import { useQuery } from '@tanstack/react-query';
import { leftOfPlan } from '#ledger/model/left-of-plan.ts';
import { useKnown } from '../../browser-state/known.ts';
import { budgetQuery } from '../../server/budget-queries.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { hasPlans, standsAlone } from '../../shared/budget/left.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { formatDay } from '../../ui/day.ts';
import { LargeAmount } from '../../ui/large-amount.tsx';
import { sumOf } from '../../ui/money.ts';
import { FRESH_MS } from './fresh.ts';

/** The money that is left of the plans of the present month; nothing where it has none (product 9.6). */
export function LeftToSpend() {
  const { currency } = useUser();
  const known = useKnown();
  const month = useToday().slice(0, 7);
  const { data } = useQuery({ ...budgetQuery(month, known), staleTime: FRESH_MS });
  if (!data || !hasPlans(data)) return null;
  const left = sumOf(...data.categories.filter(standsAlone).map(leftOfPlan));
  return (
    <div className={left < 0 ? 'mb-4 text-danger [--double:var(--danger)]' : 'mb-4'}>
      <LargeAmount
        amount={left}
        currency={currency}
        size="figure"
        around={(amount) => (
          <Explained figure={`budget:left:${month}`} name="left to spend">
            {amount}
          </Explained>
        )}
      />
      <p className="mt-3 text-ink-muted">left to spend in {formatDay(`${month}-01`).month}</p>
    </div>
  );
}
