import { useMemo } from 'react';
import type { HistoryEntry } from '../../../contract/ledger-calls.ts';
import { BesideMargin, DayTable, DayTableSkeleton } from '../../entries/day-table.tsx';
import { rowIndex } from '../../entries/segments.ts';
import { useWindowedSegments } from '../../entries/use-windowed-segments.ts';
import { type Pages, useResource } from '../../server/resource.ts';
import { historyResource } from '../../server/resources.ts';
import { useUser } from '../../server/user.ts';
import { LoadError } from '../../ui/loading.tsx';
import { PageHeader, useTitle } from '../../ui/page.tsx';
import { BackToHistory } from './back-to-history.tsx';
import { BalancesHeader, BalancesRow, BalancesSkeleton } from './balances-row.tsx';
import { withDates } from './entry-dates.ts';
import { NothingYet } from './nothing-yet.tsx';

/** Screen of all events of the user's ledger, each with the balance after it. */
export function Balances() {
  useTitle('History');
  const pages = useResource(historyResource);
  return (
    <>
      <PageHeader margin={<BackToHistory />} heading="Balance after each event" />
      {pages.state === 'loading' && (
        <DayTableSkeleton label="Events" head={<BalancesHeader />}>
          <BalancesSkeleton />
        </DayTableSkeleton>
      )}
      {pages.state === 'failed' && (
        <BesideMargin>
          <LoadError problem={pages.problem} retry={pages.retry} />
        </BesideMargin>
      )}
      {pages.state === 'ready' && (pages.value.rows.length > 0 ? <Events pages={pages.value} /> : <NothingYet />)}
    </>
  );
}

function Events({ pages }: { pages: Pages<HistoryEntry> }) {
  const { rows } = pages;
  const { currency } = useUser();
  const windowed = useWindowedSegments(
    useMemo(() => withDates(rows), [rows]),
    0,
  );
  return (
    <DayTable
      label="Events"
      head={<BalancesHeader aria-rowindex={rowIndex.head} />}
      windowed={windowed}
      row={(entry, rowNumber) => (
        <BalancesRow key={entry._id} aria-rowindex={rowNumber} entry={entry} currency={currency} />
      )}
      pages={pages}
      loadNextPage={historyResource.loadNextPage}
      skeleton={<BalancesSkeleton />}
    />
  );
}
