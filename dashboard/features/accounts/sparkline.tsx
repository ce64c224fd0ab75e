import type { BalancePoint } from '../../server/queries.ts';
import { formatDay } from '../../ui/day.ts';
import { formatSigned } from '../../ui/money.ts';

const WIDTH_PX = 176;
const HEIGHT_PX = 36;
/** Room for the stroke and the mark of the last point. */
const INSET_PX = 4;

type Props = { points: readonly BalancePoint[]; currency: string };

/**
 * Small line of a balance by date, as high as its own lowest and highest amounts. Where it crosses 0, a hairline is
 * there. Its text has the same figures.
 */
export function Sparkline({ points, currency }: Props) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const amounts = points.map(({ amount }) => amount);
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)];
  const x = (index: number) => INSET_PX + (index / Math.max(points.length - 1, 1)) * (WIDTH_PX - 2 * INSET_PX);
  const y = (amount: number) =>
    highest === lowest
      ? HEIGHT_PX / 2
      : INSET_PX + ((highest - amount) / (highest - lowest)) * (HEIGHT_PX - 2 * INSET_PX);
  const money = (amount: number) => formatSigned(amount, currency);
  const text = [
    `From ${money(first.amount)} on ${formatDay(first.date).long} to ${money(last.amount)}`,
    highest === lowest ? 'always the same' : `between ${money(lowest)} and ${money(highest)}`,
  ].join(', ');
  return (
    <svg
      width={WIDTH_PX}
      height={HEIGHT_PX}
      viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`}
      className="block"
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      {lowest < 0 && highest > 0 && <line x1={0} x2={WIDTH_PX} y1={y(0)} y2={y(0)} stroke="var(--rule)" />}
      <polyline
        points={points.map(({ amount }, index) => `${x(index).toFixed(1)},${y(amount).toFixed(1)}`).join(' ')}
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={x(points.length - 1)} cy={y(last.amount)} r={2.75} fill="var(--chart-1)" />
    </svg>
  );
}
