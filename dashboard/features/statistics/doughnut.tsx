import { Group } from '@visx/group';
import { Pie } from '@visx/shape';
import { useId } from 'react';
import { useExplain } from '../../shared/explain/figure-in-address.ts';
import { percentWords } from '../../shared/monthly-figures/percent-of-income.ts';
import { HatchPattern } from '../../ui/hatch-pattern.tsx';
import { formatMoney } from '../../ui/money.ts';

const VIEWBOX_SIZE = 240;
const OUTER_RADIUS = 116;
const INNER_RADIUS = 90;
const INNER_LINE_RADIUS = 84;
const GAP_RADIANS = (1.4 * Math.PI) / 180;

type Props = { income: number; expense: number; currency: string };

/**
 * Doughnut chart of income and expense, in whole units: the ring is the income, its hatched arc the part of it that is
 * spent. The percentage of that part is in the center and explains itself.
 */
export function Doughnut({ income, expense, currency }: Props) {
  const patternId = useId();
  const explain = useExplain();
  const { text: share, width: spent } = percentWords(expense, income);
  const parts = [
    { type: 'spent', percent: spent, fill: `url(#${patternId})`, stroke: 'var(--chart-2)' },
    { type: 'left', percent: income > 0 ? 100 - spent : 0, fill: 'var(--chart-1)', stroke: 'none' },
  ].filter(({ percent }) => percent > 0);
  return (
    <div className="relative">
      <svg
        viewBox={`0 0 ${VIEWBOX_SIZE} ${VIEWBOX_SIZE}`}
        role="img"
        aria-label={`Fixed income ${formatMoney(income, currency)}, fixed expense ${formatMoney(expense, currency)}`}
      >
        <HatchPattern id={patternId} />
        <Group top={VIEWBOX_SIZE / 2} left={VIEWBOX_SIZE / 2}>
          {parts.length === 0 && <circle r={OUTER_RADIUS - 0.5} fill="none" stroke="var(--rule)" />}
          <Pie
            data={parts}
            pieValue={({ percent }) => percent}
            pieSort={null}
            pieSortValues={null}
            outerRadius={OUTER_RADIUS}
            innerRadius={INNER_RADIUS}
            padAngle={parts.length > 1 ? GAP_RADIANS : 0}
          >
            {({ arcs, path }) =>
              arcs.map((arc) => (
                <path key={arc.data.type} d={path(arc) ?? ''} fill={arc.data.fill} stroke={arc.data.stroke} />
              ))
            }
          </Pie>
          <circle r={INNER_LINE_RADIUS} fill="none" stroke="var(--rule)" />
          <text className="fill-ink font-book text-[42px] tracking-[-0.01em]" textAnchor="middle" y={10}>
            {share}
          </text>
          {/* The SVG is scaled down on narrow screens, so its text needs a larger font size there. */}
          <text className="fill-ink-muted text-[14px] max-lg:text-[17px]" textAnchor="middle" y={34}>
            of income
          </text>
        </Group>
      </svg>
      <button
        type="button"
        className="absolute inset-[30%] rounded-full"
        aria-haspopup="dialog"
        aria-label={`Explain percentage of income ${share}`}
        onClick={() => explain('percentage:monthly')}
      />
    </div>
  );
}
