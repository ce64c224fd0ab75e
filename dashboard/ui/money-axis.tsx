import { AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import type { scaleLinear } from '@visx/scale';

const WIDTH_MIN_PX = 44;
const CHARACTER_WIDTH_PX = 7.5;
/** Room beside the longest label. */
const PADDING_PX = 12;

/** Width of the axis in pixels, which grows with its longest label. */
export function moneyAxisWidth(labels: readonly string[]): number {
  return Math.max(WIDTH_MIN_PX, ...labels.map((label) => PADDING_PX + label.length * CHARACTER_WIDTH_PX));
}

type Props = {
  scale: ReturnType<typeof scaleLinear<number>>;
  ticks: readonly number[];
  label: (tick: number) => string;
  /** Where the lines begin and end, in pixels. The labels stand left of them. */
  left: number;
  right: number;
};

/** Axis of amounts at the left of a chart, with a line for each label. */
export function MoneyAxis({ scale, ticks, label, left, right }: Props) {
  return (
    <>
      <GridRows scale={scale} left={left} width={right - left} tickValues={[...ticks]} stroke="var(--rule)" />
      <AxisLeft
        scale={scale}
        left={left}
        tickValues={[...ticks]}
        tickFormat={(tick) => label(Number(tick))}
        hideAxisLine
        hideTicks
        tickLength={2}
        tickLabelProps={{ className: 'fill-ink-muted font-ui text-micro normal-nums', dx: -8 }}
      />
    </>
  );
}
