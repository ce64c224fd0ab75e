import type { CSSProperties } from 'react';
import type { Budget, BudgetCategory } from '#contract/budget-calls.ts';
import { useUser } from '../../server/user.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { formatDay } from '../../ui/day.ts';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { formatNumber, formatSigned } from '../../ui/money.ts';
import { monthWords, yearUpTo } from './months.ts';
import { rowsOf } from './rows.ts';
import { useBudgets } from './use-budgets.ts';

/** The strongest colour of a cell, in percent. */
const HEAT_PERCENT_MAX = 55;

/**
 * The twelve months up to one, by category: what was spent, the darker the nearer it is to the most that was spent on
 * the category in a month, and red where it was overspent. Each amount explains itself (product 9.24).
 */
export function YearHeat({ month }: { month: string }) {
  const months = yearUpTo(month);
  const { budgets, failed } = useBudgets(months);
  if (failed?.error) return <LoadError problem={failed.error.problem} retry={failed.refetch} />;
  const newest = budgets?.at(-1);
  if (!budgets || !newest) return <SkeletonRows amountWidth="4rem" />;
  const rows = rowsOf(newest.categories).map(({ category, level }) => ({
    category,
    level,
    months: budgets.map((budget) => ({ budget, own: ofCategory(budget, category.categoryId) })),
  }));
  const isUsed = (row: (typeof rows)[number]) =>
    row.months.some(({ own }) => own && (own.spent !== 0 || own.planned !== 0));
  // A category stands as long as one below it does.
  const used = new Set(rows.filter(isUsed).flatMap(({ category }) => [category.categoryId, category.parent]));
  return (
    <div ref={toNewest} className="overflow-x-auto">
      <table className="w-full min-w-176 border-collapse text-small">
        <caption className="sr-only">Spent in the twelve months up to {monthWords(month)}</caption>
        <thead>
          <tr className="text-label text-ink-muted">
            <th scope="col" className="sticky left-0 z-1 bg-background pb-2 text-left font-normal">
              Category
            </th>
            {months.map((each) => (
              <th key={each} scope="col" className="px-1.5 pb-2 text-right font-normal" title={monthWords(each)}>
                {formatDay(`${each}-01`).month.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ category }) => used.has(category.categoryId))
            .map(({ category: { categoryId, name }, level, months }) => (
              <tr key={categoryId} className="border-t border-rule">
                <th scope="row" className={`${NAME} ${level === 2 ? 'pl-5' : ''}`}>
                  {name}
                </th>
                {months.map(({ budget, own }) => (
                  <Cell
                    key={budget.month}
                    month={budget.month}
                    own={own}
                    most={Math.max(...months.map((each) => each.own?.spent ?? 0))}
                  />
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** On narrow screens the newest months are seen first. */
function toNewest(element: HTMLElement | null): void {
  if (element) element.scrollLeft = element.scrollWidth;
}

const NAME = 'sticky left-0 z-1 max-w-40 truncate bg-background py-1 pr-3 text-left font-normal';

const ofCategory = ({ categories }: Budget, id: string) => categories.find(({ categoryId }) => categoryId === id);

function Cell({ month, own, most }: { month: string; own: BudgetCategory | undefined; most: number }) {
  const { currency } = useUser();
  if (!own) return <td />;
  const { categoryId, name, spent, planned, available } = own;
  const share = most <= 0 ? 0 : Math.max(0, spent) / most;
  const colour = (available ?? 0) < 0 ? 'var(--danger)' : 'var(--accent)';
  const heat = { '--heat': `${Math.round(share * HEAT_PERCENT_MAX)}%`, '--colour': colour } as CSSProperties;
  return (
    <td
      className="bg-[color-mix(in_oklab,var(--colour)_var(--heat),transparent)] px-1.5 py-1 text-right tabular-nums"
      style={heat}
      title={`${monthWords(month)}: planned ${formatSigned(planned, currency)}, spent ${formatSigned(spent, currency)}`}
    >
      {spent === 0 ? (
        <span className="text-ink-muted">–</span>
      ) : (
        <Explained
          figure={`budget:spent:${encodeURIComponent(categoryId)}:${month}`}
          name={`spent of ${name} in ${monthWords(month)}`}
        >
          {formatNumber(Math.round(spent))}
        </Explained>
      )}
    </td>
  );
}
