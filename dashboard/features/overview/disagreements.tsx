import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useIsPast, useKnown } from '../../browser-state/known.ts';
import { confirmedDaysQuery, recentTransactionsQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { openAccounts } from '../../shared/accounts/accounts.ts';
import { shortDayOf } from '../../shared/accounts/begin-label.ts';
import { firstBroken, missingAddress } from '../../shared/accounts/broken-day.ts';
import { formatMoney } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';

/** For so long the days are not asked for again, unless this browser has changed the books. */
const FRESH_MS = 5 * 60_000;

/**
 * A line for each open account whose books disagree with a confirmed day; nothing while all agree (product 9.6). The
 * days are asked for once the list of transactions is there.
 */
export function Disagreements() {
  const user = useUser();
  const known = useKnown();
  const isPast = useIsPast();
  const accounts = openAccounts(user);
  const { isPending } = useQuery({ ...recentTransactionsQuery(known), enabled: false });
  const answers = useQueries({
    queries: accounts.map(({ _id }) => ({
      ...confirmedDaysQuery(_id, known),
      enabled: !isPending,
      staleTime: FRESH_MS,
    })),
  });
  const lines = accounts.flatMap((account, index) => {
    const day = firstBroken(answers[index]?.data ?? []);
    return day ? [{ account, day }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <PageSection margin={<h2 className="note">Checked with the bank</h2>}>
      <ul>
        {lines.map(({ account, day }) => (
          <li key={account._id} className="wrap-anywhere not-first:mt-1">
            <span className="font-semibold text-danger">{formatMoney(day.difference, user.currency)} off</span> on{' '}
            {shortDayOf(day.date)}
            {accounts.length > 1 && ` in ${account.name}`}
            {!isPast && (
              <>
                :{' '}
                <Link className="link" to={missingAddress(account._id, day.date)}>
                  find what is missing
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
