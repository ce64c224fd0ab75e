import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { BudgetReport } from '#contract/report-calls.ts';
import { useKnown } from '../../browser-state/known.ts';
import { searchWith, stayOn } from '../../browser-state/screen-key.ts';
import { planQuery } from '../../server/report-queries.ts';
import { useUser } from '../../server/user.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { BackTo } from '../../ui/back-to.tsx';
import { Choices } from '../../ui/choices.tsx';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { formatSigned } from '../../ui/money.ts';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';

import { DrawnPicture } from './picture.tsx';
import { PrintButton, PrintFoot, WIDE_PAPER } from './print.tsx';
import { spentStacks } from './stacks.ts';
import { CELL, FOOT, HEAD, NAME } from './table-looks.ts';
import { columnWords, shortWords } from './words.ts';

const RANGES = [
  { value: 'last-6-months', label: 'Six months' },
  { value: 'last-12-months', label: 'Twelve months' },
  { value: 'this-year', label: 'This year' },
] as const;
type PlanRange = (typeof RANGES)[number]['value'];

const RANGE = 'range';
const isUsed = ({ cells }: BudgetReport['rows'][number]) =>
  cells.some(({ planned, spent }) => planned !== 0 || spent !== 0);

/** Planned and spent, month by month: bars of the months, and the table (product 9.28). */
export function PlanAndLife() {
  useTitle('Plan and life');
  const location = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(location.search).get(RANGE);
  const range: PlanRange = RANGES.find(({ value }) => value === asked)?.value ?? 'last-6-months';
  const { data, isLoadingError, error, refetch } = useQuery(planQuery(range, useKnown()));
  const choose = (next: PlanRange) =>
    navigate({ search: searchWith(location.search, { [RANGE]: next }) }, { state: stayOn(location) });
  return (
    <div className={WIDE_PAPER}>
      <PageHeader
        margin={<BackTo to="/reports">Reports</BackTo>}
        heading="Plan and life"
        tools={data && <PrintButton />}
      />
      <PageSection kind="plain">
        <Choices legend="Months" choices={RANGES} chosen={range} onChoose={choose} />
        {isLoadingError && <LoadError problem={error.problem} retry={refetch} />}
        {!data && !isLoadingError && <SkeletonRows amountWidth="5rem" />}
        {data && (data.rows.some(isUsed) ? <Shown plan={data} /> : <p className="mt-6">Nothing in this period</p>)}
      </PageSection>
      <PrintFoot question="Planned and spent, month by month" />
    </div>
  );
}

const figureOf = (key: string, month: string) => `budget:spent:${encodeURIComponent(key)}:${month}`;

function Shown({ plan: { months, rows, totals } }: { plan: BudgetReport }) {
  const { currency } = useUser();
  const prefix = useId();
  const svg = useRef<SVGSVGElement>(null);
  const used = rows.filter(isUsed);
  const groups = used
    .toSorted((one, other) => other.spent - one.spent)
    .map(({ key, name, parent, cells }, pattern) => ({
      ...{ key, name, pattern },
      // A category that draws on the plan above it is in that amount.
      amounts: cells.map(({ spent, available }) => (parent === null || available !== null ? spent : 0)),
      figures: months.map((month) => figureOf(key, month)),
    }));
  const planned = totals.cells.map((cell) => cell.planned);
  return (
    <>
      <div className="mt-6">
        <DrawnPicture
          sentence="Spent by category, by month, and what was planned"
          amounts={[...planned, ...totals.cells.map(({ spent }) => spent)]}
          draw={(room) => spentStacks(months, groups, planned, { ...room, currency })}
          prefix={prefix}
          svg={svg}
          onOthers={() => {}}
        />
        <p className="note mt-2 text-[1.0625rem]">The dashed line is what was planned for the month.</p>
      </div>
      <PlanTable months={months} rows={used} totals={totals} />
    </>
  );
}

function PlanTable({ months, rows, totals }: Pick<BudgetReport, 'months' | 'rows' | 'totals'>) {
  const { currency } = useUser();
  const money = (amount: number) => formatSigned(amount, currency);
  return (
    <div className="mt-8 overflow-x-auto">
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">Spent, and below it planned, by category and month</caption>
        <thead>
          <tr className="border-b border-rule-strong text-label text-ink-muted">
            <th scope="col" className={`${NAME} pb-2`}>
              Category
            </th>
            {months.map((month, at) => (
              <th key={month} scope="col" className={HEAD}>
                {shortWords(month, at === 0)}
              </th>
            ))}
            <th scope="col" className={HEAD}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, parent, cells, planned, spent }) => (
            <tr key={key} className="border-b border-rule">
              <th scope="row" dir="auto" className={`${NAME} ${parent === null ? '' : 'pl-5'}`} title={name}>
                {name}
              </th>
              {cells.map((cell, at) => (
                <td key={months[at]} className={CELL}>
                  {cell.spent === 0 ? (
                    <span className="text-ink-muted">–</span>
                  ) : (
                    <Explained
                      figure={figureOf(key, months[at] ?? '')}
                      name={`spent of ${name} in ${wordsOfMonth(months[at] ?? '')}`}
                    >
                      {money(cell.spent)}
                    </Explained>
                  )}
                  <Planned amount={cell.planned} spent={cell.spent} money={money} />
                </td>
              ))}
              <td className={CELL}>
                {money(spent)}
                <Planned amount={planned} spent={spent} money={money} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className={FOOT}>
          <tr>
            <th scope="row" className={`${NAME} text-ink-muted`}>
              Total
            </th>
            {totals.cells.map(({ planned, spent }, at) => (
              <td key={months[at]} className={CELL}>
                {money(spent)}
                <Planned amount={planned} spent={spent} money={money} />
              </td>
            ))}
            <td className={CELL}>
              <span className="double inline-block double-fine">{money(totals.spent)}</span>
              <Planned amount={totals.planned} spent={totals.spent} money={money} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const wordsOfMonth = (month: string) => columnWords({ from: '', to: '', label: month, isWhole: true }, '');

type PlannedProps = { amount: number; spent: number; money: (amount: number) => string };

/** The amount that was planned, in italic, and in red where more was spent. */
function Planned({ amount, spent, money }: PlannedProps) {
  if (amount === 0) return null;
  const isOver = spent > amount;
  return (
    <span className={`note block text-[1rem]/tight ${isOver ? 'text-danger' : ''}`}>
      of {money(amount)}
      {isOver && <span className="sr-only">, more than planned</span>}
    </span>
  );
}
