import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { isTransactionDate } from '#contract/days.ts';
import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { searchWith } from '../../browser-state/screen-key.ts';

/** The query parameter of the day (ISO date) up to which the list goes. */
export const UNTIL = 'until';

const FIELD = [
  'h-9 border-b border-rule-strong bg-transparent px-1 text-small text-ink touch:h-11',
  'focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus',
].join(' ');

/** Field that begins the list at a day, and the link back to the newest entries. `until` is the day, or null. */
export function JumpToDay({ until }: { until: string | null }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [shown, setShown] = useState({ until, typed: until ?? '' });
  if (shown.until !== until) setShown({ until, typed: until ?? '' });
  const to = (day: string | null) => ({ pathname, search: searchWith(search, { [UNTIL]: day }) });
  return (
    <p className="ml-auto flex items-baseline gap-x-4 whitespace-nowrap max-sm:ml-0 print:hidden">
      <label className="flex items-baseline gap-x-3">
        <span className="note text-[1.0625rem]">{until === null ? 'Go to' : 'Up to'}</span>
        <input
          type="date"
          className={FIELD}
          min={FIRST_DAY}
          max={LAST_DAY}
          value={shown.typed}
          onChange={({ target: { value } }) => {
            setShown({ until, typed: value });
            if (isTransactionDate(value)) navigate(to(value));
          }}
        />
      </label>
      {until !== null && (
        <Link className="link text-small" to={to(null)}>
          Newest
        </Link>
      )}
    </p>
  );
}
