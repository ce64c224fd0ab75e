import type { CheckoutSession } from './payments.ts';
import type { PremiumPrice } from './premium.ts';

/**
 * The status of a checkout. `pending`: completed, but Stripe hasn't settled the payment. `mismatched`: paid with
 * another amount or currency, or for another ledger.
 */
export type CheckoutStatus = 'open' | 'expired' | 'paid' | 'pending' | 'mismatched';

/** Gives the status of Stripe's checkout session, checked against the expected ledger and price. */
export function checkoutStatus(session: CheckoutSession, ledgerId: string, price: PremiumPrice): CheckoutStatus {
  if (session.payment_status === 'unpaid') {
    if (session.status === 'complete') return 'pending';
    return session.status === 'expired' ? 'expired' : 'open';
  }
  const isExpected =
    session.payment_status === 'paid' &&
    session.amount_total === price.amount &&
    session.currency === price.currency &&
    session.client_reference_id === ledgerId;
  return isExpected ? 'paid' : 'mismatched';
}
