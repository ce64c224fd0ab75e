import { type ReactNode, useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { Cell, Row } from '../ui/table.tsx';

type Props = {
  near: boolean;
  /** How it stands with the next page. */
  more: 'idle' | 'loading' | 'failed';
  fetchNextPage: () => Promise<void>;
  /** What stands for the rows to come. */
  children: ReactNode;
};

/** The end of what is here: fetches the next page once it is `near`, and says so if that fails. */
export function NextPageRows({ near, more, fetchNextPage, children }: Props) {
  useEffect(() => {
    if (near && more === 'idle') void fetchNextPage();
  }, [near, more, fetchNextPage]);
  return (
    <div className="day">
      <div className="day-rows">
        {more === 'failed' ? (
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
