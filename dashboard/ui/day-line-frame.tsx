import type { KeyboardEvent, ReactNode } from 'react';
import { MoneyAxis } from './money-axis.tsx';
import type { DayLine } from './use-day-line.ts';

type Props = {
  line: DayLine;
  /** The name of the slider, and the words of its value. */
  label: string;
  valueWords: string;
  heightPx: number;
  /** The place of the axis of days. */
  baselinePx: number;
  topPx: number;
  /** The places with labels, and the label of a place. */
  places: readonly number[];
  placeWords: (place: number) => string;
  /** Keys beside those that move the chosen day. */
  onKeyDown?: (event: KeyboardEvent) => void;
  /** The line, drawn before the vertical of the chosen day, and the marks, drawn after it. */
  children: ReactNode;
  marks: ReactNode;
};

/** The room from the axis down to the foot of a label. */
const DAY_LABEL_PX = 18;
const DAY_LABEL = 'fill-ink-muted font-ui text-micro';

/** The drawing of a balance by day: a slider over its days, with both axes and the vertical of the chosen day. */
export function DayLineFrame({ line, label, valueWords, heightPx, baselinePx, topPx, ...props }: Props) {
  const { places, placeWords, onKeyDown, children, marks } = props;
  const { ref, width, index, last, x, y, ticks, left, right } = line;
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index}
      aria-valuetext={valueWords}
      className="touch-pan-y rounded"
      onKeyDown={(event) => {
        onKeyDown?.(event);
        line.onKeyDown(event);
      }}
      onPointerMove={line.onPoint}
      onPointerDown={line.onPoint}
    >
      <svg width={width} height={heightPx} aria-hidden="true" className="block overflow-visible">
        <MoneyAxis scale={y} ticks={ticks} label={line.label} left={left} right={right} />
        {children}
        <line x1={x(index)} x2={x(index)} y1={topPx} y2={baselinePx} stroke="var(--rule-strong)" />
        {marks}
        <line x1={left} x2={right} y1={baselinePx} y2={baselinePx} stroke="var(--rule-strong)" />
        {places.map((place) => (
          <text key={place} x={x(place)} y={baselinePx + DAY_LABEL_PX} textAnchor="middle" className={DAY_LABEL}>
            {placeWords(place)}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** The look of the line of a balance. */
export const LINE = { fill: 'none', stroke: 'var(--chart-1)', strokeWidth: 2, strokeLinejoin: 'round' } as const;

/** The mark of the chosen day on the line. */
export function DayDot({ line: { x, y, index }, amount }: { line: DayLine; amount: number }) {
  return (
    <circle cx={x(index)} cy={y(amount)} r={4.5} fill="var(--chart-1)" stroke="var(--background)" strokeWidth={2} />
  );
}
