import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useId } from 'react';
import type { WhatChanged } from '#contract/explain-calls.ts';
import type { Figure } from '#contract/figure.ts';
import { isPercentage } from '../../../shared/explain/figure-words.ts';
import { HatchPattern } from '../../../ui/hatch-pattern.tsx';
import { axisLabel } from '../../../ui/money.ts';
import { MoneyAxis, moneyAxisWidth } from '../../../ui/money-axis.tsx';
import { useWidth } from '../../../ui/use-width.ts';
import { barBounds, bridgeBars } from './bridge-bars.ts';

const HEIGHT_PX = 280;
const TOP_PX = 12;
const BASELINE_PX = 246;
/** Narrower bars have no number below them. */
const NUMBERED_WIDTH_MIN_PX = 18;
const BAR_WIDTH_MAX_PX = 62;
const PADDING_RATIO = 0.35;
const TICKS = 4;

type Props = { changed: WhatChanged; figure: Figure; currency: string };

/**
 * Bridge from one amount to another: a bar for each step, starting where the step before ends. The table below has the
 * same data.
 */
export function Bridge({ changed, figure, currency }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const patternId = useId();
  const { from, to, steps } = changed;
  const bars = bridgeBars(changed);
  const y = scaleLinear<number>({ domain: barBounds(bars), range: [BASELINE_PX, TOP_PX], nice: TICKS });
  const ticks = y.ticks(TICKS);
  const label = isPercentage(figure) ? (amount: number) => `${amount}%` : axisLabel(ticks, currency);
  const left = moneyAxisWidth(ticks.map(label));
  const x = scaleBand<string>({
    domain: bars.map(({ name }) => name),
    range: [left, Math.max(width, left + 1)],
    padding: PADDING_RATIO,
  });
  const barWidth = Math.min(x.bandwidth(), BAR_WIDTH_MAX_PX);
  const leftOf = (name: string) => (x(name) ?? 0) + (x.bandwidth() - barWidth) / 2;
  const floor = y(y.domain()[0] ?? 0);
  return (
    <figure ref={ref}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT_PX}
          role="img"
          aria-label={`From ${label(from.amount)} to ${label(to.amount)} in ${steps.length} steps`}
        >
          <HatchPattern id={patternId} />
          <MoneyAxis scale={y} ticks={ticks} label={label} left={left} right={width} />
          {bars.map(({ name, kind, start, end }, index) => {
            const top = kind === 'whole' ? y(end) : Math.min(y(start), y(end));
            const bottom = kind === 'whole' ? floor : Math.max(y(start), y(end));
            const next = bars[index + 1];
            return (
              <g key={name}>
                <Bar
                  x={leftOf(name)}
                  y={top}
                  width={barWidth}
                  height={Math.max(bottom - top, 1)}
                  fill={FILLS[kind] ?? `url(#${patternId})`}
                  stroke={kind === 'less' ? 'var(--chart-2)' : 'none'}
                />
                {next && (
                  <line
                    x1={leftOf(name) + barWidth}
                    x2={leftOf(next.name)}
                    y1={y(end)}
                    y2={y(end)}
                    stroke="var(--rule-strong)"
                  />
                )}
                {(kind === 'whole' || x.step() >= NUMBERED_WIDTH_MIN_PX) && (
                  <text
                    className="fill-ink font-ui text-label"
                    textAnchor="middle"
                    x={leftOf(name) + barWidth / 2}
                    y={BASELINE_PX + 22}
                  >
                    {name}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </figure>
  );
}

/** Decreases are hatched. */
const FILLS = { whole: 'var(--rule-strong)', more: 'var(--chart-1)', less: undefined } as const;
