import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { YearReport } from '#contract/report-calls.ts';
import type { ReportMeasure, RowKind } from '#ledger/reports/words.ts';
import { useKnown } from '../../browser-state/known.ts';
import { searchWith, stayOn } from '../../browser-state/screen-key.ts';
import { reportQuery, yearQuery } from '../../server/report-queries.ts';
import { useUser } from '../../server/user.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { BackTo } from '../../ui/back-to.tsx';
import { Choices } from '../../ui/choices.tsx';
import { formatDay } from '../../ui/day.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { formatSigned } from '../../ui/money.ts';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { ReportDrawing } from './picture.tsx';
import { PrintButton, PrintFoot } from './print.tsx';
import { ALL_SERIES_KEY } from './series.ts';
import { daysWords, keyInFigure } from './words.ts';

const YEARS = [
  { value: 'this-year', label: 'This year' },
  { value: 'last-year', label: 'Last year' },
] as const;
type YearRange = (typeof YEARS)[number]['value'];

const RANGE = 'range';

/** A year in review, on a page that can be printed (product 9.28). */
export function YearReview() {
  useTitle('The year');
  const location = useLocation();
  const navigate = useNavigate();
  const range: YearRange = new URLSearchParams(location.search).get(RANGE) === 'last-year' ? 'last-year' : 'this-year';
  const { data, isLoadingError, error, refetch } = useQuery(yearQuery(range, useKnown()));
  const choose = (next: YearRange) =>
    navigate({ search: searchWith(location.search, { [RANGE]: next }) }, { state: stayOn(location) });
  return (
    <>
      <PageHeader margin={<BackTo to="/reports">Reports</BackTo>} heading="The year" tools={data && <PrintButton />} />
      <PageSection kind="plain" margin={data && <p className="note">{daysWords(data.asked.from, data.asked.to)}</p>}>
        <Choices legend="Year" choices={YEARS} chosen={range} onChoose={choose} />
        {isLoadingError && <LoadError problem={error.problem} retry={refetch} />}
        {!data && !isLoadingError && <SkeletonRows amountWidth="5rem" />}
        {data && <Sums year={data} />}
      </PageSection>
      {data && <Months range={range} />}
      {data && <Most year={data} />}
      {data && <PrintFoot question={`The year, ${daysWords(data.asked.from, data.asked.to)}`} />}
    </>
  );
}

const NOTHING = new Set<string | null>();

/** An amount of the year, or of some of its days, that explains itself. */
function Amount(props: { year: YearReport; measure: ReportMeasure; by?: RowKind; of?: string; day?: string } & Named) {
  const { year, measure, by = 'none', of = ALL_SERIES_KEY, day, amount, name } = props;
  const { currency } = useUser();
  const { from, to } = day === undefined ? year.asked : { from: day, to: day };
  return (
    <Explained figure={`report:${measure}:${by}:${keyInFigure(of)}:${from}:${to}:*:`} name={name}>
      {formatSigned(amount, currency)}
    </Explained>
  );
}

type Named = { amount: number; name: string };

function Sums({ year }: { year: YearReport }) {
  const { currency } = useUser();
  const { totals, netWorth } = year;
  return (
    <Facts className="mt-6 border-t border-rule">
      <Fact term="Earned">
        <Amount year={year} measure="in" amount={totals.in} name="earned" />
      </Fact>
      <Fact term="Spent">
        <Amount year={year} measure="out" amount={totals.out} name="spent" />
      </Fact>
      <Fact term={totals.net < 0 ? 'Spent beyond it' : 'Left'}>
        <span className="double inline-block double-fine">
          <Amount year={year} measure="net" amount={totals.net} name="left" />
        </span>
        {totals.savedPercent !== null && totals.net >= 0 && (
          <span className="note ml-3 text-[1.0625rem]">{totals.savedPercent.toFixed(1)}% of what was earned</span>
        )}
      </Fact>
      {netWorth && (
        <Fact term="In all accounts">
          {formatSigned(netWorth.from.amount, currency)} on {formatDay(netWorth.from.date).long},{' '}
          {formatSigned(netWorth.to.amount, currency)} on {formatDay(netWorth.to.date).long}
        </Fact>
      )}
    </Facts>
  );
}

/** The months as bars of earned less spent. */
function Months({ range }: { range: YearRange }) {
  const prefix = useId();
  const svg = useRef<SVGSVGElement>(null);
  const { data } = useQuery(reportQuery({ measure: 'net', by: 'none', over: 'month', range }, useKnown()));
  if (!data || data.rows.length === 0) return null;
  return (
    <PageSection margin={<h2 className="note">Month by month</h2>}>
      <ReportDrawing
        report={data}
        picture="bars"
        sentence="Earned less spent, by month"
        hidden={NOTHING}
        prefix={prefix}
        svg={svg}
        onOthers={() => {}}
      />
    </PageSection>
  );
}

function Most({ year }: { year: YearReport }) {
  const { currency } = useUser();
  const { categories, titles, largest, dearestDay, quiet, goals, changes } = year;
  return (
    <>
      <Ranked heading="Where it went" rows={categories} year={year} by="category" />
      <Ranked heading="To whom" rows={titles} year={year} by="title" />
      {largest.length > 0 && (
        <Section heading="The largest">
          {largest.map(({ _id, title, date, amount }) => (
            <Fact key={_id} term={formatDay(date).long}>
              <Link className="link mr-4" dir="auto" to={`/transactions/${_id}`}>
                {title}
              </Link>
              {formatSigned(amount, currency)}
            </Fact>
          ))}
        </Section>
      )}
      <Section heading="Days">
        {dearestDay && (
          <Fact term={`The dearest, ${formatDay(dearestDay.date).long}`}>
            <Amount year={year} measure="out" day={dearestDay.date} amount={dearestDay.amount} name="the dearest day" />
          </Fact>
        )}
        <Fact term="Without spending">{quiet.days.toLocaleString('en-US')}</Fact>
        {quiet.longest && (
          <Fact term="The longest run of them">
            {quiet.longest.days}, {daysWords(quiet.longest.from, quiet.longest.to)}
          </Fact>
        )}
      </Section>
      <Section heading="In the books">
        {goals.map(({ _id, title, date, amount }) => (
          <Fact key={_id} term={`Goal reached on ${formatDay(date).long}`}>
            <span dir="auto">{title}</span>, {formatSigned(amount, currency)}
          </Fact>
        ))}
        <Fact term="Recorded">{changes.recorded.toLocaleString('en-US')}</Fact>
        <Fact term="Changed">{changes.changed.toLocaleString('en-US')}</Fact>
        <Fact term="Undone">{changes.undone.toLocaleString('en-US')}</Fact>
      </Section>
    </>
  );
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <PageSection kind="ledger" margin={<h2 className="note">{heading}</h2>}>
      <Facts>{children}</Facts>
    </PageSection>
  );
}

type RankedProps = { heading: string; rows: YearReport['categories']; year: YearReport; by: RowKind };

function Ranked({ heading, rows, year, by }: RankedProps) {
  if (rows.length === 0) return null;
  return (
    <Section heading={heading}>
      {rows.map(({ key, name, amount, count }) => (
        <Fact key={key} term={name}>
          <span className="mr-4 text-label text-ink-muted">
            {count.toLocaleString('en-US')} {count === 1 ? 'entry' : 'entries'}
          </span>
          <Amount year={year} measure="out" by={by} of={key} amount={amount} name={name} />
        </Fact>
      ))}
    </Section>
  );
}
