import { monthAfter } from '#ledger/model/months.ts';
import { useUser } from '../../server/user.ts';
import { formatDay } from '../../ui/day.ts';
import { formatSigned } from '../../ui/money.ts';
import { useBudgets } from './use-budgets.ts';

/** The amounts that were planned for a category in the three months before one, the last one first. */
export function PlansBefore({ categoryId, month }: { categoryId: string; month: string }) {
  const { currency } = useUser();
  const { budgets } = useBudgets([1, 2, 3].map((count) => monthAfter(month, -count)));
  const plans = budgets?.map(({ month, categories }) => {
    const { planned = 0 } = categories.find((category) => category.categoryId === categoryId) ?? {};
    return `${formatDay(`${month}-01`).month.slice(0, 3)} ${formatSigned(planned, currency)}`;
  });
  if (!plans) return null;
  return (
    <span>
      <span className="sr-only">Planned before: </span>
      {plans.join(' · ')}
    </span>
  );
}
