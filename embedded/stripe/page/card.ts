/** What somebody typed into the checkout page. */
export type CardForm = { number: string; expiry: string; cvc: string };

/** What is wrong with it, by field; `declined` when the card is right and its bank says no. */
export type CardProblem =
  | { kind: 'fields'; fields: Partial<Record<keyof CardForm, string>> }
  | { kind: 'declined'; message: string };

/** Stripe's test cards that the page knows: one that pays and one that is declined. */
export const PAYS = '4242424242424242';
export const DECLINED = '4000000000000002';

/** Looks at a card as Stripe's page does, with its test cards alone; null where it pays. `now` says what month it is. */
export function checkCard({ number, expiry, cvc }: CardForm, now: Date): CardProblem | null {
  const digits = digitsOf(number);
  const fields: Partial<Record<keyof CardForm, string>> = {};
  if (!/^\d{13,19}$/.test(digits)) fields.number = 'Your card number is incomplete.';
  else if (digits !== PAYS && digits !== DECLINED) fields.number = 'Only the test cards below can be used here.';
  const past = expiryProblem(expiry, now);
  if (past) fields.expiry = past;
  if (!/^\d{3,4}$/.test(cvc.trim())) fields.cvc = "Your card's security code is incomplete.";
  if (Object.keys(fields).length > 0) return { kind: 'fields', fields };
  return digits === DECLINED
    ? { kind: 'declined', message: 'Your card was declined. Nothing was paid. Try another card.' }
    : null;
}

/** A card's number without the gaps people type. */
export function digitsOf(number: string): string {
  return number.replace(/[\s-]/g, '');
}

function expiryProblem(expiry: string, now: Date): string | null {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? [];
  if (month === '' || Number(month) < 1 || Number(month) > 12) return "Your card's expiration date is incomplete.";
  const months = (2000 + Number(year)) * 12 + Number(month) - 1;
  const present = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return months < present ? "Your card's expiration date is in the past." : null;
}
