import { normalisedHeader } from './headers.ts';
import { holdsAmounts, holdsDays, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** Words by which a card tells its charges, and those that pay or lower what is owed. */
const CHARGES = new RegExp(
  '^(?:sale|purchases?|charges?|fees?|interest|interest charge|cash advance|kauf|umsatz|achat|compra|acquisto|zakup|' +
    'nakup)$',
);
const PAYMENTS = /^(?:payment|payments|zahlung|paiement|pago|pagamento|splata|platba)$/;
const RETURNS =
  /^(?:return|returns|refund|refunds|credit|reversal|reward|rewards|ruckgabe|remboursement|reembolso|rimborso|zwrot)$/;
const PURCHASES = /^(?:sale|purchase|purchases|kauf|achat|compra|acquisto|zakup|nakup)$/;
const WORDS_MAX = 8;

/** A column of a card's words: those that say that money was spent. */
export type CardWords = { column: number; charges: readonly string[] };

/**
 * Finds the column in which a card tells purchases from payments (`Sale`, `Payment`, `Return`), or null if there is
 * none: on a card, a payment comes in.
 */
export function cardWords({ columns, looked }: Layout, entries: readonly TableLine[]): CardWords | null {
  for (const column of columns) {
    const { index, distinct, filled } = column;
    if (holdsDays(column) || holdsAmounts(column) || distinct < 2 || distinct > WORDS_MAX || filled < looked * 0.9)
      continue;
    const words = [...new Set(entries.map(({ cells }) => (cells[index] ?? '').trim()))].filter((word) => word !== '');
    const plain = words.map(normalisedHeader);
    if (!plain.some((word) => PURCHASES.test(word)) || !plain.some((word) => PAYMENTS.test(word))) continue;
    if (!plain.every((word) => CHARGES.test(word) || PAYMENTS.test(word) || RETURNS.test(word))) continue;
    return { column: index, charges: words.filter((word) => CHARGES.test(normalisedHeader(word))) };
  }
  return null;
}
