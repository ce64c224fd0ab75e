import { Dialog as Radix } from 'radix-ui';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { CallInput } from '#contract/calls.ts';
import { useUser } from '../../../server/user.ts';
import { countWords } from '../../../shared/entries/count-words.ts';
import { offerAlways } from '../../../shared/undo/offer-always.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorText } from '../../../ui/fields.tsx';
import { LoadError, ProgressLine } from '../../../ui/loading.tsx';
import { formatSigned } from '../../../ui/money.ts';
import { DIALOG_BUTTONS } from '../../../ui/overlay.ts';
import { type BulkField, BulkValue, type TypedChange } from './bulk-fields.tsx';
import { BulkPreviewLines } from './bulk-preview.tsx';
import { type BulkProgress, useBulk } from './use-bulk.ts';
import type { BulkEntries } from './use-selecting.tsx';

/** The question, and the entries that it is about. */
export type BulkQuestion = { what: BulkField | 'delete'; entries: BulkEntries };

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  question: BulkQuestion | null;
  /** Runs after the entries are changed. */
  onDone: () => void;
  /** The element that gets the focus if the bar is gone. */
  focusInstead: () => HTMLElement | null;
};

const TITLES: Readonly<Record<BulkQuestion['what'], string>> = {
  category: 'Change the category',
  account: 'Move to an account',
  wallet: 'Change how it was paid',
  date: 'Change the date',
  title: 'Change the title',
  tags: 'Change the tags',
  delete: 'Are you absolutely sure?',
};

/** Dialog that changes a field of many entries, or deletes them, with what that would do in place (product 9.7). */
export function BulkDialog({ open, onOpenChange, question, onDone, focusInstead }: Props) {
  const { currency } = useUser();
  if (!question) return null;
  const { what, entries } = question;
  const count = countWords(entries.count);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      focusInstead={focusInstead}
      title={TITLES[what]}
      description={
        what === 'delete'
          ? `This will delete ${count}, net ${formatSigned(entries.net, currency)}. You can undo it in History.`
          : `Selected: ${count}.`
      }
    >
      <BulkForm
        question={question}
        onDone={() => {
          onOpenChange(false);
          onDone();
        }}
      />
    </Dialog>
  );
}

const NOT_TYPED: TypedChange = { change: null };

function BulkForm({ question: { what, entries }, onDone }: Pick<Props, 'onDone'> & { question: BulkQuestion }) {
  const [typed, setTyped] = useState(NOT_TYPED);
  const [isSubmitted, setSubmitted] = useState(false);
  const isDeletion = what === 'delete';
  const { preview, isCurrent, failure, retry, apply, pending, progress, problem } = useBulk(
    inputOf(entries, isDeletion, typed),
    onDone,
    () => offerRule(entries, typed),
  );
  const verb = isDeletion ? 'Delete' : 'Change';
  const isRefused = failure?.code === 'invalid' || failure?.code === 'query_too_slow';
  const isTyped = isDeletion || typed.change !== null;

  // Enter that comes before the preview waits for it.
  useEffect(() => {
    if (!isSubmitted || !isCurrent) return;
    setSubmitted(false);
    if (preview && preview.changed > 0) void apply();
  }, [isSubmitted, isCurrent, preview, apply]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setSubmitted(isTyped);
  }

  return (
    <form noValidate className="mt-5" onSubmit={submit}>
      {what !== 'delete' && (
        <div className="grid gap-4 pb-5">
          <BulkValue
            field={what}
            error={typed.error}
            onChange={(change) => {
              setSubmitted(false);
              setTyped(change);
            }}
          />
        </div>
      )}
      {isTyped && !failure && (
        <div aria-busy={!isCurrent} className="border-b border-rule-strong pb-2">
          <div className="h-[3px]">{!isCurrent && <ProgressLine />}</div>
          <BulkPreviewLines preview={preview} isDeletion={isDeletion} />
        </div>
      )}
      {failure && !isRefused && <LoadError problem={failure} retry={retry} />}
      <p role="status" className="sr-only">
        {isTyped && isCurrent && preview ? announced(preview, isDeletion) : ''}
      </p>
      {progress && <ProgressOf progress={progress} />}
      <div className="mt-3">
        <ErrorText id="bulk-problem" error={problem ?? (isRefused ? refusalOf(failure) : undefined)} />
      </div>
      <div className={`${DIALOG_BUTTONS} mt-3`}>
        <Radix.Close asChild>
          <Button kind="quiet" {...(isDeletion && { 'data-initial-focus': '' })}>
            {pending ? 'Close' : 'Cancel'}
          </Button>
        </Radix.Close>
        <Button
          type="submit"
          kind={isDeletion ? 'danger-fill' : 'primary'}
          pending={pending}
          disabled={!isTyped || !preview || preview.changed === 0 || (!isCurrent && !pending)}
        >
          {isTyped && preview ? `${verb} ${countWords(preview.changed)}` : verb}
        </Button>
      </div>
    </form>
  );
}

function inputOf({ select }: BulkEntries, isDeletion: boolean, { change }: TypedChange): CallInput<'bulk'> | null {
  if (isDeletion) return { select, delete: true };
  return change && { select, change };
}

/** Offers the rule that does the same, where a query has selected the entries and a rule can. */
function offerRule({ q }: BulkEntries, { change }: TypedChange): void {
  const { category, title, addTags: tags } = change ?? {};
  if (q.trim() === '' || !(category || title || tags)) return;
  offerAlways({ when: q, ...(category && { category }), ...(title && { title }), ...(tags && { tags }) });
}

function refusalOf(failure: { title: string; errors?: Record<string, string> | undefined }): string {
  return Object.values(failure.errors ?? {})[0] ?? failure.title;
}

type Counts = { changed: number; unchanged: number; skippedCount: number };

function announced({ changed, unchanged, skippedCount }: Counts, isDeletion: boolean): string {
  return [
    `${countWords(changed)} would be ${isDeletion ? 'deleted' : 'changed'}`,
    unchanged > 0 ? `${countWords(unchanged)} unchanged` : '',
    skippedCount > 0 ? `${countWords(skippedCount)} left out` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function ProgressOf({ progress: { done, total } }: { progress: BulkProgress }) {
  const percent = Math.min(Math.floor((done * 100) / total), 100);
  return (
    <div className="mt-4">
      <div
        role="progressbar"
        aria-label="Change"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 bg-rule forced-colors:border"
      >
        <div
          className="h-full bg-accent transition-[width] duration-(--slow) forced-colors:forced-color-adjust-none"
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="mt-2 text-small text-ink-muted">
        {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')}. You can leave this page.
      </p>
    </div>
  );
}
