/** The zeros of other numerals that banks write: Arabic, Persian, Devanagari, Bengali, Thai and full-width ones. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
/** Signs that stand beside such numerals, and their plain forms; the counters of Chinese, Japanese and Korean days. */
const SIGNS: Readonly<Record<string, string>> = {
  '٫': '.',
  '٬': ',',
  '．': '.',
  '，': ',',
  '／': '/',
  '－': '-',
  '＋': '+',
  '−': '-',
  '：': ':',
  年: '-',
  月: '-',
  日: '',
  년: '-',
  월: '-',
  일: '',
};
const OTHER = /[٠-٩۰-۹०-९০-৯๐-๙０-９٫٬．，／－＋：年月日년월일]/;
const EACH_OTHER = new RegExp(OTHER, 'gu');

/** A day or an amount with plain digits and signs in place of the digits of other scripts. */
export function plainNumerals(cell: string): string {
  if (!OTHER.test(cell)) return cell;
  return cell.replaceAll(EACH_OTHER, (sign) => SIGNS[sign] ?? digitOf(sign.codePointAt(0) ?? 0)).trim();
}

function digitOf(codePoint: number): string {
  const zero = ZEROS.find((first) => codePoint >= first && codePoint < first + 10);
  return zero === undefined ? String.fromCodePoint(codePoint) : String(codePoint - zero);
}

const MARKS_OF_DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const GUARD = /[='\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

/** Whether a line may have cells that `plainCell` changes. */
export function mayHaveGuards(line: string): boolean {
  return GUARD.test(line);
}

/**
 * A cell without what guards it in a spreadsheet (`="25.01.2026"`, `'=A1 Steak House`, `'30/12`), and without marks of
 * the direction of writing.
 */
export function plainCell(cell: string): string {
  const formula = /^="(.*)"$/s.exec(cell)?.[1];
  const bare = formula?.replaceAll('""', '"') ?? (/^'[=+\-@\d][^']*$/.test(cell) ? cell.slice(1) : cell);
  return bare.replaceAll(MARKS_OF_DIRECTION, '');
}
