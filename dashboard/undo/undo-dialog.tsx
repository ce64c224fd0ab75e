import { Dialog as Radix } from 'radix-ui';
import { type SubmitEvent, useState } from 'react';
import type { Conflict } from '../../contract/problem-details.ts';
import { isProblem, problemMessage } from '../server/problem.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorText } from '../ui/fields.tsx';
import { DIALOG_BUTTONS } from '../ui/overlay.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import { type ConflictGroup, groupConflicts } from './conflict-groups.ts';
import { Effects } from './effects.tsx';
import { recordedText } from './recorded.ts';
import { type Answers, sendUndo } from './undo-change.ts';
import { closeUndoDialog, replaceConflicts, type UndoQuestion } from './undo-question.ts';

type Props = { open: boolean; question: UndoQuestion | null };

/** Dialog that says what the undo of a change-set would do, asks about what stands in the way, and undoes it. */
export function UndoDialog({ open, question }: Props) {
  if (!question) return null;
  const { changeSet } = question.detail;
  return (
    <Dialog
      open={open}
      onOpenChange={(open) => open || closeUndoDialog()}
      title={question.preview.possible ? 'Undo this change?' : 'Undo is not possible'}
      description={`${changeSet.summary}. ${recordedText(changeSet)}.`}
    >
      {question.preview.possible ? (
        <UndoForm key={changeSet._id} question={question} />
      ) : (
        <NotPossible reason={question.preview.reason} />
      )}
    </Dialog>
  );
}

function NotPossible({ reason }: { reason: string | null }) {
  return (
    <>
      <p className="mt-5 border-t border-rule pt-4">{reason}.</p>
      <div className={`${DIALOG_BUTTONS} mt-7`}>
        <Radix.Close asChild>
          <Button>Close</Button>
        </Radix.Close>
      </div>
    </>
  );
}

/** An answer, with the conflict as it was when it was given. */
type Answered = Record<string, { answer: 'now' | 'then'; conflict: Conflict }>;

function UndoForm({ question: { detail, preview, later } }: { question: UndoQuestion }) {
  const { conflicts } = preview;
  const [answered, setAnswered] = useState<Answered>({});
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  const answerOf = ({ conflicts }: ConflictGroup) => {
    const given = conflicts.map((conflict) => {
      const one = answered[conflict._id];
      return one && JSON.stringify(one.conflict) === JSON.stringify(conflict) ? one.answer : undefined;
    });
    return given.every((answer) => answer === given[0]) ? given[0] : undefined;
  };
  const groups = groupConflicts(conflicts);
  const named = new Set([...preview.effects, ...conflicts].map(({ entry }) => entry)).size > 1;
  const isAnswered = groups.every((group) => answerOf(group) !== undefined);

  function answer(conflicts: readonly Conflict[], answer: 'now' | 'then') {
    const given = conflicts.map((conflict) => [conflict._id, { answer, conflict }] as const);
    setAnswered((before) => ({ ...before, ...Object.fromEntries(given) }));
  }

  async function undo(event: SubmitEvent) {
    event.preventDefault();
    if (pending || !isAnswered) return;
    setPending(true);
    setProblem(undefined);
    const answers: Answers = Object.fromEntries(
      groups.flatMap((group) => group.conflicts.map(({ _id }) => [_id, answerOf(group) ?? 'now'])),
    );
    const problem = await sendUndo(detail.changeSet._id, conflicts.length > 0 ? answers : undefined);
    setPending(false);
    if (!problem) return closeUndoDialog();
    if (isProblem(problem, 'undo_conflicts') && problem.conflicts) {
      await replaceConflicts(problem.conflicts);
      setProblem('This was changed again meanwhile. Please answer what is new.');
    } else setProblem(problemMessage(problem));
  }

  return (
    <form noValidate className="mt-5" onSubmit={undo}>
      <Effects effects={preview.effects} changes={detail.changes} named={named} />
      {groups.length > 1 && (
        <p className="flex flex-wrap gap-x-5 gap-y-1 border-t border-rule-strong pt-3 pb-4">
          <button type="button" className="link" onClick={() => answer(conflicts, 'now')}>
            Keep all as they are now
          </button>
          <button type="button" className="link" onClick={() => answer(conflicts, 'then')}>
            Take all back to then
          </button>
        </p>
      )}
      {groups.map((group) => (
        <ConflictChoice
          key={group.id}
          group={group}
          later={later}
          changes={detail.changes}
          named={named}
          answer={answerOf(group)}
          onAnswer={(given) => answer(group.conflicts, given)}
        />
      ))}
      <div className="mt-4">
        <ErrorText id="undo-problem" error={problem} />
      </div>
      <div className={`${DIALOG_BUTTONS} mt-3`}>
        <Radix.Close asChild>
          <Button kind="quiet">Cancel</Button>
        </Radix.Close>
        <Button type="submit" kind="primary" pending={pending} disabled={!isAnswered}>
          Undo
        </Button>
      </div>
    </form>
  );
}
