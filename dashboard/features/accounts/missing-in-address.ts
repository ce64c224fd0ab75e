import { useLocation, useNavigate } from 'react-router-dom';
import { isTransactionDate } from '#contract/days.ts';
import { searchWith, stayOn } from '../../browser-state/screen-key.ts';
import { missingAddress } from '../../shared/accounts/broken-day.ts';

/** A confirmed day (ISO date) of an account on which something is missing. */
export type AskedDay = { accountId: string; date: string };

/**
 * Returns the day of which the address asks what is missing, or null, and functions that open and close its drawer.
 * Back closes it, too.
 */
export function useMissingInAddress(): { asked: AskedDay | null; open: (day: AskedDay) => void; close: () => void } {
  const location = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(location.search);
  const accountId = query.get('account');
  const date = query.get('missing');
  const missingDay = accountId !== null && date !== null && isTransactionDate(date) ? { accountId, date } : null;

  function open(day: AskedDay) {
    navigate(missingAddress(day.accountId, day.date), { state: { ...stayOn(location), opensDrawer: true } });
  }

  function close() {
    if (missingDay === null) return;
    if ((location.state as { opensDrawer?: true } | null)?.opensDrawer) return void navigate(-1);
    // The address was opened as it is: what is behind it is another screen.
    const search = searchWith(location.search, { account: null, missing: null });
    navigate({ pathname: location.pathname, search }, { replace: true, state: stayOn(location) });
  }

  return { asked: missingDay, open, close };
}
