import { useInfiniteQuery } from '@tanstack/react-query';
import type { FieldChange } from '#contract/ledger-calls.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { changeSetQuery } from '../../server/history-queries.ts';
import { useUser } from '../../server/user.ts';
import { useGoTo } from '../../shared/as-known/known-in-address.ts';
import { FieldValue } from '../../shared/undo/field-value.tsx';
import { fieldLabel, isShown, nameInWords } from '../../shared/undo/field-words.ts';
import { recordedDayAndTime } from '../../shared/undo/recorded.ts';
import { isUndoable } from '../../shared/undo/undoable.ts';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { changesByEntry } from './changes-by-entry.ts';
import { isRecorded, RecordedEntries } from './recorded-entries.tsx';
import { SameChanges } from './same-changes.tsx';

/**
 * Fields that a change-set changed, entry by entry, and of an import a table of its entries. Says which change-set it
 * takes back, or which one has taken it back.
 */
export function ChangeDetail({ id }: { id: string }) {
  const detail = useInfiniteQuery(changeSetQuery(id));
  const goTo = useGoTo();
  const user = useUser();
  if (detail.isPending) return <SkeletonBar width="12rem" />;
  if (detail.isLoadingError) return <LoadError problem={detail.error.problem} retry={detail.refetch} />;
  const { changeSet, rows, count } = detail.data;
  const all = changesByEntry(rows);
  const recorded = changeSet.kind === 'import' ? all.filter(isRecorded) : [];
  // The changes of a bulk have no names; its deletions have all values.
  const isBulk = changeSet.kind === 'bulk';
  const same = isBulk ? all.filter(({ entry, changes }) => nameInWords(entry, changes, user) === null) : [];
  const entries = all.filter((entry) => !recorded.includes(entry) && !same.includes(entry));
  return (
    <div className="grid gap-4">
      {same.length > 0 && <SameChanges changes={same.flatMap(({ changes }) => changes)} />}
      {recorded.length > 0 && <RecordedEntries entries={recorded} />}
      {entries.map(({ entry, changes }) => (
        <EntryChanges key={entry} entry={entry} changes={changes} named={all.length > 1} />
      ))}
      <NextPage list={detail} shown={rows.length} count={count} noun="fields" />
      {changeSet.undoes !== null && <Related id={changeSet.undoes} relation="Takes back what was recorded on" />}
      {changeSet.undoneBy !== null && <Related id={changeSet.undoneBy} relation="Undone on" />}
      <p>
        <button type="button" className="link text-small" onClick={() => goTo(String(changeSet.revision), '/')}>
          See the books as of this change
        </button>
      </p>
      {!isUndoable(changeSet.kind) && <p className="text-small text-ink-muted">{PROBLEMS.not_undoable.title}.</p>}
    </div>
  );
}

const HEAD = 'pb-1 text-left align-bottom text-label font-normal text-ink-muted';
const CELL = 'border-t border-rule py-[0.35rem] pr-4 text-left align-baseline font-normal last:pr-0';

type EntryProps = { entry: string; changes: readonly FieldChange[]; named: boolean };

/** Table of the fields of an entry before and after; one column where there was nothing before, or is nothing after. */
function EntryChanges({ entry, changes, named }: EntryProps) {
  const user = useUser();
  const shown = changes.filter(({ field }) => isShown(field, user));
  const name = nameInWords(entry, changes, user);
  const isMade = shown.every(({ before }) => before === null);
  const isGone = shown.every(({ after }) => after === null);
  return (
    <table className="w-full max-w-160 table-fixed text-small">
      <caption className={named ? 'pb-1 text-left font-semibold wrap-anywhere' : 'sr-only'}>
        {name ?? (shown.some(({ field }) => field === 'balance') ? 'Account balance' : 'What was recorded')}
      </caption>
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} w-34 max-sm:w-24`}>
            <span className="sr-only">Field</span>
          </th>
          {!isMade && (
            <th scope="col" className={HEAD}>
              Before
            </th>
          )}
          {!isGone && (
            <th scope="col" className={HEAD}>
              After
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row" className={`${CELL} text-ink-muted`}>
              {fieldLabel(field)}
            </th>
            {!isMade && (
              <td className={CELL}>
                <FieldValue field={field} value={before} />
              </td>
            )}
            {!isGone && (
              <td className={CELL}>
                <FieldValue field={field} value={after} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Line about the change-set that this one takes back, or that has taken this one back. */
function Related({ id, relation }: { id: string; relation: string }) {
  const { data: related } = useInfiniteQuery(changeSetQuery(id));
  if (!related) return null;
  return (
    <p className="text-small text-ink-muted">
      {relation} {recordedDayAndTime(related.changeSet)}.
    </p>
  );
}
