import { useId, useState } from 'react';
import type { ImportMapping, ImportPreview } from '#contract/import-calls.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, ErrorText, Field, Input, Select } from '../../ui/fields.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { PageSection } from '../../ui/page.tsx';
import { mapColumns, useImport } from './import-store.ts';
import { type ColumnRole, columnsOf, ROLES, rolesOf } from './roles.ts';

type Read = NonNullable<ImportPreview['mapping']>;

const CHEVRON = [
  'ml-2 inline-block text-ink-muted transition-transform',
  'group-hover/columns:text-ink group-aria-expanded/columns:rotate-180',
].join(' ');

/** Form for the roles of the columns of a CSV file. */
export function ColumnsSection({ mapping }: { mapping: Read }) {
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
          <ColumnsForm mapping={mapping} />
        </div>
      )}
    </PageSection>
  );
}

const DELIMITERS = [',', ';', '\t', '|'];
const DELIMITER_NAMES: Record<string, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' };

/** The mapping without its samples and its reason, as it is sent. */
const withoutSamples = ({ samples: _, because: _because, ...mapping }: Read) => mapping as ImportMapping;

function ColumnsForm({ mapping }: { mapping: Read }) {
  const { samples } = mapping;
  const [read, setRead] = useState(mapping);
  const [draft, setDraft] = useState(() => withoutSamples(mapping));
  const [roles, setRoles] = useState(() => rolesOf(mapping.columns, samples));
  if (read !== mapping) {
    // The file was read again. The form stays, and so does the focus.
    setRead(mapping);
    setDraft(withoutSamples(mapping));
    setRoles(rolesOf(mapping.columns, samples));
  }
  const [error, setError] = useState<string>();
  const isReading = useImport((state) => state.isReading);
  const errorId = useId();
  const change = (fields: Partial<ImportMapping>) => setDraft({ ...draft, ...fields });

  function apply() {
    const columns = columnsOf(roles);
    if (typeof columns === 'string') return setError(columns);
    setError(undefined);
    mapColumns({ ...draft, columns });
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll a wide table, too. */}
      <section className="relative overflow-x-auto" aria-label="Columns of the file" tabIndex={0}>
        <table className="min-w-full text-small">
          <thead>
            <tr>
              {samples.map(({ column, header }) => (
                <th
                  key={column}
                  scope="col"
                  className="min-w-36 border-b border-rule-strong pr-4 pb-3 text-left align-bottom"
                >
                  <span className="mb-2 block truncate font-normal text-ink-muted">
                    {header || `Column ${column + 1}`}
                  </span>
                  <Field label={`Column ${column + 1}, ${header || 'without a name'}`} hiddenLabel error={undefined}>
                    {(props) => (
                      <Select
                        {...props}
                        value={roles.get(column) ?? ''}
                        onChange={({ target }) => setRoles(new Map(roles).set(column, target.value as ColumnRole | ''))}
                      >
                        <option value="">Not read</option>
                        {ROLES.map(({ role, name }) => (
                          <option key={role} value={role}>
                            {name}
                          </option>
                        ))}
                      </Select>
                    )}
                  </Field>
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
      <div className="mt-6 grid grid-cols-2 gap-x-5 gap-y-4 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
        <Field label="Separated by" error={undefined}>
          {(props) => (
            <Select
              {...props}
              value={draft.delimiter ?? ''}
              onChange={({ target }) => change({ delimiter: target.value })}
            >
              {[...new Set([...DELIMITERS, draft.delimiter ?? ','])].map((delimiter) => (
                <option key={delimiter} value={delimiter}>
                  {DELIMITER_NAMES[delimiter] ?? delimiter}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Decimal mark" error={undefined}>
          {(props) => (
            <Select
              {...props}
              value={draft.decimalMark ?? '.'}
              onChange={({ target }) => change({ decimalMark: target.value === ',' ? ',' : '.' })}
            >
              <option value=".">Point</option>
              <option value=",">Comma</option>
            </Select>
          )}
        </Field>
        <Field label="Order of dates" error={undefined}>
          {(props) => (
            <Select
              {...props}
              value={draft.dateOrder ?? 'ymd'}
              onChange={({ target }) => change({ dateOrder: target.value as NonNullable<ImportMapping['dateOrder']> })}
            >
              <option value="ymd">Year, month, day</option>
              <option value="dmy">Day, month, year</option>
              <option value="mdy">Month, day, year</option>
            </Select>
          )}
        </Field>
        <LinesField label="Lines before" lines={draft.skipLines} onChange={(skipLines) => change({ skipLines })} />
        <LinesField
          label="Lines after"
          lines={draft.skipLastLines}
          onChange={(skipLastLines) => change({ skipLastLines })}
        />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <Checkbox
          label="What was spent stands without a minus"
          checked={draft.negate ?? false}
          onChange={(negate) => change({ negate })}
        />
        <Button type="submit" pending={isReading} aria-describedby={errorId}>
          Apply
        </Button>
      </div>
      <ErrorText id={errorId} error={error} />
    </form>
  );
}

const LINES_MAX = 1000;

type LinesFieldProps = { label: string; lines: number | undefined; onChange: (lines: number) => void };

/** Field for a number of lines to skip. */
function LinesField({ label, lines = 0, onChange }: LinesFieldProps) {
  return (
    <Field label={label} error={undefined}>
      {(props) => (
        <Input
          {...props}
          type="number"
          min={0}
          max={LINES_MAX}
          value={lines}
          onChange={({ target }) => onChange(Math.min(LINES_MAX, Math.max(0, Math.trunc(Number(target.value)) || 0)))}
        />
      )}
    </Field>
  );
}
