import { plainWords } from '../words.ts';

/** Words, without accents, of payments to a card. */
const PAID = new RegExp(
  '(?<!\\p{L})(payment|paymt|pymt|pmt|thank you|autopay|auto pay|paiement|merci|prelevement|zahlung|einzahlung|' +
    'zahlungseingang|ausgleich|kartenabrechnung|kreditkartenabrechnung|abrechnung|lastschrift|pago|abono|pagamento|' +
    'bonifico|addebito|betaling|incasso|inbetalning|innbetaling|indbetaling|maksusuoritus|suoritus|wplata|splata|' +
    'uhrada|splatka|befizetes|torlesztes|plata|rambursare|uplata|odeme|погашение|платеж|入金|还款|還款|입금)(?!\\p{L})',
  'u',
);
/** Words of money that a shop gives back. */
const GIVEN_BACK = new RegExp(
  '(?<!\\p{L})(refund|return|reversal|cashback|cash back|chargeback|erstattung|ruckerstattung|gutschrift|' +
    'remboursement|avoir|reembolso|devolucion|devolucao|estorno|rimborso|terugbetaling|retur|aterbetalning|' +
    'tilbagebetaling|tilbakebetaling|hyvitys|zwrot|vraceni|visszaterites|povrat|iade|возврат|退款)(?!\\p{L})',
  'u',
);

/** Whether texts say that money was paid to a card, rather than given back by a shop (product 11.4). */
export function isPaymentToCard(...texts: readonly string[]): boolean {
  const words = plainWords(texts.join(' '));
  return PAID.test(words) && !GIVEN_BACK.test(words);
}
