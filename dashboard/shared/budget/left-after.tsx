import { useQuery } from '@tanstack/react-query';
import { NO_CATEGORY } from '#ledger/model/categories.ts';
import { isDay } from '#ledger/model/days.ts';
import { isMonth } from '#ledger/model/months.ts';
import { budgetQuery } from '../../server/budget-queries.ts';
import { useUser } from '../../server/user.ts';
import { monthInWords, today } from '../../ui/day.ts';
import { formatMoney, sumOf } from '../../ui/money.ts';
import { isPlanned, payingFor } from './left.ts';

/** For so long a budget is not asked for again, unless this browser has changed the books. */
const FRESH_MS = 60_000;

type Props = {
  /** The name of a category of expenses; empty for none. */
  category: string;
  amount: number | undefined;
  /** ISO date. */
  date: string;
};

/** The rest of a category's plan after an expense that isn't recorded yet; nothing for a category without a plan. */
export function LeftAfter({ category, amount, date }: Props) {
  const { currency } = useUser();
  const month = date.slice(0, 7);
  const isTyped = isDay(date) && isMonth(month) && amount !== undefined && amount > 0;
  const { data } = useQuery({ ...budgetQuery(month), enabled: isTyped, staleTime: FRESH_MS });
  const paying =
    data &&
    payingFor(data, ({ categoryId, name }) => (category === '' ? categoryId === NO_CATEGORY : name === category));
  if (!isTyped || !paying || !data.isUsed || !isPlanned(paying)) return null;
  const left = sumOf(paying.available, -amount);
  const when = monthInWords(date, today());
  return (
    <p role="status" className={left < 0 ? 'text-small text-danger' : 'text-small text-ink-muted'}>
      {left < 0
        ? `After this ${paying.name} is ${formatMoney(left, currency)} over its budget of ${when}.`
        : `After this ${paying.name} has ${formatMoney(left, currency)} left of its budget of ${when}.`}
    </p>
  );
}
