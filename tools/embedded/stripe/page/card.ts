/** The card form of the checkout page, as submitted. */
export type StripeCardForm = { number: string; expiry: string; cvc: string };

/** Why a card is not accepted: messages by field, or `declined` for a valid card that the bank declines. */
export type CardProblem =
  | { kind: 'fields'; fields: Partial<Record<keyof StripeCardForm, string>> }
  | { kind: 'declined'; message: string };

/** The two of Stripe's test cards that the page accepts: one pays, one is declined. */
export const PAYS = '4242424242424242';
export const DECLINED = '4000000000000002';

/**
 * Checks a card as Stripe's page does, but accepts test cards only; gives null if it pays. `now` decides on its
 * expiry.
 */
export function checkCard({ number, expiry, cvc }: StripeCardForm, now: Date): CardProblem | null {
  const digits = digitsOf(number);
  const fields: Partial<Record<keyof StripeCardForm, string>> = {};
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

/** The digits of a card number, without spaces and dashes. */
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
