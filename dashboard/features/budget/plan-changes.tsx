import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { BudgetCategory, BudgetChange } from '#contract/budget-calls.ts';
import { useIsPast, useKnown } from '../../browser-state/known.ts';
import { planChangesQuery } from '../../server/budget-queries.ts';
import { useUser } from '../../server/user.ts';
import { recordedDayAndTime } from '../../shared/undo/recorded.ts';
import { askToUndo } from '../../shared/undo/undo-change.ts';
import { isUndoable } from '../../shared/undo/undoable.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { formatSigned } from '../../ui/money.ts';
import { monthWords } from './months.ts';

type Props = { category: BudgetCategory; month: string };

/** The changes of what is planned for a category in a month, newest first, each with the button that undoes it. */
export function PlanChanges({ category: { categoryId }, month }: Props) {
  const list = useInfiniteQuery(planChangesQuery({ categoryId, month }, useKnown()));
  if (list.isLoadingError) return <LoadError problem={list.error.problem} retry={list.refetch} />;
  if (!list.data)
    return (
      <div aria-busy="true">
        <p role="status" className="sr-only">
          Loading
        </p>
        <SkeletonBar width="100%" />
      </div>
    );
  const { rows, next } = list.data;
  if (rows.length === 0) return <p>Nothing was ever planned for it in {monthWords(month)}.</p>;
  const failed = list.isFetchNextPageError && !list.isFetchingNextPage ? list.error : null;
  // A fetch of the list that is under way goes first.
  const more = () => void list.fetchNextPage({ cancelRefetch: false });
  return (
    <>
      <ol aria-label="Changes of plan">
        {rows.map((change) => (
          <Change key={`${change.changeSetId} ${change.before} ${change.after}`} change={change} />
        ))}
      </ol>
      {failed && <LoadError problem={failed.problem} retry={more} />}
      {next !== null && !failed && (
        <Button className="mt-4" pending={list.isFetchingNextPage} onClick={more}>
          Show more
        </Button>
      )}
    </>
  );
}

const ROW = [
  'grid grid-cols-[minmax(0,1fr)_max-content] items-baseline gap-x-4 border-b border-rule py-2.5',
  'first:pt-0 last:border-b-0',
].join(' ');

function Change({ change }: { change: BudgetChange }) {
  const { changeSetId, recordedAt, kind, summary, undoneBy, before, after } = change;
  const { currency } = useUser();
  const isPast = useIsPast();
  const row = useRef<HTMLLIElement>(null);
  const isUndone = undoneBy !== null;

  function ask() {
    // The button goes with the undo, and the focus returns to where it was.
    row.current?.focus({ preventScroll: true });
    void askToUndo(changeSetId);
  }

  return (
    <li ref={row} tabIndex={-1} className={ROW}>
      <p
        className="data-undone:text-ink-muted data-undone:line-through data-undone:decoration-rule-strong"
        data-undone={isUndone || undefined}
      >
        <span className="sr-only">from </span>
        {formatSigned(before, currency)} <span aria-hidden="true">→</span>
        <span className="sr-only">to</span> {formatSigned(after, currency)}
      </p>
      <div className="text-right">
        {isUndone && <span className="note text-[1.0625rem]">Undone</span>}
        {!isUndone && !isPast && isUndoable(kind) && (
          <Button
            kind="quiet"
            size="compact"
            className="-my-1 -mr-3"
            writes
            aria-label={`Undo: ${summary}`}
            onClick={ask}
          >
            Undo
          </Button>
        )}
      </div>
      <div className="col-span-2 text-small text-ink-muted">
        <p className="wrap-anywhere">{summary}</p>
        <p>
          <time dateTime={recordedAt}>{recordedDayAndTime({ recordedAt })}</time>
        </p>
      </div>
    </li>
  );
}
