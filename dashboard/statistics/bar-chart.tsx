import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useId } from 'react';
import { formatMoney } from '../ui/money.ts';
import { axisTicks, compactMoney } from './axis-ticks.ts';
import { BarHitArea } from './bar-hit-area.tsx';
import { Hatch } from './hatch.tsx';
import { useWidth } from './use-width.ts';

const HEIGHT = 250;
const TOP = 26;
const BASE = 216;
/** Bars are 62 wide where they are 28 apart, and at the sides half as much again. */
const BETWEEN = 28 / 90;
const BESIDE = 42 / 90;
/** Space for the labels at the left: for most, and for one letter where they are longer. */
const LEFT = 44;
const LETTER = 7.5;

type Type = 'Income' | 'Expense';
type Props = { income: number; expense: number; currency: string; name: string };

/** Income and expense of a period as two bars. Each says its amount under the pointer, on focus and when tapped. */
export function BarChart({ income, expense, currency, name }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const hatch = useId();
  const bars: { type: Type; amount: number }[] = [
    { type: 'Income', amount: income },
    { type: 'Expense', amount: expense },
  ];
  const steps = axisTicks(Math.max(income, expense));
  const label = (amount: number) => compactMoney(amount, currency);
  const left = Math.max(LEFT, ...steps.map((step) => 12 + label(step).length * LETTER));
  const x = scaleBand<Type>({
    domain: ['Income', 'Expense'],
    range: [left, Math.max(width, left + 1)],
    paddingInner: BETWEEN,
    paddingOuter: BESIDE,
  });
  const y = scaleLinear<number>({ domain: [0, steps.at(-1) ?? 1], range: [BASE, TOP] });

  return (
    <div ref={ref} className="bar-chart-room">
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`${name}: income ${formatMoney(income, currency)}, expense ${formatMoney(expense, currency)}`}
        >
          <Hatch id={hatch} />
          <GridRows scale={y} left={left} width={width - left} tickValues={steps.slice(1)} stroke="var(--rule)" />
          <AxisLeft
            scale={y}
            left={left}
            tickValues={steps}
            tickFormat={(amount) => label(Number(amount))}
            hideAxisLine
            hideTicks
            tickLength={2}
            tickLabelProps={{ className: 'chart-step', dx: -8 }}
          />
          {bars.map(({ type, amount }) => (
            <Bar
              key={type}
              className="bar"
              x={x(type) ?? 0}
              y={y(amount)}
              width={x.bandwidth()}
              height={BASE - y(amount)}
              fill={type === 'Income' ? 'var(--chart-1)' : `url(#${hatch})`}
              stroke={type === 'Income' ? 'none' : 'var(--chart-2)'}
            />
          ))}
          <AxisBottom
            scale={x}
            top={BASE}
            stroke="var(--rule-strong)"
            hideTicks
            tickLength={6}
            tickLabelProps={{ className: 'chart-name' }}
          />
        </svg>
      )}
      {width > 0 &&
        bars.map(({ type, amount }) => (
          <BarHitArea
            key={type}
            type={type}
            amount={amount}
            currency={currency}
            left={x(type) ?? 0}
            width={x.bandwidth()}
            top={y(amount)}
            height={BASE}
          />
        ))}
    </div>
  );
}
