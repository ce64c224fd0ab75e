import { useUser } from '../../server/user.ts';
import { leftToSpend } from '../../shared/budget/left.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { formatDay } from '../../ui/day.ts';
import { LargeAmount } from '../../ui/large-amount.tsx';
import { usePlannedMonth } from './use-planned-month.ts';

/** The money that is left of the plans of the present month; nothing where it has none (product 9.6). */
export function LeftToSpend() {
  const { currency } = useUser();
  const budget = usePlannedMonth();
  if (!budget) return null;
  const { month } = budget;
  const left = leftToSpend(budget);
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
