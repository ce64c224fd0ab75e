const WIDTH_MIN_PX = 44;
const CHARACTER_WIDTH_PX = 7.5;
/** Room beside the longest label. */
const PADDING_PX = 12;

/** Width of the axis in pixels, which grows with its longest label. */
export function moneyAxisWidth(labels: readonly string[]): number {
  return Math.max(WIDTH_MIN_PX, ...labels.map((label) => PADDING_PX + label.length * CHARACTER_WIDTH_PX));
}

/** Between a label and its line. */
const LABEL_GAP_PX = 10;
const LABEL = 'fill-ink-muted font-ui text-micro normal-nums';

type Props = {
  /** The place of an amount, in pixels from the top. */
  scale: (amount: number) => number;
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
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={scale(tick)} y2={scale(tick)} stroke="var(--rule)" />
          <text x={left - LABEL_GAP_PX} y={scale(tick)} dy="0.25em" textAnchor="end" className={LABEL}>
            {label(tick)}
          </text>
        </g>
      ))}
    </>
  );
}
