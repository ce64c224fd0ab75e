import { useRef, useState } from 'react';
import type { CallInput } from '#contract/calls.ts';
import type { Entry } from '#contract/transaction.ts';
import { useFormCommand } from '../../../commands/use-command.ts';
import { call } from '../../../server/client.ts';
import { formProblemMessage, problemMessage } from '../../../server/problem.ts';

/** An entry as its row has it. */
export type UnfoldedRow = Pick<Entry, '_id' | 'type' | 'amount' | 'date' | 'category'> & {
  title: string | null;
  categoryId?: string | undefined;
  parts?: Entry['parts'] | undefined;
  note?: string | null | undefined;
};

export type SavedFieldName = 'title' | 'amount' | 'date' | 'category' | 'note';
type Changes = Omit<CallInput<'updateTransaction'>, 'transactionId' | 'receipt'>;

const CHANGED = 'Changed just now';

type Options = {
  entry: UnfoldedRow;
  name: SavedFieldName;
  /** The text of the field of an entry. */
  textOf: (entry: UnfoldedRow) => string;
  /** The change that a text is, or why it is none. */
  changeOf: (text: string) => Changes | { error: string };
};

/**
 * A field of an entry that is saved when it is left, as a change of its own that can be undone (product 9.7). A text
 * that could not be saved stays, with its error. Where somebody has changed the field since it was shown, it says so
 * once, and only Enter saves over it; where nothing is typed the new value is shown, with a hint.
 */
export function useSavedField({ entry, name, textOf, changeOf }: Options) {
  const stored = textOf(entry);
  const [shown, setShown] = useState({
    stored,
    typed: stored,
    error: undefined as string | undefined,
    isFromElsewhere: false,
  });
  /** The text that the server had when it was shown or saved last. */
  const base = useRef(stored);
  const isTold = useRef(false);
  /** Whether the next text of the server is what was saved here, perhaps written otherwise. */
  const isSaved = useRef(false);
  const saving = useRef(Promise.resolve(true));
  const options = { failed: 'Failed to save the changes. Please try again.', saved: 'Changes saved' };
  const ofTransaction = useFormCommand('updateTransaction', options);
  const ofTransfer = useFormCommand('updateTransfer', options);
  if (shown.stored !== stored) {
    const isUntouched = shown.typed === base.current;
    const isOwn = isSaved.current || stored === base.current;
    isSaved.current = false;
    if (isUntouched) base.current = stored;
    setShown({ ...shown, stored, isFromElsewhere: isUntouched && !isOwn, ...(isUntouched && { typed: stored }) });
  }

  const say = (error: string | undefined) => setShown((before) => ({ ...before, error }));

  function type(typed: string) {
    setShown((before) => ({ ...before, typed, error: undefined, isFromElsewhere: false }));
  }

  /**
   * Saves a text, after what is being saved: the last one stays. Resolves to true where there is nothing left to save.
   * `isSure` saves over a change that was told.
   */
  function save(typed: string, isSure: boolean): Promise<boolean> {
    saving.current = saving.current.then(() => saveNow(typed, isSure));
    return saving.current;
  }

  async function saveNow(typed: string, isSure: boolean): Promise<boolean> {
    if (typed === base.current) {
      say(undefined);
      return true;
    }
    const change = changeOf(typed);
    if ('error' in change) {
      say(change.error);
      return false;
    }
    if (!(isSure && isTold.current)) {
      const now = await call('getEntry', { id: entry._id });
      if (!now.ok) {
        say(formProblemMessage(now.problem));
        return false;
      }
      const elsewhere = textOf(now.data.entry);
      if (elsewhere !== base.current && elsewhere !== typed) {
        isTold.current = true;
        say(`Changed elsewhere to “${elsewhere}”. Press Enter to save yours instead.`);
        return false;
      }
    }
    const onFailed = (problem: Parameters<typeof formProblemMessage>[0]) => {
      say(problem.errors?.[name] ?? (problem.errors ? problemMessage(problem) : formProblemMessage(problem)));
      return true;
    };
    isSaved.current = true;
    const isDone =
      entry.type === 'Transfer'
        ? await ofTransfer.send({ transferId: entry._id, ...change } as CallInput<'updateTransfer'>, { onFailed })
        : await ofTransaction.send({ transactionId: entry._id, ...change }, { onFailed });
    if (!isDone) {
      isSaved.current = false;
      return false;
    }
    base.current = typed;
    isTold.current = false;
    say(undefined);
    return true;
  }

  const hint = shown.isFromElsewhere ? CHANGED : undefined;
  return { typed: shown.typed, error: shown.error, hint, type, save, reset: () => type(base.current) };
}
