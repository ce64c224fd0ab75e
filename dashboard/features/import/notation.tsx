import type { ReactNode } from 'react';
import type { ImportMapping } from '#contract/import-calls.ts';
import { Checkbox, FormField, Input, Select } from '../../ui/fields.tsx';

const DELIMITER_NAMES: Record<string, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' };
/** Encodings of banks, beside the found encoding. */
const ENCODINGS =
  'utf-8 utf-16le windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 ' +
  'windows-1257 windows-1258 iso-8859-1 iso-8859-2 iso-8859-5 iso-8859-7 iso-8859-9 iso-8859-15 macintosh shift_jis ' +
  'euc-kr gb18030 big5 koi8-r koi8-u';
const LINES_MAX = 1_000;
const [YEAR_MIN, YEAR_MAX] = [1900, 2199];

type Props = {
  /** The mapping by which the file was read, with the found settings. */
  read: ImportMapping;
  draft: ImportMapping;
  /** Whether the file is a text, with an encoding and a delimiter. */
  isText: boolean;
  hasStatus: boolean;
  onChange: (fields: Partial<ImportMapping>, isTyped?: boolean) => void;
};

/** How the values of a file are written, and which of its lines are rows. */
export function Notation({ read, draft, isText, hasStatus, onChange }: Props) {
  const { delimiter = ',', encoding = 'utf-8' } = { ...read, ...draft };
  return (
    <>
      <div className="mt-6 grid grid-cols-2 gap-x-5 gap-y-4 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
        {isText && (
          <>
            <Choice label="Separated by" value={delimiter} onChange={(value) => onChange({ delimiter: value })}>
              {[...new Set([...Object.keys(DELIMITER_NAMES), delimiter])].map((one) => (
                <option key={one} value={one}>
                  {DELIMITER_NAMES[one] ?? one}
                </option>
              ))}
            </Choice>
            <Choice label="Encoding" value={encoding} onChange={(value) => onChange({ encoding: value })}>
              {[...new Set([encoding, ...ENCODINGS.split(' ')])].map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Choice>
          </>
        )}
        <Choice
          label="Decimal mark"
          value={draft.decimalMark ?? '.'}
          onChange={(value) => onChange({ decimalMark: value === ',' ? ',' : '.' })}
        >
          <option value=".">Point</option>
          <option value=",">Comma</option>
        </Choice>
        <Choice
          label="Amounts in"
          value={draft.unit ?? read.unit ?? 'whole'}
          onChange={(value) => onChange({ unit: value === 'cents' ? 'cents' : 'whole' })}
        >
          <option value="whole">Whole units</option>
          <option value="cents">Cents</option>
        </Choice>
        <Choice
          label="Order of dates"
          value={draft.dateOrder ?? 'ymd'}
          onChange={(value) => onChange({ dateOrder: value as NonNullable<ImportMapping['dateOrder']> })}
        >
          <option value="ymd">Year, month, day</option>
          <option value="dmy">Day, month, year</option>
          <option value="mdy">Month, day, year</option>
        </Choice>
        {read.year !== undefined && (
          <NumberField
            label="Year of the last days"
            value={draft.year ?? read.year}
            min={YEAR_MIN}
            max={YEAR_MAX}
            onChange={(year) => onChange({ year }, true)}
          />
        )}
        <NumberField
          label="Header in line"
          value={draft.headerLine ?? read.headerLine ?? 0}
          max={LINES_MAX}
          onChange={(headerLine) => onChange({ headerLine, skipLines: Math.max(0, headerLine - 1) }, true)}
        />
        <NumberField
          label="Lines before"
          value={draft.skipLines ?? 0}
          max={LINES_MAX}
          onChange={(skipLines) => onChange({ skipLines }, true)}
        />
        <NumberField
          label="Lines after"
          value={draft.skipLastLines ?? 0}
          max={LINES_MAX}
          onChange={(skipLastLines) => onChange({ skipLastLines }, true)}
        />
        <FormField label="Thousands mark" error={undefined}>
          {(props) => (
            <Input
              {...props}
              maxLength={1}
              placeholder="As found"
              value={draft.thousandsMark ?? ''}
              onChange={({ target: { value } }) => onChange({ thousandsMark: value === '' ? undefined : value }, true)}
            />
          )}
        </FormField>
        {hasStatus && <NotBookedWords words={draft.notBookedWords ?? read.notBookedWords ?? []} onChange={onChange} />}
      </div>
      <div className="mt-4">
        <Checkbox
          label="What was spent stands without a minus"
          checked={draft.negate ?? false}
          onChange={(negate) => onChange({ negate })}
        />
      </div>
    </>
  );
}

type WordsProps = { words: readonly string[]; onChange: Props['onChange'] };

/** The words of lines that the bank has not booked, with commas between. */
function NotBookedWords({ words, onChange }: WordsProps) {
  return (
    <FormField label="Words for not booked" error={undefined}>
      {(props) => (
        <Input
          {...props}
          defaultValue={words.join(', ')}
          onChange={({ target }) => {
            const typed = target.value.split(',').map((word) => word.trim());
            onChange({ notBookedWords: typed.filter((word) => word !== '').slice(0, 20) }, true);
          }}
        />
      )}
    </FormField>
  );
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode };

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <FormField label={label} error={undefined}>
      {(props) => (
        <Select {...props} value={value} onChange={({ target }) => onChange(target.value)}>
          {children}
        </Select>
      )}
    </FormField>
  );
}

type NumberProps = { label: string; value: number; min?: number; max: number; onChange: (value: number) => void };

/** Field for a whole number. A number beyond the limits is not applied. */
function NumberField({ label, value, min = 0, max, onChange }: NumberProps) {
  return (
    <FormField label={label} error={undefined}>
      {(props) => (
        <Input
          {...props}
          key={value}
          type="number"
          min={min}
          max={max}
          defaultValue={value}
          onChange={({ target }) => {
            const typed = Number(target.value);
            if (target.value !== '' && Number.isInteger(typed) && typed >= min && typed <= max) onChange(typed);
          }}
        />
      )}
    </FormField>
  );
}
