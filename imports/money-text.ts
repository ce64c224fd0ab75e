import type { Cents } from '#ledger/model/money.ts';
import { plainCents } from './fields.ts';

const NUMBER = /(?:\d|(?<![\d\p{L}])[.,](?=\d))(?:[\d.,'’ \u00a0\u202f]*\d)?/u;

/**
 * The decimal mark of amounts written by one program: the last mark of one that has both, else the mark before one or
 * two last digits; a point where nothing tells.
 */
export function decimalMarkOf(texts: Iterable<string>): '.' | ',' {
  for (const text of texts) {
    const number = NUMBER.exec(text)?.[0] ?? '';
    const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
    const mark = number[last] as '.' | ',';
    if (last < 0 || number.indexOf(mark) !== last) continue;
    if (number.length - last - 1 !== 3 || number.includes(mark === '.' ? ',' : '.')) return mark;
  }
  return '.';
}

/**
 * Takes an amount with or without a currency's sign, thousands and a sign on either side or parentheses (`-$1,234.50`,
 * `1.234,50 €-`) and gives it in cents, never through a float, or null if it is none or has a fraction of a cent.
 */
export function moneyCents(text: string, mark: '.' | ','): Cents | null {
  const match = NUMBER.exec(text);
  if (!match) return null;
  const around = text.slice(0, match.index) + text.slice(match.index + match[0].length);
  if (/\d/.test(around)) return null;
  const digits = match[0].replaceAll(mark === '.' ? /[,'’\s]/g : /[.'’\s]/g, '');
  const isNegative = /[-−–]/.test(around) || /^\s*\(.*\)\s*$/.test(text);
  return plainCents(`${isNegative ? '-' : ''}${digits}`, mark);
}
