import { type Cents, decimalOf, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { plainNumerals } from './numerals.ts';

export type DecimalMark = '.' | ',';

/** Codes of currencies of the past that files still have. */
const FORMER_CODES = 'ATS BEF BGN DEM EEK ESP FRF GRD HRK ITL LTL LVL NLG PTE SKK TRL';
/** The codes of currencies that can stand beside an amount. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('currency'),
  ...FORMER_CODES.split(' '),
]);
/** Signs of currencies in letters, in upper case. */
const LOCAL_SIGNS =
  'ZŁ=PLN ZL=PLN KČ=CZK KC=CZK FT=HUF LEI=RON EURO=EUR SFR=CHF FR=CHF FS=CHF TL=TRY ЛВ=BGN ЛЕВА=BGN РУБ=RUB Р=RUB ' +
  'KN=HRK ДИН=RSD DIN=RSD ДЕН=MKD KM=BAM ГРН=UAH СОМ=KGS ТГ=KZT LEK=ALL RP=IDR RM=MYR NT=TWD BAHT=THB บาท=THB ' +
  'KSH=KES KSHS=KES TSH=TZS USH=UGX BIRR=ETB GH=GHS FCFA=XOF CFA=XOF DH=MAD DHS=AED TK=BDT RS=INR BS=BOB GS=PYG ' +
  '元=CNY 円=JPY 원=KRW FRW=RWF KZ=AOA MT=MZN RMB=CNY R=ZAR Q=GTQ SR=SAR QR=QAR KD=KWD BD=BHD Đ=VND';
/** The signs that several currencies share: they stand for any of them. */
export const DOLLAR = '$';
const CROWN = 'kr';
/** Signs that one currency alone has. */
const OWN_SIGNS =
  '€=EUR £=GBP ¥=JPY ￥=JPY ' +
  '₹=INR ₽=RUB ₺=TRY ₴=UAH ₪=ILS ₩=KRW ₫=VND ฿=THB ₱=PHP ₦=NGN ₵=GHS ₡=CRC ₲=PYG ₸=KZT ₾=GEL ₼=AZN ' +
  '֏=AMD ៛=KHR ₭=LAK ₮=MNT ৳=BDT';

function codesBySign(signs: string): [sign: string, code: string][] {
  return signs.split(' ').map((each) => each.split('=') as [string, string]);
}

const CURRENCY_WORDS: ReadonlyMap<string, string | null> = new Map<string, string | null>([
  ...[...CURRENCY_CODES].map((code): [string, string] => [code, code]),
  ...codesBySign(LOCAL_SIGNS),
  ['KR', CROWN],
  ['L', null],
]);
const SYMBOLS: Readonly<Record<string, string>> = Object.fromEntries(codesBySign(OWN_SIGNS));

/** The currency of the letters before a dollar sign, as in `A$` and `US$`, and before other signs. */
const LETTERED_SIGNS: ReadonlyMap<string, string> = new Map(
  codesBySign(
    'R$=BRL A$=AUD AU$=AUD AUD$=AUD US$=USD USD$=USD U$S=USD C$=CAD CA$=CAD CAD$=CAD NZ$=NZD NZD$=NZD S$=SGD SG$=SGD ' +
      'HK$=HKD NT$=TWD MX$=MXN MXN$=MXN AR$=ARS CL$=CLP CLP$=CLP CO$=COP COL$=COP UY$=UYU $U=UYU J$=JMD TT$=TTD ' +
      'BZ$=BZD B$=BND T$=TOP N$=NAD EC$=XCD F$=FJD FJ$=FJD WS$=WST SI$=SBD L$=LRD RD$=DOP Z$=ZWL G$=GYD ' +
      'BDS$=BBD CN¥=CNY JP¥=JPY S/=PEN B/=PAB E£=EGP LE£=EGP GH₵=GHS',
  ),
);
const LETTERED_SIGN = /(?<!\p{L})(?:\p{L}{1,3}\s?[$¥£₵]S?|\$U|[SB]\/)\.?(?!\p{L})/iu;

const DEBIT_WORDS = new Set(['DR', 'D', 'DB', 'DEBIT', 'SOLL', 'S']);
const CREDIT_WORDS = new Set(['CR', 'C', 'CREDIT', 'HABEN', 'H', 'K']);

const CELL_CHARS_MAX = 48;
const SPACES = ' \\u00a0\\u2007\\u2009\\u202f';
const WHOLE = new RegExp(
  `^((?:\\p{L}\\.?|/\\.|[^\\d.,\\p{L}])*)(\\d[\\d.,'’${SPACES}]*|[.,]\\d+)((?:\\p{L}\\.?|[^\\d.,\\p{L}])*)$`,
  'u',
);
const SPACE_OR_APOSTROPHE = new RegExp(`['’${SPACES}]`, 'g');
const FAST = { '.': /^(-?)(\d{1,10})(?:\.(\d\d))?$/, ',': /^(-?)(\d{1,10})(?:,(\d\d))?$/ };
const MINUS = /[-−–‐‑‒]/;
const BESIDE_NUMBER = /[\p{Sc}\s()+'−–‐‑‒*-]/u;

type Parts = { isNegative: boolean; body: string; currency: string | null };

/** Takes a cell apart: its sign, digits with separators, and the currency beside it. Null if it is no amount. */
function partsOf(cell: string): Parts | null {
  if (cell.length > CELL_CHARS_MAX) return null;
  const [, head, digits, tail] = WHOLE.exec(plainNumerals(cell.trim())) ?? [];
  if (head === undefined || digits === undefined || tail === undefined) return null;
  let body = digits.trim();
  let after = tail;
  // As in `12.–` and `100,-`, where the dash stands for the decimals.
  if (/[.,]$/.test(body)) {
    body = body.slice(0, -1);
    if (MINUS.test(after[0] ?? '')) after = after.slice(1);
  }
  const before = besideNumber(head);
  const behind = besideNumber(after);
  if (!before || !behind) return null;
  const inParentheses = head.includes('(') && after.includes(')');
  if (!inParentheses && (head.includes('(') || after.includes(')'))) return null;
  if (before.minus + behind.minus > 1) return null;
  // The sign of a currency, as of old soles, stands right before the digits; a word for spent does not.
  const isSigned = before.minus + behind.minus === 1;
  const isNegative = inParentheses || isSigned || (before.isDebit && !/S$/i.test(head)) || behind.isDebit;
  return { isNegative, body, currency: before.currency ?? behind.currency };
}

type Beside = { minus: number; isDebit: boolean; currency: string | null };
const NOTHING: Beside = { minus: 0, isDebit: false, currency: null };

function besideNumber(text: string): Beside | null {
  if (text === '') return NOTHING;
  const beside = { minus: 0, isDebit: false, currency: null as string | null };
  const sign = LETTERED_SIGN.exec(text)?.[0] ?? '';
  const lettered = letteredCurrency(sign);
  if (lettered !== null) beside.currency = lettered;
  // Its letters would be a word for spent, as in the signs of Singapore's dollar and Peru's sol.
  for (const word of (lettered === null ? text : text.replace(sign, '')).match(/\p{L}+|[^\p{L}]/gu) ?? []) {
    const upper = word.toUpperCase();
    if (MINUS.test(word)) beside.minus += 1;
    else if (SYMBOLS[word]) beside.currency = SYMBOLS[word];
    else if (DEBIT_WORDS.has(upper)) beside.isDebit = true;
    else if (CURRENCY_WORDS.has(upper)) beside.currency = CURRENCY_WORDS.get(upper) ?? beside.currency;
    else if (!CREDIT_WORDS.has(upper) && word !== '.' && !BESIDE_NUMBER.test(word)) return null;
  }
  return beside;
}

/** The currency of a sign with letters, such as `S$`, or null if there is none. */
export function letteredCurrency(sign: string): string | null {
  return LETTERED_SIGNS.get(sign.replace(/[\s.]/g, '').toUpperCase()) ?? null;
}

/** The digits before and after the decimal mark, or null if separators stand where none can. */
function digitsOf(body: string, mark: DecimalMark): [units: string, decimals: string] | null {
  const text = body.replaceAll(SPACE_OR_APOSTROPHE, '');
  const decimalAt = decimalPlace(text, mark);
  const units = decimalAt < 0 ? text : text.slice(0, decimalAt);
  const decimals = decimalAt < 0 ? '' : text.slice(decimalAt + 1);
  if (/^\d*$/.test(units)) return [units, decimals];
  const separator = units.includes('.') ? '.' : ',';
  const groups = units.split(separator);
  const isGrouped =
    groups.every((group, index) =>
      (index === 0 ? /^\d{1,3}$/ : index === groups.length - 1 ? /^\d{3}$/ : /^\d{2,3}$/).test(group),
    ) && !(decimalAt >= 0 && text[decimalAt] === separator);
  return isGrouped ? [groups.join(''), decimals] : null;
}

/**
 * The index of the decimal mark, or -1. A single mark that can't separate thousands is decimal, whatever the column's
 * mark.
 */
function decimalPlace(text: string, mark: DecimalMark): number {
  const otherMark = mark === '.' ? ',' : '.';
  const lastMark = text.lastIndexOf(mark);
  const lastOther = text.lastIndexOf(otherMark);
  if (lastMark >= 0 && lastOther >= 0) return Math.max(lastMark, lastOther);
  if (lastMark >= 0) return text.indexOf(mark) === lastMark ? lastMark : -1;
  const isSingle = lastOther >= 0 && text.indexOf(otherMark) === lastOther;
  return isSingle && text.length - lastOther - 1 <= 2 ? lastOther : -1;
}

/**
 * Takes a cell and gives its amount in cents, or as text why it is none. It may have a currency, thousands, a sign
 * before or after, parentheses, and words such as CR and DR (product 11.10).
 */
export function readAmount(cell: string, mark: DecimalMark): Cents | string {
  const fast = FAST[mark].exec(cell);
  if (fast) {
    const cents = Number(`${fast[2]}${fast[3] ?? '00'}`);
    return (fast[1] === '-' && cents > 0 ? -cents : cents) as Cents;
  }
  const parts = partsOf(cell);
  const digits = parts && digitsOf(parts.body, mark);
  if (!digits) return `'${shown(cell)}' is no amount`;
  const units = digits[0].replace(/^0+/, '');
  const decimals = digits[1].replace(/0+$/, '');
  if (decimals.length > 2) return `'${shown(cell)}' has a fraction of a cent`;
  const cents = units.length > 12 ? Number.POSITIVE_INFINITY : Number(`${units}${decimals.padEnd(2, '0')}`);
  if (cents > LARGEST_AMOUNT) return `'${shown(cell)}' is more than ${decimalOf(LARGEST_AMOUNT)}`;
  return (parts.isNegative && cents > 0 ? -cents : cents) as Cents;
}

/** A cell as a message quotes it. */
export function shown(cell: string): string {
  const text = cell.trim();
  return (text.length > 40 ? `${text.slice(0, 39)}…` : text).toWellFormed();
}

/** Whether a cell is an amount by either decimal mark. Numbers with leading zeros are ids. */
export function looksLikeAmount(cell: string): boolean {
  const first = cell.charCodeAt(0);
  if (cell === '' || cell.length > CELL_CHARS_MAX || (first === 48 && /^0\d/.test(cell))) return false;
  const parts = partsOf(cell);
  return parts !== null && (digitsOf(parts.body, '.') !== null || digitsOf(parts.body, ',') !== null);
}

/** Whether a cell that is an amount also looks like money: with decimals, a sign or a currency, and not just digits. */
export function looksLikeMoney(cell: string): boolean {
  return /[.,]\d{1,2}\D*$|[.,]\d{3,8}$|^\s*[-+−‒(]|[-−‒]\s*$|\p{Sc}/u.test(cell) || currencyIn(cell) !== null;
}

/** The currency beside the amount of a cell, if any; `$` and `kr` stand for several currencies. */
export function currencyIn(cell: string): string | null {
  return partsOf(cell)?.currency ?? null;
}

/**
 * The decimal mark of a column as one of its cells shows it; 'both' where the cell fits both marks (`1.234`), null if
 * it shows none.
 */
export function markIn(cell: string): DecimalMark | 'both' | null {
  const digits = /\d[\d.,'’\s]*|[.,]\d+/.exec(cell)?.[0];
  if (digits === undefined) return null;
  const text = digits.replaceAll(SPACE_OR_APOSTROPHE, '').replace(/[.,]$/, '');
  const dot = text.lastIndexOf('.');
  const comma = text.lastIndexOf(',');
  if (dot < 0 && comma < 0) return null;
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ',';
  const mark = dot >= 0 ? '.' : ',';
  const position = Math.max(dot, comma);
  if (text.indexOf(mark) !== position) return mark === '.' ? ',' : '.';
  const canBeThousands = text.length - position === 4 && position >= 1 && position <= 3 && text[0] !== '0';
  return canBeThousands ? 'both' : mark;
}
