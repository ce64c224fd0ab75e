import { Button } from '../../ui/button.tsx';
import { formatDay, today } from '../../ui/day.ts';
import { useGoTo } from './known-in-address.ts';
import { formatInstant } from './moment.ts';

/** Spans the whole width of the page, with its columns. */
const BAND = [
  'relative -mt-10 mb-8 -mr-page-right -ml-page-left',
  'border-b border-rule bg-accent-wash py-3 pr-page-right pl-page-left',
  'max-sm:-mt-6 max-sm:mb-6',
].join(' ');
const COLUMNS = [
  'grid grid-cols-[var(--margin-column)_minmax(0,var(--measure))]',
  'items-baseline gap-x-[calc(var(--gutter)*2)] max-md:block',
].join(' ');

/**
 * Says as of which moment the page shows the books (an ISO instant, null while it is loading), and leads back to now.
 */
export function Banner({ instant }: { instant: string | null }) {
  const goTo = useGoTo();
  return (
    <div className={BAND}>
      <div className={COLUMNS}>
        <p className="note text-right max-md:text-left">View as of</p>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p role="status" className="min-w-0">
            {instant !== null && (
              <>
                <span className="sr-only">View as of </span>
                <b className="font-book text-[1.1875rem] font-medium">{formatInstant(instant)}</b>{' '}
                <span className="text-ink-muted">
                  · shown today, {formatDay(today()).long}. Nothing can be changed here.
                </span>
              </>
            )}
          </p>
          <Button size="compact" onClick={() => goTo(null)}>
            Back to today
          </Button>
        </div>
      </div>
    </div>
  );
}
