import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { FIRST_MONTH, isMonth, LAST_MONTH, monthAfter } from '#ledger/model/months.ts';
import { searchWith, stayOn } from '../../browser-state/screen-key.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import { monthWords } from './months.ts';

const MONTH = 'month';

/** Returns the month that the address names, else the present one, and a function that goes to another. */
export function useMonth(): { month: string; present: string; goTo: (month: string) => void } {
  const present = useToday().slice(0, 7);
  const [query] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const named = query.get(MONTH);
  const month = named !== null && isMonth(named) ? named : present;
  return {
    month,
    present,
    goTo: (next) =>
      navigate(
        { search: searchWith(location.search, { [MONTH]: next === present ? null : next }) },
        { state: stayOn(location) },
      ),
  };
}

const STEP = [
  'text-ink-muted transition-[color]',
  'hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 data-flipped:rotate-180',
].join(' ');

/** Control for a month: steps to the month before and after, and to the present month. */
export function MonthPicker({ month, present, goTo }: ReturnType<typeof useMonth>) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="-ml-3 flex items-center">
        <IconButton
          className={STEP}
          data-flipped
          aria-label="The month before"
          disabled={month <= FIRST_MONTH}
          onClick={() => goTo(monthAfter(month, -1))}
        >
          <ArrowRightIcon />
        </IconButton>
        <p role="status" className="subtitle min-w-44 text-center">
          {monthWords(month)}
        </p>
        <IconButton
          className={STEP}
          aria-label="The month after"
          disabled={month >= LAST_MONTH}
          onClick={() => goTo(monthAfter(month))}
        >
          <ArrowRightIcon />
        </IconButton>
      </div>
      {month !== present && (
        <Button kind="quiet" size="small" onClick={() => goTo(present)}>
          This month
        </Button>
      )}
    </div>
  );
}
