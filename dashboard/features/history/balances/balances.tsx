import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HistoryEntry } from '#contract/ledger-calls.ts';
import { historyQuery } from '../../../server/history-queries.ts';
import type { PageOfList } from '../../../server/list-query.ts';
import { useUser } from '../../../server/user.ts';
import { BesideMargin, DayTable, DayTableSkeleton } from '../../../shared/entries/day-table.tsx';
import { rowIndex } from '../../../shared/entries/segments.ts';
import { useWindowedSegments } from '../../../shared/entries/use-windowed-segments.ts';
import { LoadError } from '../../../ui/loading.tsx';
import { PageHeader, useTitle } from '../../../ui/page.tsx';
import { BackToHistory } from '../back-to-history.tsx';
import { NothingYet } from '../nothing-yet.tsx';
import { BalancesHeader, BalancesRow, BalancesSkeleton } from './balances-row.tsx';
import { withDates } from './entry-dates.ts';

/** Screen of all events of the user's ledger, each with the balance after it. */
export function Balances() {
  useTitle('History');
  const list = useInfiniteQuery(historyQuery);
  return (
    <>
      <PageHeader margin={<BackToHistory />} heading="Running balance" />
      {list.isPending && (
        <DayTableSkeleton label="Events" head={<BalancesHeader />}>
          <BalancesSkeleton />
        </DayTableSkeleton>
      )}
      {list.isLoadingError && (
        <BesideMargin>
          <LoadError problem={list.error.problem} retry={list.refetch} />
        </BesideMargin>
      )}
      {list.data && (list.data.rows.length > 0 ? <Events list={list} rows={list.data.rows} /> : <NothingYet />)}
    </>
  );
}

type EventsProps = { list: UseInfiniteQueryResult<PageOfList<HistoryEntry>>; rows: readonly HistoryEntry[] };

function Events({ list, rows }: EventsProps) {
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
      list={list}
      skeleton={<BalancesSkeleton />}
    />
  );
}
