import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { HistoryEntry } from '../../../contract/ledger-calls.ts';
import { BlankRows } from '../../entries/blank-rows.tsx';
import { BesideMargin, DayTable, DayTableSkeleton } from '../../entries/day-table.tsx';
import { rowIndex } from '../../entries/segments.ts';
import { useWindowedSegments } from '../../entries/use-windowed-segments.ts';
import { type Pages, useResource } from '../../server/resource.ts';
import { historyResource } from '../../server/resources.ts';
import { useUser } from '../../server/user.ts';
import { LoadError } from '../../ui/loading.tsx';
import { PageHeader, useTitle } from '../../ui/page.tsx';
import { withDates } from './entry-dates.ts';
import { HistoryHeader, HistoryRow, HistorySkeleton } from './history-row.tsx';
import { useVerification, VerificationResult, VerifyButton } from './verification.tsx';

/** History screen: all events of the user's ledger, and the verification. */
export function History() {
  useTitle('History');
  const pages = useResource(historyResource);
  const verification = useVerification();
  return (
    <>
      <PageHeader heading="History" tools={<VerifyButton {...verification} />} />
      <VerificationResult {...verification} />
      {pages.state === 'loading' && (
        <DayTableSkeleton label="History" head={<HistoryHeader />}>
          <HistorySkeleton />
        </DayTableSkeleton>
      )}
      {pages.state === 'failed' && (
        <BesideMargin>
          <LoadError problem={pages.problem} retry={pages.retry} />
        </BesideMargin>
      )}
      {pages.state === 'ready' &&
        (pages.value.rows.length > 0 ? (
          // Remounts after a verification, because the list measures its offset on mount and the result above moves it.
          <HistoryTable key={verification.verifying.state} pages={pages.value} />
        ) : (
          <Empty />
        ))}
    </>
  );
}

function HistoryTable({ pages }: { pages: Pages<HistoryEntry> }) {
  const { rows } = pages;
  const { currency } = useUser();
  const windowed = useWindowedSegments(
    useMemo(() => withDates(rows), [rows]),
    0,
  );
  return (
    <DayTable
      label="History"
      head={<HistoryHeader aria-rowindex={rowIndex.head} />}
      windowed={windowed}
      row={(entry, rowNumber) => (
        <HistoryRow key={entry._id} aria-rowindex={rowNumber} entry={entry} currency={currency} />
      )}
      pages={pages}
      loadNextPage={historyResource.loadNextPage}
      skeleton={<HistorySkeleton />}
    />
  );
}

function Empty() {
  return (
    <BesideMargin>
      <BlankRows>
        <span>Nothing has been written down yet</span>
        <Link className="link" to="/create-transaction">
          Make a transaction
        </Link>
      </BlankRows>
    </BesideMargin>
  );
}
