import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { CallData } from '#contract/calls.ts';
import { useUser } from '../../server/user.ts';
import { FieldValue } from '../../shared/undo/field-value.tsx';
import { fieldLabel } from '../../shared/undo/field-words.ts';
import { formatDay } from '../../ui/day.ts';
import { LoadError, ProgressLine } from '../../ui/loading.tsx';
import { formatMoney } from '../../ui/money.ts';

export type DryRunPreview = CallData<'previewRules'>;

/** The number of kept entries in the list. */
const SHOWN_MAX = 12;

type Props = {
  preview: UseQueryResult<DryRunPreview>;
  /** Whether the answer is about the present values of the form. */
  isCurrent: boolean;
};

/** The effect of rules on the entries as they are: the changes by entry, and the fields that stay, with the reasons. */
export function DryRun({ preview: { data, error, isError, refetch }, isCurrent }: Props) {
  if (isError && !data)
    return error.problem.code === 'invalid' ? null : <LoadError problem={error.problem} retry={refetch} />;
  return (
    <div aria-busy={!isCurrent}>
      <div className="h-[3px]">{!isCurrent && <ProgressLine />}</div>
      <p role="status" className="mt-2 mb-3 text-small">
        {data && isCurrent ? dryRunWords(data.count) : 'Looking at what it would do…'}
      </p>
      {data && (
        <>
          {data.changes.length > 0 && (
            <ul aria-label="What would change" className="border-t border-rule-strong">
              {byEntry(data.changes)
                .slice(0, SHOWN_MAX)
                .map(([first, ...more]) => first && <Changed key={first.entry} changes={[first, ...more]} />)}
            </ul>
          )}
          <More data={data} />
          {data.kept.length > 0 && <Kept {...data} />}
        </>
      )}
    </div>
  );
}

/** The words for a number of entries that would change. */
export function dryRunWords(count: number): string {
  if (count === 0) return 'No entry would change.';
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'} would change.`;
}

type Change = DryRunPreview['changes'][number];

/** The changes of each entry, in their order. */
const byEntry = (changes: readonly Change[]): Change[][] => [...Map.groupBy(changes, ({ entry }) => entry).values()];

function Changed({ changes }: { changes: [Change, ...Change[]] }) {
  const [{ entry, title, date, amount }] = changes;
  const { currency } = useUser();
  return (
    <li className="border-b border-rule py-[0.55rem]">
      <p className="flex flex-wrap items-baseline justify-end gap-x-3">
        <Link
          className="min-w-32 flex-1 wrap-anywhere underline-offset-[0.22em] hover:underline"
          to={`/transactions/${entry}`}
        >
          {title ?? 'Transfer'}
        </Link>
        <span className="text-small whitespace-nowrap text-ink-muted">{formatDay(date).long}</span>
        <span className="whitespace-nowrap">{formatMoney(amount, currency)}</span>
      </p>
      {changes.map((change) => (
        <FieldLine key={change.field} {...change} />
      ))}
    </li>
  );
}

function FieldLine({ field, now, then }: Change) {
  return (
    <span className="block text-small">
      <span className="note text-[1rem]">{fieldLabel(field)}</span>{' '}
      <FieldValue field={field} value={isNone(now) ? null : now} /> <span className="text-ink-muted">becomes</span>{' '}
      <b className="font-semibold">
        <FieldValue field={field} value={then} />
      </b>
    </span>
  );
}

const isNone = (value: unknown) => Array.isArray(value) && value.length === 0;

function More({ data: { count, changes } }: { data: DryRunPreview }) {
  const shown = Math.min(byEntry(changes).length, SHOWN_MAX);
  if (count <= shown) return null;
  return <p className="mt-2 text-small text-ink-muted">and {(count - shown).toLocaleString('en-US')} more</p>;
}

/** The fields that stay as they are, by the reason. */
function Kept({ kept, keptCount }: Pick<DryRunPreview, 'kept' | 'keptCount'>) {
  const reasons = [...Map.groupBy(kept, ({ field, reason }) => `${fieldLabel(field)}: ${reason}`)];
  return (
    <div className="mt-4 text-small">
      <p className="note text-[1.0625rem]">Stays as it is</p>
      <ul>
        {reasons.map(([words, some]) => (
          <li key={words} className="flex justify-between gap-4 border-b border-rule py-[0.35rem]">
            <span className="min-w-0 wrap-anywhere">{words}</span>
            <span className="text-ink-muted">
              {new Set(some.map(({ entry }) => entry)).size.toLocaleString('en-US')}
            </span>
          </li>
        ))}
      </ul>
      {keptCount > kept.length && (
        <p className="mt-1 text-ink-muted">of {keptCount.toLocaleString('en-US')} that stay</p>
      )}
    </div>
  );
}
