import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Transaction } from '#contract/transaction.ts';
import { shifted } from '#ledger/model/days.ts';
import { quoted } from '#ledger/search/write-query.ts';
import { useKnown } from '../../../browser-state/known.ts';
import { entriesQuery, foundQuery } from '../../../server/entry-queries.ts';
import { upcomingQuery } from '../../../server/schedule-queries.ts';
import { useUser } from '../../../server/user.ts';
import { useToday } from '../../../shared/as-known/moment.ts';
import { AmountText } from '../../../shared/entries/amount.tsx';
import { countWords } from '../../../shared/entries/count-words.ts';
import { isOpenOccurrence } from '../../../shared/schedules/occurrence-words.ts';
import { formatDay } from '../../../ui/day.ts';
import { formatMoney } from '../../../ui/money.ts';
import { expectedDay, oftenWords } from './often-words.ts';

const SHOWN_MAX = 5;
/** An occurrence of a schedule is looked for so far ahead. */
const DAYS_AHEAD = 92;

/**
 * The last entries whose titles have the same words, how many there are, how often they come, their average, and the
 * next expected one.
 */
export function LikeThis({ entry: { _id, title, type } }: { entry: Transaction }) {
  const { currency } = useUser();
  const known = useKnown();
  const today = useToday();
  const q = `title:=${quoted(title)} type:${type.toLowerCase()}`;
  const { data: found } = useQuery(foundQuery(q, known));
  const enabled = found !== undefined && found.count > 1;
  const { data: list } = useInfiniteQuery({ ...entriesQuery({ q }, known), enabled });
  const { data: occurrences = [] } = useQuery({ ...upcomingQuery(shifted(today, DAYS_AHEAD), known), enabled });
  const others = (list?.rows ?? []).filter((other) => other._id !== _id).slice(0, SHOWN_MAX);
  if (!enabled || others.length === 0) return null;
  const next = occurrences.find(
    (occurrence) => isOpenOccurrence(occurrence) && occurrence.title === title && occurrence.type === type,
  );
  const dates = (list?.rows ?? []).map(({ date }) => date);
  const often = oftenWords(dates);
  const expected = next ? null : expectedDay(dates, today);
  const average = Math.round((Math.abs(found.net) * 100) / found.count) / 100;
  return (
    <aside aria-labelledby="like-this" className="max-sm:mt-10">
      <h2 id="like-this" className="note mb-2">
        Like this
      </h2>
      <ul className="border-t border-rule">
        {others.map((other) => (
          <li key={other._id} className="flex min-h-11 items-center justify-between gap-4 border-b border-rule">
            <Link className="link" to={`/transactions/${other._id}`}>
              {formatDay(other.date).long}
            </Link>
            <AmountText type={other.type} amount={other.amount} currency={currency} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-small text-ink-muted">
        <Link className="link" to={`/transactions?q=${encodeURIComponent(q)}`}>
          {countWords(found.count)}
          {often && `, ${often}`}, {formatMoney(average, currency)} on average
        </Link>
      </p>
      {expected !== null && (
        <p className="mt-1 text-small text-ink-muted">
          The next one may come{' '}
          <Link className="link" to="/upcoming">
            around {formatDay(expected).long}
          </Link>
        </p>
      )}
      {next && (
        <p className="mt-1 text-small text-ink-muted">
          <Link className="link" to="/upcoming">
            Next expected
          </Link>{' '}
          on {formatDay(next.day).long}
        </p>
      )}
    </aside>
  );
}
