import { useQueries } from '@tanstack/react-query';
import { monthAfter } from '#ledger/model/months.ts';
import { budgetQuery } from '../../server/budget-queries.ts';
import { useUser } from '../../server/user.ts';
import { formatDay } from '../../ui/day.ts';
import { formatSigned } from '../../ui/money.ts';

/** For so long a month is not asked for again, unless this browser has changed the books. */
const FRESH_MS = 60_000;

/** The amounts that were planned for a category in the three months before one, the last one first. */
export function PlansBefore({ categoryId, month }: { categoryId: string; month: string }) {
  const { currency } = useUser();
  const months = [1, 2, 3].map((count) => monthAfter(month, -count));
  const answers = useQueries({ queries: months.map((each) => ({ ...budgetQuery(each), staleTime: FRESH_MS })) });
  const plans = answers.flatMap(({ data }) => {
    const planned = data?.categories.find((category) => category.categoryId === categoryId)?.planned;
    return data ? [`${formatDay(`${data.month}-01`).month.slice(0, 3)} ${formatSigned(planned ?? 0, currency)}`] : [];
  });
  return plans.length < months.length ? null : <span>Planned before: {plans.join(' · ')}</span>;
}
