import { useQuery } from '@tanstack/react-query';
import type { RecurringReport } from '#contract/report-calls.ts';
import { useKnown } from '../../browser-state/known.ts';
import { recurringQuery } from '../../server/report-queries.ts';
import { useUser } from '../../server/user.ts';
import { BackTo } from '../../ui/back-to.tsx';
import { formatDay } from '../../ui/day.ts';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { formatMoney } from '../../ui/money.ts';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { PrintButton, PrintFoot } from './print.tsx';

/** The costs of what comes again, in a year and in a month, and what has become dearer (product 9.28). */
export function RecurringScreen() {
  useTitle('What comes again');
  const { data, isLoadingError, error, refetch } = useQuery(recurringQuery(useKnown()));
  if (isLoadingError) return <LoadError problem={error.problem} retry={refetch} />;
  const of = (type: 'Expense' | 'Income') => data?.rows.filter((row) => row.type === type) ?? [];
  return (
    <>
      <PageHeader
        margin={<BackTo to="/reports">Reports</BackTo>}
        heading="What comes again"
        tools={data && <PrintButton />}
      />
      {!data && <SkeletonRows amountWidth="5rem" />}
      {data?.rows.length === 0 && (
        <PageSection kind="plain">
          <p className="text-ink-muted">Nothing comes again yet. Schedules in Upcoming will stand here.</p>
        </PageSection>
      )}
      <Costs heading="Expenses" rows={of('Expense')} totals={data?.totals.out} />
      <Costs heading="Income" rows={of('Income')} totals={data?.totals.in} />
      <PrintFoot question="What schedules cost in twelve months" />
    </>
  );
}

const CELL = 'py-2 pl-4 text-right align-baseline whitespace-nowrap tabular-nums max-sm:pl-2';
const HEAD = 'pb-2 pl-4 text-right text-label font-normal text-ink-muted max-sm:pl-2';

type Props = {
  heading: string;
  rows: RecurringReport['rows'];
  totals: RecurringReport['totals']['out'] | undefined;
};

function Costs({ heading, rows, totals }: Props) {
  const { currency } = useUser();
  if (rows.length === 0 || !totals) return null;
  return (
    <PageSection kind="ledger" margin={<h2 className="note">{heading}</h2>}>
      <table className="w-full border-collapse">
        <caption className="sr-only">{heading} of the twelve months from today</caption>
        <thead>
          <tr className="border-b border-rule-strong">
            <th scope="col" className="pb-2 text-left text-label font-normal text-ink-muted">
              Title
            </th>
            <th scope="col" className={HEAD}>
              Times
            </th>
            <th scope="col" className={HEAD}>
              A month
            </th>
            <th scope="col" className={HEAD}>
              A year
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ scheduleId, title, category, times, perMonth, perYear, rise }) => (
            <tr key={scheduleId} className="border-b border-rule">
              <th scope="row" className="py-2 text-left font-normal">
                <span dir="auto" className="wrap-anywhere">
                  {title}
                </span>
                {category !== null && <span className="note text-[1rem]"> {category}</span>}
                {rise && (
                  <span className="note block text-[1rem]">
                    From {formatMoney(rise.from, currency)} to {formatMoney(rise.to, currency)} since{' '}
                    {formatDay(rise.day).long}
                  </span>
                )}
              </th>
              <td className={`${CELL} text-ink-muted`}>{times}</td>
              <td className={CELL}>{formatMoney(perMonth, currency)}</td>
              <td className={CELL}>{formatMoney(perYear, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2} className="py-2 text-left font-normal text-ink-muted">
              Total
            </th>
            <td className={CELL}>{formatMoney(totals.perMonth, currency)}</td>
            <td className={CELL}>
              <span className="double inline-block double-fine">{formatMoney(totals.perYear, currency)}</span>
            </td>
          </tr>
        </tfoot>
      </table>
    </PageSection>
  );
}
