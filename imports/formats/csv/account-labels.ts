import { isIban } from '../../bank-fields.ts';
import { normalisedHeader } from './headers.ts';
import type { TableLine } from './syntax.ts';

/** Longest cell above the table that can name its account. */
const LABEL_CHARS_MAX = 80;
const ACCOUNT_LABEL = new RegExp(
  '^(?:account|iban|konto|kontonummer|rekening|rekeningnummer|compte|cuenta|conto|conta|rachunek|girokonto|' +
    'tagesgeld|tagesgeldkonto|numero (?:de |di )?(?:compte|cuenta|conto)|n compte)\\b',
);

function isShort(cell: string): boolean {
  return cell !== '' && cell.length <= LABEL_CHARS_MAX;
}

/**
 * Returns the account that lines above a table name: an IBAN, or a number beside or behind a word for account; the
 * empty string for none.
 */
export function accountIn(lines: readonly TableLine[]): string {
  const cells = lines.flatMap((line) => line.cells.map((cell) => cell.trim())).filter(isShort);
  for (const cell of cells) {
    const iban = cell
      .split(/[:;]/)
      .map((part) => part.replaceAll(' ', ''))
      .find((part) => isIban(part.toUpperCase()));
    if (iban !== undefined) return accountLabelKey(iban);
  }
  const labelled = cells.findIndex((cell) => ACCOUNT_LABEL.test(normalisedHeader(cell)));
  if (labelled < 0) return '';
  const inside = /[:#]\s*(.*\d{4}.*)$/.exec(cells[labelled] ?? '')?.[1];
  const beside = cells[labelled + 1] ?? '';
  const number = (inside ?? beside).split(' / ')[0]?.trim() ?? '';
  return /^[\dA-Z*xX][\d\sA-Za-z*./-]{3,40}$/.test(number) && /\d{3}/.test(number) ? number : '';
}

/** An IBAN without its spaces; other numbers and names as they are. */
export function accountLabelKey(text: string): string {
  const dense = text.replaceAll(' ', '');
  return isIban(dense.toUpperCase()) ? dense.toUpperCase() : text;
}
