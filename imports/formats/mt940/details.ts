import { oneLine } from '../../fields.ts';

/** The title and the counterparty in the `:86:` of an entry; '' where it has none. */
type Details = { title: string; counterparty: string };

/** SWIFT's lines have 65 characters at most; a full one goes on in the next without a space. */
const LINE_CHARACTERS = 65;
/** The same for the parts of the German structure. */
const PART_CHARACTERS = 27;

/** The code of the business, the character that divides the parts, and the first part: `166?00`. */
const STRUCTURED = /^(?:\d{3})?([?<>~^@|!#§])\d{2}/;
const CODES = new RegExp(
  '/(TRTP|IBAN|BBAN|BIC|NAME|REMI|EREF|IREF|PREF|KREF|MARF|CSID|CNTP|ORDP|BENM|ISDT|RTRN|PURP|ULTB|ULTD|' +
    'ULTC|ADDR|SVCL|TRCD|OCMT|CHGS|EXCH|CREF|BUSP)/',
  'g',
);
const SEPA = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)\+/;

/** Reads the lines of a `:86:` in one of the structures that banks use, or as plain text. */
export function detailsOf(lines: readonly string[]): Details {
  const joined = lines.join('').trimStart();
  const mark = STRUCTURED.exec(joined)?.[1];
  if (mark !== undefined) return germanDetails(joined, mark);
  if (joined.replace(CODES, '\n').startsWith('\n')) return codedDetails(joined);
  return { title: oneLine(unwrapped(lines, LINE_CHARACTERS)), counterparty: '' };
}

/** Joins lines: by nothing behind one that is full, else by a space. */
function unwrapped(lines: readonly string[], full: number): string {
  return lines.reduce((text, line, index) => {
    const isCut = (lines[index - 1] ?? '').length >= full;
    return index === 0 || isCut ? text + line : `${text} ${line}`;
  }, '');
}

/** `166?00GUTSCHRIFT?20SVWZ+Miete?32Name`: 00 is the kind, 20 to 29 and 60 to 63 the text, 32 and 33 the name. */
function germanDetails(text: string, mark: string): Details {
  const parts = text.split(mark).slice(1);
  const purpose: string[] = [];
  const name: string[] = [];
  let kind = '';
  // The text behind a mark without a number has that character in it.
  let into: string[] | null = null;
  for (const part of parts) {
    const number = /^\d{2}/.exec(part)?.[0];
    const value = part.slice(2);
    if (number === undefined) {
      const last = into?.pop();
      if (last !== undefined) into?.push(last + mark + part);
      continue;
    }
    into = /^(?:2\d|6[0-3])$/.test(number) ? purpose : /^3[23]$/.test(number) ? name : null;
    into?.push(value);
    if (number === '00') kind = value;
  }
  const whole = unwrapped(purpose, PART_CHARACTERS);
  return {
    title: oneLine(sepaPurpose(whole)) || oneLine(kind),
    counterparty: oneLine(unwrapped(name, PART_CHARACTERS)),
  };
}

/** The purpose in a text with SEPA's keywords (`SVWZ`); the whole text where it has none. */
function sepaPurpose(text: string): string {
  const pieces = text.split(SEPA);
  const index = pieces.indexOf('SVWZ');
  return index < 0 ? text : (pieces[index + 1] ?? '').trim() || text;
}

/** `/TRTP/SEPA OVERBOEKING/NAME/J. Jansen/REMI/Factuur 12`, as Dutch banks write. */
function codedDetails(text: string): Details {
  const values = new Map<string, string>();
  const pieces = text.split(CODES);
  for (let index = 1; index < pieces.length; index += 2) {
    const [code = '', value = ''] = [pieces[index], pieces[index + 1]];
    if (!values.has(code)) values.set(code, value);
  }
  const purpose = oneLine((values.get('REMI') ?? '').replace(/^\/?(?:USTD|STRD)\/\//, '').replace(/(?<!\/)\/+$/, ''));
  // Account, bank, name and city, divided by slashes.
  const [, , counterName] = (values.get('CNTP') ?? '').split('/');
  const name = oneLine(values.get('NAME') ?? counterName ?? '');
  const title = purpose || name || oneLine(values.get('TRTP') ?? '') || oneLine(text);
  return { title, counterparty: name };
}

/**
 * The lines of `:NS:` with a number before each, as German and Hungarian banks write: 01 to 14 are the text, 15 and 16
 * the name.
 */
export function numberedDetailsOf(lines: readonly string[]): Details {
  const text = (codes: RegExp) => lines.filter((line) => codes.test(line)).map((line) => line.slice(2));
  const title = oneLine(text(/^(?:0[1-9]|1[0-4])/).join(' '));
  return { title, counterparty: oneLine(unwrapped(text(/^1[56]/), PART_CHARACTERS)) };
}
