import { useQuery } from '@tanstack/react-query';
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { NetWorthReport } from '#contract/report-calls.ts';
import { firstOf, monthsLater } from '#ledger/model/days.ts';
import { useKnown } from '../../browser-state/known.ts';
import { searchWith, stayOn } from '../../browser-state/screen-key.ts';
import { type NetWorthInput, worthQuery } from '../../server/report-queries.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { BackTo } from '../../ui/back-to.tsx';
import { Choices } from '../../ui/choices.tsx';
import { formatDay } from '../../ui/day.ts';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { formatSigned } from '../../ui/money.ts';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { Legend } from './legend.tsx';
import { DrawnPicture } from './picture.tsx';
import { PrintButton, PrintFoot, WIDE_PAPER } from './print.tsx';
import { SHOWN_ROWS } from './question.ts';
import { toNewest } from './report-table.tsx';
import { othersWords } from './series.ts';
import { type StackRow, worthStacks } from './stacks.ts';
import { CELL, FOOT, HEAD, NAME } from './table-looks.ts';
import { shortWords } from './words.ts';

const RANGES = [
  { value: 'months', label: 'Twelve months' },
  { value: 'this-year', label: 'This year' },
  { value: 'all', label: 'All' },
] as const;
type WorthRange = (typeof RANGES)[number]['value'];

const RANGE = 'range';
const MONTHS_BEFORE = 11;
const QUESTION = 'What accounts have and owe at the end of each';

/** The call for a range: twelve months end with today, and all days are shown by quarter. */
function inputOf(range: WorthRange, today: string): NetWorthInput {
  if (range === 'all') return { range, over: 'quarter' };
  if (range === 'this-year') return { range, over: 'month' };
  return { from: monthsLater(firstOf('month', today), -MONTHS_BEFORE), to: today, over: 'month' };
}

/** The screen of the amounts that accounts have and owe, month by month (product 9.28). */
export function NetWorth() {
  useTitle('Net worth');
  const location = useLocation();
  const navigate = useNavigate();
  const today = useToday();
  const asked = new URLSearchParams(location.search).get(RANGE);
  const range: WorthRange = RANGES.find(({ value }) => value === asked)?.value ?? 'months';
  const { data, isLoadingError, error, refetch } = useQuery(worthQuery(inputOf(range, today), useKnown()));
  const choose = (next: WorthRange) =>
    navigate({ search: searchWith(location.search, { [RANGE]: next }) }, { state: stayOn(location) });
  const question = `${QUESTION} ${range === 'all' ? 'quarter' : 'month'}`;
  const isEmpty = data?.points.every(({ accounts, inGoals }) => inGoals === 0 && accounts.every(isNothing));
  return (
    <div className={WIDE_PAPER}>
      <PageHeader margin={<BackTo to="/reports">Reports</BackTo>} heading="Net worth" tools={data && <PrintButton />} />
      <PageSection kind="plain">
        <Choices legend="Period" choices={RANGES} chosen={range} onChoose={choose} />
        {isLoadingError && <LoadError problem={error.problem} retry={refetch} />}
        {!data && !isLoadingError && <SkeletonRows amountWidth="5rem" />}
        {data && (isEmpty ? <p className="mt-6">Nothing in this period</p> : <Shown {...{ question }} worth={data} />)}
      </PageSection>
      <PrintFoot question={question} />
    </div>
  );
}

type Point = NetWorthReport['points'][number];

const isNothing = ({ amount }: Point['accounts'][number]) => amount === 0;

/** The rows of accounts that ever had or owed something, the largest now first. */
function rowsOf(points: readonly Point[]): StackRow[] {
  const accounts = points.at(-1)?.accounts ?? [];
  return accounts
    .map(({ account, name }, place) => {
      const amounts = points.map((point) => point.accounts[place]?.amount ?? 0);
      return {
        ...{ key: account, name, amounts, pattern: 0 },
        figures: points.map(({ date }) => `account:${account}:${date}`),
      };
    })
    .filter(({ amounts }) => amounts.some((amount) => amount !== 0))
    .toSorted((one, other) => size(other) - size(one))
    .map((row, pattern) => ({ ...row, pattern }));
}

const size = ({ amounts }: StackRow) => Math.max(...amounts.map(Math.abs));

/** The rows of the picture: as many as patterns differ, and all others together. */
function stacked(rows: readonly StackRow[]): StackRow[] {
  if (rows.length <= SHOWN_ROWS) return [...rows];
  const others = rows.slice(SHOWN_ROWS - 1);
  const amounts = others[0]?.amounts.map((_, at) => others.reduce((sum, row) => sum + (row.amounts[at] ?? 0), 0)) ?? [];
  const together = { key: '', name: othersWords(others.length), amounts, figures: [], pattern: SHOWN_ROWS - 1 };
  return [...rows.slice(0, SHOWN_ROWS - 1), together];
}

function Shown({ worth: { points }, question }: { worth: NetWorthReport; question: string }) {
  const { currency } = useUser();
  const prefix = useId();
  const svg = useRef<SVGSVGElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const [hidden, hide] = useState<ReadonlySet<string | null>>(new Set());
  const rows = rowsOf(points);
  const inPicture = stacked(rows);
  const totals = points.map(({ date, total }) => ({ date, total, figure: `balance:${date}` }));
  return (
    <>
      <div className="mt-6">
        <DrawnPicture
          sentence={question}
          amounts={points.flatMap(({ has, owes, total }) => [has, -owes, total])}
          draw={(room) =>
            worthStacks(
              totals,
              inPicture.filter(({ key }) => !hidden.has(key)),
              { ...room, currency },
            )
          }
          prefix={prefix}
          svg={svg}
          onOthers={() => table.current?.focus()}
        />
        <Legend
          series={inPicture}
          hidden={hidden}
          prefix={prefix}
          onToggle={(key) =>
            hide(hidden.has(key) ? new Set([...hidden].filter((each) => each !== key)) : new Set([...hidden, key]))
          }
        />
        <p className="note mt-2 text-[1.0625rem]">
          The line is what all accounts come to; money in goals is beside it.
        </p>
      </div>
      <WorthTable points={points} rows={rows} ref={table} />
    </>
  );
}

type TableProps = { points: readonly Point[]; rows: readonly StackRow[]; ref: RefObject<HTMLDivElement | null> };

/** The picture in words: each account, what all come to, and what is in goals beside it. */
function WorthTable({ points, rows, ref }: TableProps) {
  const { currency } = useUser();
  const on = (date: string) => formatDay(date).long;
  const hasGoals = points.some(({ inGoals }) => inGoals !== 0);
  useLayoutEffect(() => toNewest(ref.current), [ref]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached by the keyboard.
    <div ref={ref} tabIndex={0} className="mt-8 overflow-x-auto print:overflow-visible">
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">What each account has or owes at the end of a day</caption>
        <thead>
          <tr className="border-b border-rule-strong text-label text-ink-muted">
            <th scope="col" className={`${NAME} pb-2`}>
              Account
            </th>
            {points.map(({ date }, at) => (
              <th key={date} scope="col" className={HEAD} title={on(date)}>
                {shortWords(date, at === 0)}
                {(at === 0 || date.slice(0, 4) !== points[at - 1]?.date.slice(0, 4)) && (
                  <span className="note block text-[1rem]/none">{date.slice(0, 4)}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, amounts, figures }) => (
            <tr key={key} className="border-b border-rule">
              <th scope="row" dir="auto" className={NAME} title={name}>
                {name}
              </th>
              {points.map(({ date }, at) => (
                <td key={date} className={CELL}>
                  {amounts[at] === 0 ? (
                    <span className="text-ink-muted">–</span>
                  ) : (
                    <Explained figure={figures[at] ?? ''} name={`${name} on ${on(date)}`}>
                      {formatSigned(amounts[at] ?? 0, currency)}
                    </Explained>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className={FOOT}>
          <tr className="border-t border-rule-strong">
            <th scope="row" className={`${NAME} text-ink-muted`}>
              In all accounts
            </th>
            {points.map(({ date, total }, at) => (
              <td key={date} className={CELL}>
                <span className={at === points.length - 1 ? 'double inline-block double-fine' : ''}>
                  <Explained figure={`balance:${date}`} name={`all accounts on ${on(date)}`}>
                    {formatSigned(total, currency)}
                  </Explained>
                </span>
              </td>
            ))}
          </tr>
          {hasGoals && (
            <>
              <Beside name="In goals" amounts={points.map(({ inGoals }) => inGoals)} />
              <Beside name="Together" amounts={points.map(({ withGoals }) => withGoals)} />
            </>
          )}
        </tfoot>
      </table>
    </div>
  );
}

function Beside({ name, amounts }: { name: string; amounts: readonly number[] }) {
  const { currency } = useUser();
  return (
    <tr>
      <th scope="row" className={`${NAME} text-ink-muted`}>
        {name}
      </th>
      {amounts.map((amount, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns have their places.
        <td key={at} className={`${CELL} note text-[1.0625rem]`}>
          {formatSigned(amount, currency)}
        </td>
      ))}
    </tr>
  );
}
