import type { FieldChange } from '#contract/ledger-calls.ts';
import { useUser } from '../../server/user.ts';
import { FieldValue } from '../../shared/undo/field-value.tsx';
import { fieldLabel, isShown } from '../../shared/undo/field-words.ts';

const HEAD = 'pb-1 text-left align-bottom text-label font-normal text-ink-muted';
const CELL = 'border-t border-rule py-[0.35rem] pr-4 max-sm:pr-2 text-left align-baseline font-normal last:pr-0';

/** Table of the changes of a bulk: those that are the same of several entries are one row, with how many they are. */
export function SameChanges({ changes }: { changes: readonly FieldChange[] }) {
  const user = useUser();
  const shown = changes.filter(({ field }) => isShown(field, user));
  const groups = Map.groupBy(shown, ({ field, before, after }) => JSON.stringify([field, before, after]));
  return (
    <table className="w-full max-w-160 table-fixed text-small">
      <caption className="sr-only">What was changed</caption>
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} w-34 max-sm:w-17`}>
            <span className="sr-only">Field</span>
          </th>
          <th scope="col" className={HEAD}>
            Before
          </th>
          <th scope="col" className={HEAD}>
            After
          </th>
          <th scope="col" className={`${HEAD} w-20 text-right max-sm:w-12`}>
            Entries
          </th>
        </tr>
      </thead>
      <tbody>
        {[...groups].map(([key, same]) =>
          same.slice(0, 1).map(({ field, before, after }) => (
            <tr key={key}>
              <th scope="row" className={`${CELL} text-ink-muted`}>
                {fieldLabel(field)}
              </th>
              <td className={CELL}>
                <FieldValue field={field} value={before} />
              </td>
              <td className={CELL}>
                <FieldValue field={field} value={after} />
              </td>
              <td className={`${CELL} text-right`}>{same.length.toLocaleString('en-US')}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
