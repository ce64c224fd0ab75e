import { useId, useState } from 'react';
import type { ImportMapping, ImportPreview } from '#contract/import-calls.ts';
import { useUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorText, FormField, Select } from '../../ui/fields.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { formatMoney, formatSigned } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { FileOfColumns } from './file-of-columns.tsx';
import { mapColumns, refuseColumns, useImport } from './import-store.ts';
import { mappingFile } from './mapping-file.ts';
import { Notation } from './notation.tsx';
import { type ColumnRole, ROLES, type RolesOfColumns, roleColumns, rolesInMapping, withRole } from './roles.ts';

type Read = NonNullable<ImportPreview['mapping']>;

const CHEVRON = [
  'ml-2 inline-block text-ink-muted transition-transform',
  'group-hover/columns:text-ink group-aria-expanded/columns:rotate-180',
].join(' ');

/** Form for the roles of the columns of a CSV file. */
export function ColumnsSection({ mapping, format }: { mapping: Read; format: ImportPreview['format'] }) {
  const [open, setOpen] = useState(false);
  const formId = useId();
  return (
    <PageSection margin={<h2 className="note">Columns</h2>}>
      <button
        type="button"
        className="group/columns touch:min-h-9"
        aria-expanded={open}
        aria-controls={open ? formId : undefined}
        onClick={() => setOpen(!open)}
      >
        How the columns are read
        <ChevronIcon className={CHEVRON} />
      </button>
      {open && (
        <div id={formId} className="mt-5">
          {mapping.because && <p className="note mb-4">{mapping.because}.</p>}
          <ColumnsForm mapping={mapping} format={format} />
        </div>
      )}
    </PageSection>
  );
}

/** Settings that are found anew in each file, unless the user has set them. */
const FOUND = ['encoding', 'year', 'unit', 'headerLine', 'notBookedWords', 'thousandsMark', 'negated'] as const;

/** The mapping as it is sent: without the fields for the screen, and without found settings that nobody has set. */
function toSend(read: Read, given: ImportMapping | null): ImportMapping {
  const { samples: _, because: _because, sum: _sum, lastBalance: _balance, ...mapping } = read;
  const sent: ImportMapping = { ...mapping };
  for (const name of FOUND) if (given?.[name] === undefined) delete sent[name];
  return sent;
}

/** The table of the file's first rows, a role above each column. A change reads the file again at once. */
function ColumnsForm({ mapping, format }: { mapping: Read; format: ImportPreview['format'] }) {
  const { samples } = mapping;
  const given = useImport((state) => state.mapping);
  const [read, setRead] = useState(mapping);
  const [draft, setDraft] = useState(() => toSend(mapping, given));
  const [roles, setRoles] = useState(() => rolesInMapping(mapping.columns, samples));
  const error = useImport((state) => state.columnsError);
  if (read !== mapping) {
    // The file was read again. The form stays, and so does the focus.
    setRead(mapping);
    setDraft(toSend(mapping, given));
    setRoles(rolesInMapping(mapping.columns, samples));
  }

  function apply(fields: Partial<ImportMapping>, newRoles: RolesOfColumns = roles, isTyped = false) {
    const columns = roleColumns(newRoles, mapping.columns);
    const next = { ...draft, ...fields };
    setDraft(next);
    setRoles(newRoles);
    if (typeof columns === 'string') refuseColumns(columns);
    else mapColumns({ ...next, columns }, isTyped);
  }

  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <ColumnsTable
        samples={samples}
        roles={roles}
        negated={draft.negated ?? []}
        onRole={(column, role) => apply({}, withRole(roles, column, role))}
        onNegated={(negated) => apply({ negated })}
      />
      <ErrorText id="columns-error" error={error ?? undefined} />
      <Sums mapping={mapping} />
      <Notation
        read={mapping}
        draft={draft}
        isText={format === 'csv'}
        hasStatus={[...roles.values()].includes('status')}
        onChange={(fields, isTyped) => apply(fields, roles, isTyped)}
      />
      <div className="mt-6 flex flex-wrap items-start gap-x-6 gap-y-3">
        <Button onClick={() => saveFile('columns.json', new Blob([mappingFile(toSend(mapping, given), samples)]))}>
          Save the columns as a file
        </Button>
        <FileOfColumns samples={samples} onRead={(from) => mapColumns(from)} />
      </div>
    </form>
  );
}

/** The sum of the booked rows, and the last balance, as the columns are read now. */
function Sums({ mapping: { sum, lastBalance } }: { mapping: Read }) {
  const { currency } = useUser();
  const isReading = useImport((state) => state.isReading);
  return (
    <p role="status" className="mt-4 flex flex-wrap gap-x-8" aria-busy={isReading}>
      <span>
        All rows together <b className="ml-2 font-semibold tabular-nums">{formatSigned(sum, currency)}</b>
      </span>
      {lastBalance !== null && (
        <span>
          Last balance <b className="ml-2 font-semibold tabular-nums">{formatMoney(lastBalance, currency)}</b>
        </span>
      )}
    </p>
  );
}

/** Roles of columns with amounts, whose signs can be turned. */
const OF_MONEY: readonly ColumnRole[] = ['amount', 'debit', 'credit', 'balance', 'fee'];

const SIGNS = 'mt-2 flex cursor-pointer items-center gap-2 font-normal text-ink-muted touch:min-h-11';

type TableProps = {
  samples: Read['samples'];
  roles: RolesOfColumns;
  negated: readonly number[];
  onRole: (column: number, role: ColumnRole | '') => void;
  onNegated: (negated: number[]) => void;
};

function ColumnsTable({ samples, roles, negated, onRole, onNegated }: TableProps) {
  const isOfMoney = (column: number) => OF_MONEY.includes(roles.get(column) as ColumnRole);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll a wide table, too.
    <section className="relative overflow-x-auto" aria-label="Columns of the file" tabIndex={0}>
      <table className="min-w-full text-small">
        <thead>
          <tr>
            {samples.map(({ column, header }) => (
              <th
                key={column}
                scope="col"
                className="min-w-36 border-b border-rule-strong pr-4 pb-3 text-left align-top"
              >
                <span className="mb-2 block truncate font-normal text-ink-muted">
                  {header || `Column ${column + 1}`}
                </span>
                <FormField label={`Column ${column + 1}, ${header || 'without a name'}`} hiddenLabel error={undefined}>
                  {(props) => (
                    <Select
                      {...props}
                      value={roles.get(column) ?? ''}
                      onChange={({ target }) => onRole(column, target.value as ColumnRole | '')}
                    >
                      <option value="">Not read</option>
                      {ROLES.map(({ role, name }) => (
                        <option key={role} value={role}>
                          {name}
                        </option>
                      ))}
                    </Select>
                  )}
                </FormField>
                {isOfMoney(column) && (
                  <label className={SIGNS}>
                    <input
                      type="checkbox"
                      className="size-4 accent-accent"
                      checked={negated.includes(column)}
                      onChange={({ target }) =>
                        onNegated(target.checked ? [...negated, column] : negated.filter((one) => one !== column))
                      }
                    />
                    Signs turned
                  </label>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: Math.max(0, ...samples.map(({ cells }) => cells.length)) }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the samples of a preview never change their order.
            <tr key={line}>
              {samples.map(({ column, cells }) => (
                <td key={column} className="max-w-48 truncate border-b border-rule py-[0.35rem] pr-4">
                  {cells[line]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
