import { AxisBottom } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { type KeyboardEvent, useId, useState } from 'react';
import { AmountText, TypeMark } from '../../shared/entries/amount.tsx';
import { useExplain } from '../../shared/explain/figure-in-address.ts';
import { HatchPattern } from '../../ui/hatch-pattern.tsx';
import { tipClass } from '../../ui/info-card.tsx';
import { compactMoney, formatMoney, signOf } from '../../ui/money.ts';
import { MoneyAxis, moneyAxisWidth } from '../../ui/money-axis.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { axisTicks } from './axis-ticks.ts';

const HEIGHT_PX = 250;
const TOP_PX = 26;
const BASELINE_PX = 216;
/** For bars of 62 px: 28 px between them, 42 px at the sides. */
const INNER_PADDING_RATIO = 28 / 90;
const OUTER_PADDING_RATIO = 42 / 90;

type Type = 'Income' | 'Expense';
type BarChartProps = {
  income: number;
  expense: number;
  currency: string;
  name: string;
  /** The names of both figures (product 5.9). */
  figures: { income: string; expense: string };
};

/**
 * Bar chart of income and expense, in whole units. Each bar shows its amount on hover and focus, and explains it on a
 * press.
 */
export function BarChart({ income, expense, currency, name, figures }: BarChartProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const patternId = useId();
  const bars: { type: Type; amount: number }[] = [
    { type: 'Income', amount: income },
    { type: 'Expense', amount: expense },
  ];
  const ticks = axisTicks(Math.max(income, expense));
  const label = (amount: number) => compactMoney(amount, currency);
  const left = moneyAxisWidth(ticks.map(label));
  const x = scaleBand<Type>({
    domain: ['Income', 'Expense'],
    range: [left, Math.max(width, left + 1)],
    paddingInner: INNER_PADDING_RATIO,
    paddingOuter: OUTER_PADDING_RATIO,
  });
  const y = scaleLinear<number>({ domain: [0, ticks.at(-1) ?? 1], range: [BASELINE_PX, TOP_PX] });

  return (
    <div ref={ref} className="relative">
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT_PX}
          role="img"
          aria-label={`${name}: income ${formatMoney(income, currency)}, expense ${formatMoney(expense, currency)}`}
        >
          <HatchPattern id={patternId} />
          <MoneyAxis scale={y} ticks={ticks} label={label} left={left} right={width} />
          {bars.map(({ type, amount }) => (
            <Bar
              key={type}
              className="origin-bottom animate-grow [--grow-from:1,0] [transform-box:fill-box]"
              x={x(type) ?? 0}
              y={y(amount)}
              width={x.bandwidth()}
              height={BASELINE_PX - y(amount)}
              fill={type === 'Income' ? 'var(--chart-1)' : `url(#${patternId})`}
              stroke={type === 'Income' ? 'none' : 'var(--chart-2)'}
            />
          ))}
          <AxisBottom
            scale={x}
            top={BASELINE_PX}
            stroke="var(--rule-strong)"
            hideTicks
            tickLength={6}
            tickLabelProps={{ className: 'fill-ink font-ui text-label' }}
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
            figure={type === 'Income' ? figures.income : figures.expense}
            left={x(type) ?? 0}
            width={x.bandwidth()}
            top={y(amount)}
            height={BASELINE_PX}
          />
        ))}
    </div>
  );
}

type BarHitAreaProps = {
  type: 'Income' | 'Expense';
  amount: number;
  currency: string;
  figure: string;
  /** Position of the bar, and height of the plot area above the baseline; in pixels. */
  left: number;
  width: number;
  top: number;
  height: number;
};

const TIP = [
  tipClass,
  'pointer-events-none left-1/2 grid -translate-x-1/2 translate-y-[calc(-100%-10px)] px-3 py-2',
  'whitespace-nowrap normal-nums',
].join(' ');

/**
 * Button over a bar, as high as the plot area, that explains its amount, and shows it in a tooltip on hover and focus.
 */
function BarHitArea({ type, amount, currency, figure, left, width, top, height }: BarHitAreaProps) {
  const explain = useExplain();
  const [shown, setShown] = useState(false);
  const show = () => setShown(true);
  const hide = () => setShown(false);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') hide();
  }

  return (
    <div className="absolute top-0" style={{ left, width, height }}>
      <button
        type="button"
        className="absolute inset-0"
        aria-label={`Explain ${type}: ${signOf(type)} ${formatMoney(amount, currency)}`}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={(event) => {
          // Safari does not focus a button on tap.
          event.currentTarget.focus();
          hide();
          explain(figure);
        }}
        onKeyDown={onKeyDown}
      />
      {shown && (
        <span className={TIP} style={{ top }} aria-hidden="true">
          <TypeMark type={type} />
          <AmountText type={type} amount={amount} currency={currency} />
        </span>
      )}
    </div>
  );
}
