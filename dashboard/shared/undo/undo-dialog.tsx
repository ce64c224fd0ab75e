import { Dialog as Radix } from 'radix-ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { ConflictDetails } from '#contract/problem-details.ts';
import { isProblem, problemMessage } from '../../server/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorText } from '../../ui/fields.tsx';
import { ProgressLine, SkeletonBar } from '../../ui/loading.tsx';
import { DIALOG_BUTTONS } from '../../ui/overlay.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { type ConflictGroup, groupConflicts, hasOneAnswer } from './conflict-groups.ts';
import { Effects, EffectsTotal, movesMoney } from './effects.tsx';
import { recordedText } from './recorded.ts';
import { type ConflictAnswers, keepAll, sendUndo } from './undo-change.ts';
import {
  closeUndoDialog,
  hasAllConflicts,
  loadAllConflicts,
  loadMoreOfUndo,
  reloadUndo,
  type UndoContent,
  type UndoQuestion,
} from './undo-question.ts';

type Props = { open: boolean; question: UndoQuestion | null };

/** Dialog that lists the effects of the undo of a change-set, asks about conflicts, and undoes it. */
export function UndoDialog({ open, question }: Props) {
  if (!question) return null;
  const { changeSetId, content } = question;
  const isPossible = content === null || content.preview.possible;
  return (
    <Dialog
      open={open}
      onOpenChange={(open) => open || closeUndoDialog()}
      title={isPossible ? 'Undo this change?' : 'Undo is not possible'}
      description={
        content ? `${content.changeSet.summary}. ${recordedText(content.changeSet)}.` : 'Looking at what the undo does…'
      }
      shape="list"
    >
      {isPossible ? (
        <UndoForm key={changeSetId} changeSetId={changeSetId} content={content} />
      ) : (
        <NotPossible reason={content.preview.reason} />
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

/** An answer, with the conflict at the time of the answer. */
type Answered = Record<string, { answer: 'now' | 'then'; conflict: ConflictDetails }>;

/** Operation that is in flight in the form. */
type Pending = 'undo' | 'more' | 'now' | 'then' | null;

const NOTHING: Pick<UndoContent, 'changes' | 'later'> & {
  preview: Pick<UndoContent['preview'], 'conflicts' | 'effects'>;
} = {
  changes: [],
  later: new Map(),
  preview: { conflicts: [], effects: [] },
};

/** The form. Its list is a placeholder while `content` is null. */
function UndoForm({ changeSetId, content }: UndoQuestion) {
  const { preview, changes, later } = content ?? NOTHING;
  const { conflicts, effects } = preview;
  const [answered, setAnswered] = useState<Answered>({});
  const [pending, setPending] = useState<Pending>(null);
  const [problem, setProblem] = useState<string>();
  const [shown, setShown] = useState(PAGE_ROWS);

  const form = useRef<HTMLFormElement>(null);
  const hasContent = content !== null;
  useEffect(() => {
    // The focus is where it was while the list was a placeholder: it goes to the first question, if there is one.
    const isWaiting = document.activeElement?.hasAttribute('data-initial-focus');
    if (hasContent && isWaiting) form.current?.querySelector('input')?.focus();
  }, [hasContent]);

  const answerOf = ({ conflicts }: ConflictGroup) => {
    const given = conflicts.map((conflict) => {
      const earlier = answered[conflict._id];
      return earlier && JSON.stringify(earlier.conflict) === JSON.stringify(conflict) ? earlier.answer : undefined;
    });
    return given.every((answer) => answer === given[0]) ? given[0] : undefined;
  };
  const openConflicts = conflicts.filter((conflict) => !hasOneAnswer(conflict));
  const askedCount = openConflicts.length + (content === null ? 0 : content.preview.conflictCount - conflicts.length);
  const groups = groupConflicts(openConflicts);
  const answers = groups.map(answerOf);
  const isSeveral = groups.length + askedCount - openConflicts.length > 1;
  const isAnswered = content !== null && hasAllConflicts(content.preview) && !answers.includes(undefined);
  const named = new Set([...effects, ...openConflicts].map(({ entry }) => entry)).size > 1;

  function answer(conflicts: readonly ConflictDetails[], answer: 'now' | 'then') {
    const given = conflicts.map((conflict) => [conflict._id, { answer, conflict }] as const);
    setAnswered((before) => ({ ...before, ...Object.fromEntries(given) }));
  }

  /** Answers all conflicts, including those that are not loaded yet. */
  async function answerAll(given: 'now' | 'then') {
    if (pending) return;
    setPending(given);
    setProblem(undefined);
    const all = await loadAllConflicts();
    setPending(null);
    if (all.ok) answer(all.data, given);
    else setProblem(problemMessage(all.problem));
  }

  async function showMore() {
    if (pending || !content) return;
    const isLoaded = content.preview.next === null || shown < Math.max(effects.length, openConflicts.length);
    if (!isLoaded) {
      setPending('more');
      setProblem(undefined);
      const problem = await loadMoreOfUndo();
      setPending(null);
      if (problem) return setProblem(problemMessage(problem));
    }
    setShown(shown + PAGE_ROWS);
  }

  async function undo(event: SubmitEvent) {
    event.preventDefault();
    if (pending || !isAnswered) return;
    setPending('undo');
    setProblem(undefined);
    const given: ConflictAnswers = Object.fromEntries(
      groups.flatMap((group, index) => group.conflicts.map(({ _id }) => [_id, answers[index] ?? 'now'])),
    );
    const resolve = conflicts.length > 0 ? { ...keepAll(conflicts), ...given } : undefined;
    const problem = await sendUndo(changeSetId, resolve);
    const isNew = problem && isProblem(problem, 'undo_conflicts');
    const reloadProblem = isNew ? await reloadUndo() : null;
    setPending(null);
    if (!problem) return closeUndoDialog();
    if (isNew && !reloadProblem) setProblem('This was changed again meanwhile. Please answer what is new.');
    else setProblem(problemMessage(reloadProblem ?? problem));
  }

  const more = { pending: pending === 'more', onClick: showMore };
  return (
    <form ref={form} noValidate className="mt-5 flex min-h-0 flex-col" onSubmit={undo} aria-busy={content === null}>
      {/* By the keyboard alone it scrolls only with the focus. */}
      <section
        className={SCROLLED}
        aria-label="What the undo does, and what is asked"
        tabIndex={content ? 0 : undefined}
      >
        {!content && <Placeholder />}
        {isSeveral && (
          <p className="flex flex-wrap gap-x-5 gap-y-1 border-t border-rule-strong pt-3 pb-4">
            <button type="button" className="link" onClick={() => answerAll('now')}>
              Keep all
            </button>
            <button type="button" className="link" onClick={() => answerAll('then')}>
              Restore all
            </button>
          </p>
        )}
        {groups.slice(0, shown).map((group, index) => (
          <ConflictChoice
            key={group.id}
            group={group}
            later={later}
            changes={changes}
            named={named}
            answer={answers[index]}
            onAnswer={(given) => answer(group.conflicts, given)}
          />
        ))}
        {content && (groups.length > shown || !hasAllConflicts(content.preview)) && (
          <ShowMore
            {...more}
            shown={groups.slice(0, shown).flatMap(({ conflicts }) => conflicts).length}
            count={askedCount}
            noun="to answer"
          />
        )}
        {content?.preview.count === 0 && askedCount === 0 && (
          <p className="border-t border-rule pt-4 text-ink-muted">The books stay as they are.</p>
        )}
        <Effects effects={effects.slice(0, shown)} changes={changes} named={named} />
        {content && content.preview.count > Math.min(shown, effects.length) && (
          <ShowMore {...more} shown={Math.min(shown, effects.length)} count={content.preview.count} noun="changes" />
        )}
      </section>
      {content && movesMoney(content.preview) && (
        <EffectsTotal change={content.preview.change} partly={askedCount > 0} />
      )}
      <div className="mt-4">
        <ErrorText id="undo-problem" error={problem} />
      </div>
      <div className={`${DIALOG_BUTTONS} mt-3 sm:items-center`}>
        {isSeveral && (
          <p role="status" className="mr-auto text-small text-ink-muted max-sm:mr-0">
            {pending === 'now' || pending === 'then'
              ? 'Loading what is to answer…'
              : answeredText(groups, answers, askedCount)}
          </p>
        )}
        <Radix.Close asChild>
          <Button kind="quiet" data-initial-focus>
            Cancel
          </Button>
        </Radix.Close>
        <Button type="submit" kind="primary" pending={pending === 'undo'} disabled={!isAnswered}>
          Undo
        </Button>
      </div>
    </form>
  );
}

/** The list: it takes the height left by the title and buttons, and reaches to the edges of the dialog. */
const SCROLLED = '-mx-7 min-h-24 overflow-y-auto overscroll-contain border-b border-rule-strong px-7 pb-4';

/** How many questions are answered; where some are not loaded yet, how many of the conflicts are. */
function answeredText(groups: readonly ConflictGroup[], answers: readonly unknown[], askedCount: number): string {
  const answered = groups.filter((_, index) => answers[index] !== undefined);
  const conflictCount = groups.flatMap(({ conflicts }) => conflicts).length;
  const [done, all] =
    conflictCount === askedCount
      ? [answered.length, groups.length]
      : [answered.flatMap(({ conflicts }) => conflicts).length, askedCount];
  return `${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} answered`;
}

const BAR_WIDTHS = ['13rem', '9rem', '15rem'];

/** Lines in place of the list while it loads. */
function Placeholder() {
  return (
    <div aria-hidden="true">
      <ProgressLine />
      {BAR_WIDTHS.map((width) => (
        <p key={width} className="border-b border-rule py-[0.6rem]">
          <SkeletonBar width={width} />
        </p>
      ))}
    </div>
  );
}
