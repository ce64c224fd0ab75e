import type { Cents } from '#ledger/model/money.ts';
import { type DecimalMark, looksLikeMoney, readAmount } from './amounts.ts';
import { normalisedHeader } from './headers.ts';
import type { TableLine } from './syntax.ts';

/** The longest label of a line of balances or totals. */
export const LABEL_CHARS_MAX = 200;

const OPENING = new RegExp(
  '^(opening|starting|beginning|previous|start|initial) balance\\b|^balance (brought|carried) forward|' +
    '^(anfangssaldo|alter kontostand|letzter kontostand|startsaldo|beginsaldo|saldo (inicial|anterior|' +
    'iniziale|poczatkowe)|solde (initial|precedent|anterieur)|ingaende saldo|inngaende saldo|nyito egyenleg|' +
    'algsaldo|sakuma atlikums|pradinis likutis|likutis pradziai|pociatocny zostatok|pocatecni zustatek)\\b',
);
const CLOSING = new RegExp(
  '^(closing|ending|end|final|new) balance\\b|^(endsaldo|neuer kontostand|kontostand|eindsaldo|slutsaldo|' +
    'saldo (final|finale|koncowe|atual|contabile finale)|solde (final|nouveau)|utgaende saldo|zaro egyenleg|' +
    'loppsaldo|lopp saldo|beigu atlikums|galutinis likutis|likutis pabaigai|konecny zostatok|' +
    'konecny zustatek)\\b',
);
/** Labels that name a closing balance above a table, but a column or a total in it. */
const CLOSING_ABOVE = new RegExp(
  '^((current|account|ledger) balance|balance|aktueller (kontostand|saldo)|saldo|saldo (al|a|am|vom|actual|contable|' +
    'contabile|biezace|aktualne)|solde|solde (au|actuel|comptable)|nuvarande saldo|aktualni zustatek|zustatek)' +
    '( (on|as of|as at|au|al|am|vom|per|den|a) \\d[\\d ]*)?( (eur|usd|gbp|chf|euros?))?$',
);
const LABELLED_CHARS_MAX = 60;
const DAY = /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}/;

/** Whether a label, as `normalisedHeader` gives it, names the balance before the entries, or after them. */
export function balanceNamed(label: string): 'opening' | 'closing' | null {
  if (label.length >= LABELLED_CHARS_MAX) return null;
  if (OPENING.test(label)) return 'opening';
  return CLOSING.test(label) ? 'closing' : null;
}

/** Balances that a file states apart from its entries, in cents, or null if it states none. */
export type StatedBalances = { opening: Cents | null; closing: Cents | null };

type Notation = { mark: DecimalMark; dayOf: (cell: string) => string | null };

/**
 * Reads the balances that stand above a table, behind their labels: `"Kontostand vom 27.11.2026:";"2.473,57 EUR"`.
 * A closing balance of a day before `last`, the ISO day of the newest entry, lacks entries and is left out; so is a
 * balance that is stated twice with other amounts.
 */
export function statedBalances(lines: readonly TableLine[], last: string, { mark, dayOf }: Notation): StatedBalances {
  const found = { opening: new Set<Cents>(), closing: new Set<Cents>() };
  for (const { cells } of lines) {
    const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell.length <= LABEL_CHARS_MAX);
    for (const [index, text] of texts.entries()) {
      const colon = text.indexOf(':');
      const label = normalisedHeader(colon < 0 ? text : text.slice(0, colon));
      const named = balanceNamed(label) ?? (CLOSING_ABOVE.test(label) ? 'closing' : null);
      if (named === null) continue;
      const inside = colon < 0 ? '' : text.slice(colon + 1).trim();
      const amount = inside === '' ? (texts[index + 1] ?? '') : inside;
      const cents = looksLikeMoney(amount) ? readAmount(amount, mark) : null;
      const day = texts.flatMap((each) => dayOf(DAY.exec(each)?.[0] ?? '') ?? [])[0];
      if (typeof cents !== 'number' || (named === 'closing' && day !== undefined && day < last)) continue;
      found[named].add(cents);
    }
  }
  const single = (amounts: ReadonlySet<Cents>) => (amounts.size === 1 ? ([...amounts][0] ?? null) : null);
  return { opening: single(found.opening), closing: single(found.closing) };
}
