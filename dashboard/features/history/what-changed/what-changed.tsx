import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { WhatChanged as Bridged } from '#contract/explain-calls.ts';
import { type Figure, parseFigure } from '#contract/figure.ts';
import { messages } from '#contract/messages.ts';
import { useKnown } from '../../../browser-state/known.ts';
import { searchWith, stayOn } from '../../../browser-state/screen-key.ts';
import { whatChangedQuery } from '../../../server/history-queries.ts';
import { useUser } from '../../../server/user.ts';
import { endOf, formatInstant, instantQuery, lastOfMonthBefore, useToday } from '../../../shared/as-known/moment.ts';
import { useCategories } from '../../../shared/categories/use-categories.ts';
import { CHANGES_MAX, changesAddress } from '../../../shared/explain/changes-address.ts';
import { figureText, figureWords } from '../../../shared/explain/figure-words.ts';
import { localDateOf, now, today } from '../../../ui/day.ts';
import { DayField } from '../../../ui/day-field.tsx';
import { LoadError, SkeletonBar } from '../../../ui/loading.tsx';
import { MINUS } from '../../../ui/money.ts';
import { PageHeader, PageSection, useTitle } from '../../../ui/page.tsx';
import { BackToHistory } from '../back-to-history.tsx';
import { Bridge } from './bridge-chart.tsx';

/**
 * Screen of the steps from one value of a figure to another: `?figure=…&from=…&to=…`, by default the balance since last
 * month.
 */
export function WhatChangedScreen() {
  useTitle('History');
  const user = useUser();
  const query = new URLSearchParams(useLocation().search);
  const name = query.get('figure') ?? 'balance';
  const figure = parseFigure(name);
  const known = useKnown();
  const day = useToday();
  const from = query.get('from') ?? endOf(lastOfMonthBefore(day));
  // The end of today is later than any entry so far.
  const to = query.get('to') ?? known ?? endOf(today());
  const categories = useCategories();
  const words = figure && figureWords(figure, user, categories);
  return (
    <>
      <PageHeader margin={<BackToHistory />} heading="What changed" />
      <PageSection margin={<h2 className="note">{words?.title ?? 'Figure'}</h2>}>
        {figure && words ? (
          <>
            {words.context !== null && <p className="mb-5 text-ink-muted">{words.context}</p>}
            <Changed key={name} name={name} figure={figure} from={from} to={to} />
          </>
        ) : (
          <p className="text-ink-muted">{messages.notAFigure}.</p>
        )}
      </PageSection>
    </>
  );
}

type ChangedProps = { name: string; figure: Figure; from: string; to: string };

function Changed({ name, figure, from, to }: ChangedProps) {
  const changed = useQuery(whatChangedQuery(name, from, to));
  const [fromInstant, toInstant] = [useInstant(from), useInstant(to)];
  return (
    <>
      <Moments from={fromInstant} to={toInstant} />
      {changed.isPending && (
        <p role="status">
          <span className="sr-only">Loading</span>
          <SkeletonBar width="14rem" />
        </p>
      )}
      {changed.isLoadingError && <LoadError problem={changed.error.problem} retry={changed.refetch} />}
      {changed.data && (
        <BridgeAndTable
          figure={figure}
          changed={changed.data}
          from={momentWords(fromInstant)}
          to={momentWords(toInstant)}
        />
      )}
    </>
  );
}

/** The ISO instant of a moment, or null while it is loading. */
function useInstant(moment: string): string | null {
  return useQuery(instantQuery(moment)).data ?? null;
}

/** The words for a moment: `now` for one in the future. */
function momentWords(instant: string | null): string {
  if (instant === null) return '';
  return Date.parse(instant) > now().getTime() ? 'Now' : formatInstant(instant);
}

const dayOf = (instant: string | null) => {
  const date = new Date(instant ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : localDateOf(date);
};

/** Fields for the days at whose ends the figures are compared. */
function Moments({ from, to }: { from: string | null; to: string | null }) {
  const location = useLocation();
  const navigate = useNavigate();
  function choose(parameter: 'from' | 'to', day: string) {
    const { pathname, hash } = location;
    const search = searchWith(location.search, { [parameter]: endOf(day) });
    navigate({ pathname, search, hash }, { replace: true, state: stayOn(location) });
  }
  return (
    <div className="mb-8 grid grid-cols-2 gap-x-5 sm:max-w-96">
      <DayField label="From the end of" day={dayOf(from)} max={today()} onChoose={(day) => choose('from', day)} />
      <DayField label="To the end of" day={dayOf(to)} max={today()} onChoose={(day) => choose('to', day)} />
    </div>
  );
}

const CELL = 'border-b border-rule py-[0.55rem] align-baseline';
const LAST = 'border-t border-rule-strong py-[0.55rem] align-baseline';

type BridgeProps = { figure: Figure; changed: Bridged; from: string; to: string };

function BridgeAndTable({ figure, changed, from, to }: BridgeProps) {
  const { currency } = useUser();
  const { steps, agrees } = changed;
  const text = (amount: number) => figureText(figure, amount, currency);
  return (
    <>
      {steps.length === 0 && <p className="text-ink-muted">Nothing has changed it in between.</p>}
      {steps.length > 0 && <Bridge changed={changed} figure={figure} currency={currency} />}
      {!agrees && (
        <p role="alert" className="mt-6 border-l-3 border-danger pl-4 text-danger">
          These changes do not add up to the difference.{' '}
          <Link className="underline underline-offset-[0.22em]" to="/history">
            Check your books in History
          </Link>
          .
        </p>
      )}
      <table className="mt-8 w-full max-w-176 border-t border-rule-strong">
        <caption className="sr-only">What changed</caption>
        <tbody>
          <tr>
            <th scope="row" className={`note ${CELL} w-20 text-left text-[1.0625rem] max-sm:w-14`}>
              From
            </th>
            <td className={CELL}>{from}</td>
            <td className={`${CELL} pl-4 text-right whitespace-nowrap`}>{text(changed.from.amount)}</td>
          </tr>
          {steps.map(({ changeSetIds, summary, count, change }, index) => (
            <tr key={changeSetIds.join()}>
              <th scope="row" className={`note ${CELL} text-left text-[1.0625rem]`}>
                {index + 1}
              </th>
              <td className={CELL}>
                <Link className="link inline wrap-anywhere" to={changesAddress(changeSetIds)}>
                  {summary}
                </Link>{' '}
                <span className="text-label text-ink-muted">{countWords(count, changeSetIds.length)}</span>
              </td>
              <td className={`${CELL} pl-4 text-right whitespace-nowrap`}>
                {change < 0 ? <span className="font-semibold text-expense">{MINUS}</span> : '+'}{' '}
                {text(Math.abs(change))}
              </td>
            </tr>
          ))}
          <tr className="print:break-before-avoid">
            <th scope="row" className={`note ${LAST} text-left text-[1.0625rem]`}>
              To
            </th>
            <td className={LAST}>{to}</td>
            <td className={`${LAST} pl-4 text-right`}>
              <span className="double inline-block double-fine whitespace-nowrap">{text(changed.to.amount)}</span>
            </td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

/**
 * Number of entries of a step if there are several, with a note if its link names only the first of many change-sets.
 */
function countWords(entries: number, changeSets: number): string {
  const words = entries > 1 ? [`${entries.toLocaleString('en-US')} entries`] : [];
  if (changeSets > CHANGES_MAX) words.push(`the link has the first ${CHANGES_MAX} changes`);
  return words.join('; ');
}
