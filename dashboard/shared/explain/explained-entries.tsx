import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ExplainedEntry, Explanation } from '#contract/explain-calls.ts';
import type { Figure } from '#contract/figure.ts';
import { useUser } from '../../server/user.ts';
import { formatDay } from '../../ui/day.ts';
import { MINUS } from '../../ui/money.ts';
import { NextPage } from '../../ui/next-page.tsx';
import { hasSeveralAccounts, nameOfAccount } from '../accounts/accounts.ts';
import { segmentsOf } from '../entries/segments.ts';
import { changesAddress } from './changes-address.ts';
import { figureText, partName } from './figure-words.ts';

type Props = {
  parsed: Figure;
  list: UseInfiniteQueryResult;
  rows: readonly ExplainedEntry[];
  /** Parts of the figure. With several, each entry names its part. */
  parts: Explanation['parts'];
};

const DAY = 'grid grid-cols-[4.75rem_minmax(0,1fr)] gap-x-4 max-sm:grid-cols-[3.5rem_minmax(0,1fr)]';

/** The entries behind a figure under their days, newest first, page by page. */
export function ExplainedEntries({ parsed, list, rows, parts }: Props) {
  const count = parts.reduce((count, part) => count + part.count, 0);
  if ((parsed.kind === 'budget' && parsed.of !== 'spent') || parsed.kind === 'forecast') return null;
  if (rows.length === 0) return <p className="text-ink-muted">There is no entry behind it.</p>;
  return (
    <section aria-label="Entries">
      <p className="note border-b border-rule-strong pb-2">The entries, newest first</p>
      {segmentsOf(rows.map((row, number) => ({ ...row, number }))).map((segment) => (
        <div key={segment.start} className={DAY}>
          {(segment.startsMonth || segment.start === 0) && (
            <p className="col-span-full note pt-4 pb-1 text-[1.0625rem]" aria-hidden="true">
              {formatDay(segment.date).month} {formatDay(segment.date).year}
            </p>
          )}
          <Day date={segment.date} shown={segment.startsDay} />
          <ul className="col-2 *:border-b *:border-rule *:last:border-rule-strong">
            {segment.rows.map((entry) => (
              <li key={entry.number}>
                <EntryLine entry={entry} parsed={parsed} severalParts={parts.length > 1} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <NextPage list={list} shown={rows.length} count={count} noun="entries" />
    </section>
  );
}

function Day({ date, shown }: { date: string; shown: boolean }) {
  const { shortWeekday, day, full } = formatDay(date);
  return (
    <p className="col-1 pt-[0.6rem] text-right leading-[1.3]">
      {shown && (
        <>
          <span className="sr-only">{full}</span>
          <span aria-hidden="true">
            <span className="note text-[1.0625rem]">{shortWeekday}</span>{' '}
            <b className="font-book text-[1.375rem] leading-none font-normal oldstyle-nums">{day}</b>
          </span>
        </>
      )}
    </p>
  );
}

/** Titles of entries that have none. */
const NAMES: Record<ExplainedEntry['type'], string> = {
  Expense: 'Expense',
  Income: 'Income',
  Transfer: 'Transfer',
  Opening: 'Starting balance',
  'Set by hand': 'Balance set by hand',
  'Put aside': 'Saved for a goal',
  'Monthly figures': 'Monthly figures',
};

/** Parts that most entries belong to. The sign tells them apart, so they are not named. */
const SAID_BY_SIGN = ['income', 'expenses', 'entries'];

/** The type of an entry's part beside its title, or null if the title, or the word in its place, says it. */
function partBeside({ type, title, part }: ExplainedEntry): string | null {
  if (type === 'Put aside' || type === 'Set by hand' || SAID_BY_SIGN.includes(part)) return null;
  if (type === 'Transfer') return title === null ? null : NAMES.Transfer;
  return title === null || title === partName(part) ? null : partName(part);
}

const LINE = [
  'grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-[0.6rem] -outline-offset-2',
  'transition-[background-color] hover:bg-hover',
].join(' ');

type LineProps = Pick<Props, 'parsed'> & { entry: ExplainedEntry; severalParts: boolean };

/** Link to the entry, or to the change-set of what no list shows, such as an opening. */
function EntryLine({ entry, parsed, severalParts }: LineProps) {
  const user = useUser();
  const { _id, type, title, account, changeSetId } = entry;
  const isListed = type === 'Expense' || type === 'Income' || type === 'Transfer';
  const namesAccount = account !== null && parsed.kind !== 'account' && hasSeveralAccounts(user);
  const notes = [severalParts ? partBeside(entry) : null, namesAccount ? nameOfAccount(user, account) : null].filter(
    (note) => note !== null,
  );
  return (
    <Link className={LINE} to={isListed ? `/transactions/${_id}` : changesAddress([changeSetId])}>
      <span className="min-w-0 wrap-anywhere">
        {title ?? NAMES[type]} {notes.length > 0 && <span className="note text-[1rem]">{notes.join(', ')}</span>}
      </span>{' '}
      <Change amount={entry.change} figure={parsed} currency={user.currency} />
    </Link>
  );
}

/** Whether a figure has entries of both signs, so that each shows its own. */
function hasSigns(figure: Figure): boolean {
  if (figure.kind === 'found') return figure.sum === 'net';
  return ['balance', 'account', 'goal', 'percentage of goal'].includes(figure.kind);
}

/** Amount that an entry adds to the figure. */
function Change({ amount, figure, currency }: { amount: number; figure: Figure; currency: string }) {
  if (!hasSigns(figure) || amount === 0)
    return <span className="whitespace-nowrap">{figureText(figure, amount, currency)}</span>;
  return (
    <span
      className="whitespace-nowrap data-more:font-semibold data-more:text-income"
      data-more={amount > 0 || undefined}
    >
      {amount > 0 ? '+' : <span className="font-semibold text-expense">{MINUS}</span>}{' '}
      {figureText(figure, Math.abs(amount), currency)}
    </span>
  );
}
