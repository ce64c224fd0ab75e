import { useEffect } from 'react';
import { fetchMoreHistory, useHistory } from '../store/history.ts';
import { Button } from '../ui/button.tsx';
import { Cell, Row } from '../ui/table.tsx';
import { EntrySkeleton } from './entry-row.tsx';

/** The end of what is here: fetches the next page once it is `near`, and says so if that fails. */
export function MoreEntries({ near }: { near: boolean }) {
  const more = useHistory((history) => history.more);
  useEffect(() => {
    if (near && more === 'idle') void fetchMoreHistory();
  }, [near, more]);
  return (
    <div className="day">
      <div className="day-rows">
        {more === 'failed' ? (
          <Row>
            <Cell className="failure">
              <strong>Error</strong>
              <Button onClick={fetchMoreHistory}>Try again</Button>
            </Cell>
          </Row>
        ) : (
          <EntrySkeleton />
        )}
      </div>
    </div>
  );
}
