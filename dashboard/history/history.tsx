import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { fetchHistory, useHistory } from '../store/history.ts';
import { LoadError } from '../ui/load-error.tsx';
import { PageHeader, useTitle } from '../ui/page.tsx';
import { RowGroup, Table } from '../ui/table.tsx';
import { HistoryList } from './history-list.tsx';
import { HistoryHeader, HistorySkeleton } from './history-row.tsx';
import { useVerification } from './use-verification.ts';
import { VerificationResult, VerifyButton } from './verification.tsx';

/** History screen: all events of the user's ledger, and the verification. */
export function History() {
  useTitle('History');
  const pages = useHistory((history) => history.pages);
  const verification = useVerification();
  useEffect(() => void fetchHistory(), []);
  return (
    <>
      <PageHeader heading="History" tools={<VerifyButton {...verification} />} />
      <VerificationResult {...verification} />
      {pages.state === 'loading' && <Loading />}
      {pages.state === 'failed' && (
        <div className="day">
          <div className="day-rows">
            <LoadError problem={pages.problem} retry={fetchHistory} />
          </div>
        </div>
      )}
      {pages.state === 'ready' &&
        (pages.value.rows.length > 0 ? (
          // Remounts after a verification, because the list measures its offset on mount and the result above moves it.
          <HistoryList key={verification.verifying.state} pages={pages.value} />
        ) : (
          <Empty />
        ))}
    </>
  );
}

function Loading() {
  return (
    <Table aria-label="History" aria-busy="true" className="days">
      <RowGroup className="day days-head">
        <div className="day-rows">
          <HistoryHeader />
        </div>
      </RowGroup>
      <div className="day">
        <div className="day-rows">
          <HistorySkeleton />
        </div>
      </div>
    </Table>
  );
}

function Empty() {
  return (
    <div className="day">
      <div className="day-rows blank-rows">
        <p>
          <span>Nothing has been written down yet</span>
          <Link className="link" to="/create-transaction">
            Make a transaction
          </Link>
        </p>
      </div>
    </div>
  );
}
