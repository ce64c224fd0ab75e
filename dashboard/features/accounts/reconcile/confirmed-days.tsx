import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ConfirmedDay } from '#contract/reconcile-calls.ts';
import { isFirstBroken } from '../../../shared/accounts/broken-day.ts';
import { changesAddress } from '../../../shared/explain/changes-address.ts';
import { Button } from '../../../ui/button.tsx';
import { formatDay } from '../../../ui/day.ts';
import { formatSigned } from '../../../ui/money.ts';
import { Agrees, Off } from './confirmed-status.tsx';
import { FindButton } from './find-button.tsx';

/** Number of the newest days that are shown at first, beside all broken ones. */
const DAYS_AT_FIRST = 6;

type Props = {
  days: readonly ConfirmedDay[];
  currency: string;
  /** The end of names for screen readers if there are several accounts, such as ` of Savings`. */
  whose: string;
  onFind: (date: string) => void;
};

/** List of the confirmed days of an account, newest first, with those that the books no longer agree with. */
export function ConfirmedDays({ days, currency, whose, onFind }: Props) {
  const [all, setAll] = useState(false);
  const shown = days.filter(({ difference }, index) => all || index < DAYS_AT_FIRST || difference !== 0);
  return (
    <>
      <ul aria-label={`Checked with the bank${whose}`} className="mt-3 border-t border-rule">
        {shown.map((day) => (
          <li key={day.date} className={ROW}>
            <Day day={day} currency={currency} />
            {isFirstBroken(days, day) && (
              <FindButton
                className="order-2 col-span-full mt-2 mb-1 justify-self-start sm:col-[2/-1]"
                day={day}
                currency={currency}
                whose={whose}
                onFind={onFind}
              />
            )}
          </li>
        ))}
      </ul>
      {shown.length < days.length && (
        <Button kind="quiet" size="small" className="mt-2 -ml-4" onClick={() => setAll(true)}>
          Show all {days.length} days{whose}
        </Button>
      )}
    </>
  );
}

const ROW = [
  'grid min-h-11 grid-cols-[minmax(0,1fr)_auto_6.5rem] items-baseline gap-x-4 border-b border-rule py-[0.6rem]',
  'sm:grid-cols-[11rem_minmax(0,1fr)_auto_11rem] sm:gap-x-6',
].join(' ');

/** A confirmed day: the bank's balance, whether the books agree, and the change that broke it. */
function Day({ day, currency }: { day: ConfirmedDay; currency: string }) {
  const { date, balance, difference, source, brokenBy } = day;
  return (
    <>
      <span>{formatDay(date).long}</span>
      <span className="note text-[1rem] order-1 col-span-full empty:hidden sm:order-none sm:col-auto">
        {source === 'statement' && 'From a statement'}
      </span>
      <span className="text-right whitespace-nowrap sm:col-3">
        <span className="sr-only">The bank has </span>
        {formatSigned(balance, currency)}
      </span>
      <span className="text-right">{difference === 0 ? <Agrees /> : <Off day={day} currency={currency} />}</span>
      {difference !== 0 && (
        <span className="order-1 col-span-full text-small text-ink-muted wrap-anywhere sm:col-[2/-1]">
          {brokenBy ? (
            <>
              Broken by{' '}
              <Link className="link" to={changesAddress([brokenBy.changeSetId])}>
                {brokenBy.title}
              </Link>
            </>
          ) : (
            'Has not agreed since it was confirmed'
          )}
        </span>
      )}
    </>
  );
}
