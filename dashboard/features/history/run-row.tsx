import { type ComponentProps, useState } from 'react';
import { CHANGE_SETS } from '#ledger/model/constants.ts';
import { useSingleFlight } from '../../commands/use-single-flight.ts';
import { refreshAll } from '../../server/command-result.ts';
import { problemMessage } from '../../server/problem.ts';
import { commandSender } from '../../server/send-command.ts';
import { AsideCell, EntryTableRow, UnderLine } from '../../shared/entries/entry-row.tsx';
import { TableCell } from '../../shared/entries/table.tsx';
import { recordedTime } from '../../shared/undo/recorded.ts';
import { isUndoable } from '../../shared/undo/undoable.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { showErrorToast, showLoadingToast, showSuccessToast } from '../../ui/toast.ts';
import { CHEVRON } from './change-row.tsx';
import type { ChangeRun } from './runs.ts';

type Props = ComponentProps<'div'> & { run: ChangeRun; open: boolean; onToggle: () => void };

/** Row of a run of change-sets, which opens to these, and undoes all of them. */
export function RunRow({ run: { changeSets }, open, onToggle, ...rest }: Props) {
  const [newest] = changeSets;
  if (!newest) return null;
  const words = `${CHANGE_SETS[newest.kind]}, ${changeSets.length} times`;
  const time = <time dateTime={newest.recordedAt}>{recordedTime(newest)}</time>;
  return (
    <EntryTableRow kind="text" columns="changes" {...rest}>
      <AsideCell className="pr-3 text-ink-muted">{time}</AsideCell>
      <TableCell className="pr-3 leading-[1.35]">
        <button
          type="button"
          className="group/change text-left wrap-anywhere touch:min-h-9"
          aria-expanded={open}
          onClick={onToggle}
        >
          {words}
          <ChevronIcon className={CHEVRON} />
        </button>
        <UnderLine>{time}</UnderLine>
      </TableCell>
      <TableCell className="text-right">
        {isUndoable(newest.kind) && <UndoAll ids={changeSets.map(({ _id }) => _id)} words={words} />}
      </TableCell>
    </EntryTableRow>
  );
}

const send = commandSender();

/** Button that undoes change-sets, the newest first, up to one that can't be undone without an answer. */
function UndoAll({ ids, words }: { ids: readonly string[]; words: string }) {
  const [isAsking, setAsking] = useState(false);
  const { start, pending } = useSingleFlight(async () => {
    const id = showLoadingToast(`Undoing ${ids.length} changes...`);
    for (const [count, changeSetId] of ids.entries()) {
      const outcome = await send('undo', { changeSetId });
      if (outcome.ok) continue;
      refreshAll();
      const description = problemMessage(outcome.problem);
      return void showErrorToast(`Undone: ${count} of ${ids.length} changes`, { id, description });
    }
    refreshAll();
    showSuccessToast(`Undone: ${ids.length} changes`, id);
  });
  return (
    <>
      <Button
        kind="quiet"
        size="compact"
        className="-my-1 -mr-3"
        writes
        pending={pending}
        aria-label={`Undo all: ${words}`}
        onClick={() => setAsking(true)}
      >
        Undo all
      </Button>
      <ConfirmDelete
        open={isAsking}
        onOpenChange={setAsking}
        description={`All ${ids.length} changes are undone, the newest first, up to one that needs an answer.`}
        onConfirm={() => void start()}
      />
    </>
  );
}
