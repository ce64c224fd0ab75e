/** Words that many entries have, whoever was paid. */
const COMMON = new Set(
  `card payment purchase debit credit transfer direct pos visa mastercard maestro atm withdrawal online sepa the and for from with
   kartenzahlung lastschrift gutschrift ueberweisung uberweisung dauerauftrag basislastschrift girocard sagt danke und von
   carte achat virement prelevement paiement compra pago tarjeta transferencia recibo pagamento acquisto bonifico betaling
   betaalautomaat overboeking incasso gmbh ltd inc llc sarl bv spa plc com www ref date nr number zahlung konto account`.split(
    /\s+/,
  ),
);

/** The shortest word that says something. */
const WORD_MIN = 3;

/** A text in small letters, without accents, punctuation and digits, with single spaces. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** The words of a text by which entries can be told apart. */
export function tellingWords(text: string): string[] {
  return plainWords(text)
    .split(' ')
    .filter((word) => word.length >= WORD_MIN && !COMMON.has(word));
}

/** Whether two texts are about the same: they share a telling word, or one begins with a word of the other. */
export function areAlike(one: string, other: string): boolean {
  const words = tellingWords(one);
  const others = tellingWords(other);
  return words.some((word) => others.some((another) => isPrefix(word, another) || isPrefix(another, word)));
}

/** Banks cut words off: a beginning of four letters or more counts as the word. */
function isPrefix(short: string, long: string): boolean {
  return short === long || (short.length > WORD_MIN && long.startsWith(short));
}
