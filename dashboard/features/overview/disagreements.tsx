import { Link } from 'react-router-dom';
import { useIsPast } from '../../browser-state/known.ts';
import { useUser } from '../../server/user.ts';
import { openAccounts } from '../../shared/accounts/accounts.ts';
import { shortDayOf } from '../../shared/accounts/begin-label.ts';
import { missingAddress } from '../../shared/accounts/broken-day.ts';
import { formatMoney } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';
import { useDisagreements } from './use-disagreements.ts';

/**
 * A line for each open account whose books disagree with a confirmed day; nothing while all agree (product 9.6).
 */
export function Disagreements() {
  const user = useUser();
  const isPast = useIsPast();
  const lines = useDisagreements();
  if (lines.length === 0) return null;
  return (
    <PageSection margin={<h2 className="note">Checked with the bank</h2>}>
      <ul>
        {lines.map(({ account, day }) => (
          <li key={account._id} className="wrap-anywhere not-first:mt-1">
            <span className="font-semibold text-danger">{formatMoney(day.difference, user.currency)} off</span> on{' '}
            {shortDayOf(day.date)}
            {openAccounts(user).length > 1 && ` in ${account.name}`}
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
