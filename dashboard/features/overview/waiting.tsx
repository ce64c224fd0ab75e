import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { shifted } from '#ledger/model/days.ts';
import { useIsPast, useKnown } from '../../browser-state/known.ts';
import { foundQuery, UNFILED } from '../../server/entry-queries.ts';
import { proposalsQuery } from '../../server/proposal-queries.ts';
import { upcomingQuery } from '../../server/schedule-queries.ts';
import { useUser } from '../../server/user.ts';
import { openAccounts } from '../../shared/accounts/accounts.ts';
import { shortDayOf } from '../../shared/accounts/begin-label.ts';
import { missingAddress } from '../../shared/accounts/broken-day.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { standsAlone } from '../../shared/budget/left.ts';
import { countWords } from '../../shared/entries/count-words.ts';
import { programOf } from '../../shared/proposals/program-of.ts';
import { formatMoney } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';
import { FRESH_MS } from './fresh.ts';
import { NEXT_DAYS } from './next-days.tsx';
import { useDisagreements } from './use-disagreements.ts';
import { usePlannedMonth } from './use-planned-month.ts';

/**
 * The things that wait for a person, each a line that goes when it is done: proposals of programs, accounts whose books
 * disagree with the bank, entries without a category, occurrences that are due or were missed, overspent categories
 * (product 9.6). Nothing where nothing waits.
 */
export function WaitingForUser() {
  const lines = [...useProposed(), ...useOff(), ...useUnfiled(), ...useDue(), ...useOverspent()];
  if (lines.length === 0) return null;
  return (
    <PageSection margin={<h2 className="note">Waiting for you</h2>}>
      <ul>
        {lines.map(({ key, line }) => (
          <li key={key} className="wrap-anywhere not-first:mt-1.5">
            {line}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

type Line = { key: string; line: ReactNode };

/** The newest proposal, and the number of the others. */
function useProposed(): Line[] {
  const isPast = useIsPast();
  const { data = [] } = useQuery({ ...proposalsQuery(), enabled: !isPast, staleTime: FRESH_MS });
  const open = data.filter(({ status }) => status === 'open');
  const [newest] = open;
  if (isPast || !newest) return [];
  const line = (
    <>
      <em className="note text-[1.0625rem]">{programOf(newest)}</em>
      <span className="text-ink-muted"> proposes: </span>
      <Link className="link" to="/proposals">
        {newest.reason}
      </Link>
      {open.length > 1 && <span className="text-ink-muted"> and {open.length - 1} more</span>}
    </>
  );
  return [{ key: 'proposed', line }];
}

function useOff(): Line[] {
  const user = useUser();
  const isPast = useIsPast();
  const isOneOfSeveral = openAccounts(user).length > 1;
  return useDisagreements().map(({ account, day }) => ({
    key: account._id,
    line: (
      <>
        <span className="font-semibold text-danger">{formatMoney(day.difference, user.currency)} off</span> on{' '}
        {shortDayOf(day.date)}
        {isOneOfSeveral && ` in ${account.name}`}
        {!isPast && (
          <>
            :{' '}
            <Link className="link" to={missingAddress(account._id, day.date)}>
              find what is missing
            </Link>
          </>
        )}
      </>
    ),
  }));
}

function useUnfiled(): Line[] {
  const isPast = useIsPast();
  const { data } = useQuery({ ...foundQuery(UNFILED), enabled: !isPast, staleTime: FRESH_MS });
  if (isPast || !data || data.count === 0) return [];
  const line = (
    <>
      <Link className="link" to="/transactions/to-file">
        {countWords(data.count)}
      </Link>{' '}
      <span className="text-ink-muted">without a category</span>
    </>
  );
  return [{ key: 'to file', line }];
}

/** The numbers of occurrences of today that are not there yet, and of those that were missed. */
function useDue(): Line[] {
  const isPast = useIsPast();
  const last = shifted(useToday(), NEXT_DAYS - 1);
  const { data = [] } = useQuery({ ...upcomingQuery(last, useKnown()), staleTime: FRESH_MS });
  if (isPast) return [];
  const words = (['missed', 'due'] as const).flatMap((status) => {
    const count = data.filter((occurrence) => occurrence.status === status).length;
    return count === 0 ? [] : [status === 'due' ? `${count} due today` : `${count} missed`];
  });
  if (words.length === 0) return [];
  const line = (
    <>
      <Link className="link" to="/upcoming">
        {words.join(', ')}
      </Link>{' '}
      <span className="text-ink-muted">of what comes again</span>
    </>
  );
  return [{ key: 'due', line }];
}

function useOverspent(): Line[] {
  const { currency } = useUser();
  const isPast = useIsPast();
  const budget = usePlannedMonth();
  if (isPast || !budget) return [];
  const overspent = budget.categories.filter(standsAlone).filter(({ available }) => available < 0);
  return overspent.map(({ categoryId, name, available }) => ({
    key: categoryId,
    line: (
      <>
        <span className="text-danger">{formatMoney(available, currency)} over</span> in {name}:{' '}
        <Link className="link" to={`/budget?category=${encodeURIComponent(categoryId)}`}>
          cover it
        </Link>
      </>
    ),
  }));
}
