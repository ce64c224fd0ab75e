import { type ComponentProps, useId, useRef } from 'react';
import type { ChangeSet } from '#contract/ledger-calls.ts';
import { AsideCell, EntryTableRow, UnderLine } from '../../shared/entries/entry-row.tsx';
import { ColumnHeader, TableCell } from '../../shared/entries/table.tsx';
import { recordedTime } from '../../shared/undo/recorded.ts';
import { askToUndo } from '../../shared/undo/undo-change.ts';
import { isUndoable } from '../../shared/undo/undoable.ts';
import { Button } from '../../ui/button.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { ChangeDetail } from './change-detail.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';

/** Column headers of the change-sets. */
export function ChangesHeader(props: ComponentProps<'div'>) {
  return (
    <EntryTableRow kind="head" columns="changes" {...props}>
      <ColumnHeader>Recorded</ColumnHeader>
      <ColumnHeader>Change</ColumnHeader>
      <ColumnHeader>
        <span className="sr-only">Undo</span>
      </ColumnHeader>
    </EntryTableRow>
  );
}

type Props = ComponentProps<'div'> & { changeSet: ChangeSet; open: boolean; onToggle: () => void };

/** The sign of a row that opens. */
export const CHEVRON = [
  'ml-2 inline-block text-ink-muted transition-transform print:hidden',
  'group-hover/change:text-ink group-aria-expanded/change:rotate-180',
].join(' ');

/**
 * Row of a change-set, which expands to the changed fields. On narrow screens the time of recording moves below the
 * summary.
 */
export function ChangeRow({ changeSet, open, onToggle, ...rest }: Props) {
  const { summary, kind, undoneBy, actor } = changeSet;
  const detailId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const time = <time dateTime={changeSet.recordedAt}>{recordedTime(changeSet)}</time>;
  return (
    <EntryTableRow kind="text" columns="changes" {...rest}>
      <AsideCell className="pr-3 text-ink-muted">{time}</AsideCell>
      <TableCell className="pr-3 leading-[1.35]">
        <button
          ref={toggle}
          type="button"
          className="group/change text-left wrap-anywhere touch:min-h-9"
          aria-expanded={open}
          aria-controls={open ? detailId : undefined}
          onClick={onToggle}
        >
          <span
            className="data-undone:text-ink-muted data-undone:line-through data-undone:decoration-rule-strong"
            data-undone={undoneBy !== null || undefined}
          >
            {summary}
          </span>
          <ChevronIcon className={CHEVRON} />
        </button>
        {actor.startsWith('token ') && <span className="note block text-[1.0625rem]">by {actor}</span>}
        <UnderLine>{time}</UnderLine>
      </TableCell>
      <TableCell className="text-right">
        {undoneBy !== null && <span className="note text-[1.0625rem]">Undone</span>}
        {undoneBy === null && isUndoable(kind) && (
          <UndoButton changeSet={changeSet} onAsk={() => toggle.current?.focus({ preventScroll: true })} />
        )}
      </TableCell>
      {open && (
        <TableCell id={detailId} className="col-span-full pt-3 pb-2 sm:col-[2/-1]">
          <ChangeDetail id={changeSet._id} />
        </TableCell>
      )}
    </EntryTableRow>
  );
}

type UndoButtonProps = {
  changeSet: ChangeSet;
  /** Moves the focus to an element that the undo does not remove, because it returns there when the dialog closes. */
  onAsk: () => void;
};

/** Button that opens the dialog with the effects of the undo. */
function UndoButton({ changeSet: { _id, summary }, onAsk }: UndoButtonProps) {
  function ask() {
    onAsk();
    void askToUndo(_id);
  }

  return (
    <Button kind="quiet" size="compact" className="-my-1 -mr-3" writes aria-label={`Undo: ${summary}`} onClick={ask}>
      Undo
    </Button>
  );
}

/** Five placeholder rows of the final height. */
export function ChangesSkeleton() {
  return <RowsSkeleton columns="changes" amountWidth="2.6rem" />;
}
