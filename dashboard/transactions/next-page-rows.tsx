import { type ReactNode, useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { Cell, Row } from '../ui/table.tsx';

type Props = {
  nearEnd: boolean;
  /** State of the fetch of the next page. */
  state: 'idle' | 'loading' | 'failed';
  fetchNextPage: () => Promise<void>;
  /** Placeholder rows, shown until the page arrives. */
  children: ReactNode;
};

/**
 * Last rows of a paginated list. Fetches the next page when `nearEnd` is true; after a failure it shows a retry button.
 */
export function NextPageRows({ nearEnd, state, fetchNextPage, children }: Props) {
  useEffect(() => {
    if (nearEnd && state === 'idle') void fetchNextPage();
  }, [nearEnd, state, fetchNextPage]);
  return (
    <div className="day">
      <div className="day-rows">
        {state === 'failed' ? (
          <Row>
            <Cell className="failure">
              <strong>Error</strong>
              <Button onClick={fetchNextPage}>Try again</Button>
            </Cell>
          </Row>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
