import { AxisBottom } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, Line } from '@visx/shape';
import { useId } from 'react';
import type { BudgetCategory } from '#contract/budget-calls.ts';
import { useUser } from '../../server/user.ts';
import { formatDay } from '../../ui/day.ts';
import { HatchPattern } from '../../ui/hatch-pattern.tsx';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { axisLabel, formatSigned } from '../../ui/money.ts';
import { MoneyAxis, moneyAxisWidth } from '../../ui/money-axis.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { monthWords, yearUpTo } from './months.ts';
import { useBudgets } from './use-budgets.ts';

const HEIGHT_PX = 190;
const TOP_PX = 14;
const BASELINE_PX = 160;

type MonthOfCategory = { month: string; planned: number; spent: number };
type Props = { category: BudgetCategory; month: string };

/** The twelve months up to one of a category: a bar of what was spent, and a line for what was planned. */
export function YearOfCategory({ category: { categoryId }, month }: Props) {
  const { budgets, failed } = useBudgets(yearUpTo(month));
  if (failed?.error) return <LoadError problem={failed.error.problem} retry={failed.refetch} />;
  if (!budgets)
    return (
      <div aria-busy="true" style={{ height: HEIGHT_PX }}>
        <p role="status" className="sr-only">
          Loading
        </p>
        <SkeletonBar width="100%" />
      </div>
    );
  const rows = budgets.map((budget) => {
    const { planned = 0, spent = 0 } = budget.categories.find((each) => each.categoryId === categoryId) ?? {};
    return { month: budget.month, planned, spent };
  });
  return <Chart months={rows} />;
}

function Chart({ months }: { months: readonly MonthOfCategory[] }) {
  const { currency } = useUser();
  const { ref, width } = useWidth<HTMLDivElement>();
  const patternId = useId();
  const money = (amount: number) => formatSigned(amount, currency);
  const wordsOf = ({ month, planned, spent }: MonthOfCategory) =>
    `${monthWords(month)}: planned ${money(planned)}, spent ${money(spent)}`;
  const amounts = months.flatMap(({ planned, spent }) => [planned, spent]);
  const y = scaleLinear<number>({
    domain: [Math.min(0, ...amounts), Math.max(1, ...amounts)],
    range: [BASELINE_PX, TOP_PX],
    nice: 4,
  });
  const ticks = y.ticks(4);
  const label = axisLabel(ticks, currency);
  const left = moneyAxisWidth(ticks.map(label));
  const x = scaleBand<string>({
    domain: months.map(({ month }) => month),
    range: [left, Math.max(width, left + 1)],
    padding: 0.3,
  });
  return (
    <div ref={ref}>
      <p className="mb-1 flex flex-wrap gap-x-5 text-label text-ink-muted">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className={HATCHED} /> spent
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="h-[2px] w-4 bg-ink" /> planned
        </span>
      </p>
      {width > 0 && (
        <svg width={width} height={HEIGHT_PX} role="img" aria-label={months.map(wordsOf).join('; ')}>
          <HatchPattern id={patternId} />
          <MoneyAxis scale={y} ticks={ticks} label={label} left={left} right={width} />
          {months.map((each) => {
            const from = x(each.month) ?? 0;
            const [top, bottom] = [y(Math.max(each.spent, 0)), y(Math.min(each.spent, 0))];
            return (
              <g key={each.month}>
                <title>{wordsOf(each)}</title>
                {each.spent !== 0 && (
                  <Bar
                    x={from}
                    y={top}
                    width={x.bandwidth()}
                    height={bottom - top}
                    fill={`url(#${patternId})`}
                    stroke="var(--chart-2)"
                  />
                )}
                {each.planned !== 0 && (
                  <Line
                    from={{ x: from - 3, y: y(each.planned) }}
                    to={{ x: from + x.bandwidth() + 3, y: y(each.planned) }}
                    stroke="var(--ink)"
                    strokeWidth={2}
                  />
                )}
              </g>
            );
          })}
          <AxisBottom
            scale={x}
            top={BASELINE_PX}
            stroke="var(--rule-strong)"
            hideTicks
            tickLength={6}
            tickFormat={(month) => formatDay(`${month}-01`).month.slice(0, 1)}
            tickLabelProps={{ className: 'fill-ink-muted font-ui text-label' }}
          />
        </svg>
      )}
    </div>
  );
}

const HATCHED = [
  'size-3 border border-chart-2',
  'bg-[repeating-linear-gradient(-45deg,var(--chart-2)_0_1.5px,var(--expense-wash)_1.5px_4px)]',
].join(' ');
