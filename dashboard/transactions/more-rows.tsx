import { useEffect } from 'react';
import { fetchMore, useBooks } from '../store/transactions.ts';
import { Button } from '../ui/button.tsx';
import { LedgerSkeleton } from '../ui/ledger.tsx';
import { Cell, Row } from '../ui/table.tsx';

/** The end of what is here: fetches the next page once it is `near`, and says so if that fails. */
export function MoreRows({ near }: { near: boolean }) {
  const more = useBooks((books) => books.more);
  useEffect(() => {
    if (near && more === 'idle') void fetchMore();
  }, [near, more]);
  return (
    <div className="day">
      <div className="day-rows">
        {more === 'failed' ? (
          <Row>
            <Cell className="failure">
              <strong>Error</strong>
              <Button onClick={fetchMore}>Try again</Button>
            </Cell>
          </Row>
        ) : (
          <LedgerSkeleton columns="with-method" />
        )}
      </div>
    </div>
  );
}
