import { Group } from '@visx/group';
import { Pie } from '@visx/shape';
import { useId } from 'react';
import { percentOfIncome } from '../overview/percent-of-income.ts';
import { formatMoney } from '../ui/money.ts';
import { Hatch } from './hatch.tsx';

const SIZE = 240;
const OUTER = 116;
const INNER = 90;
const HAIRLINE = 84;
const GAP = (1.4 * Math.PI) / 180;

type Props = { income: number; expense: number; currency: string };

/** Income and expense as parts of a ring, and in its middle how much of the one the other is. */
export function Doughnut({ income, expense, currency }: Props) {
  const hatch = useId();
  const parts = [
    { type: 'income', amount: income, fill: 'var(--chart-1)', edge: 'none' },
    { type: 'expense', amount: expense, fill: `url(#${hatch})`, edge: 'var(--chart-2)' },
  ].filter(({ amount }) => amount > 0);
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={`Fixed income ${formatMoney(income, currency)}, fixed expense ${formatMoney(expense, currency)}`}
    >
      <Hatch id={hatch} />
      <Group top={SIZE / 2} left={SIZE / 2}>
        {parts.length === 0 && <circle r={OUTER - 0.5} fill="none" stroke="var(--rule)" />}
        <Pie
          data={parts}
          pieValue={({ amount }) => amount}
          pieSort={null}
          pieSortValues={null}
          outerRadius={OUTER}
          innerRadius={INNER}
          padAngle={parts.length > 1 ? GAP : 0}
        >
          {({ arcs, path }) =>
            arcs.map((arc) => (
              <path key={arc.data.type} d={path(arc) ?? ''} fill={arc.data.fill} stroke={arc.data.edge} />
            ))
          }
        </Pie>
        <circle r={HAIRLINE} fill="none" stroke="var(--rule)" />
        <text className="doughnut-figure" y={10}>
          {percentOfIncome(expense, income).text}
        </text>
        <text className="doughnut-words" y={34}>
          of income
        </text>
      </Group>
    </svg>
  );
}
