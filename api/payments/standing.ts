import type { CheckoutSession } from './payments.ts';
import type { Price } from './premium.ts';

/**
 * How a checkout stands: it can still be paid, its time is over, Premium is paid with it, its money is still on the way,
 * or it was paid but not as Premium is paid by this user.
 */
export type Standing = 'open' | 'expired' | 'paid' | 'pending' | 'mismatched';

/** Takes a checkout as Stripe has it, whose it should be and what it should cost, and says how it stands. */
export function standingOf(session: CheckoutSession, ledgerId: string, price: Price): Standing {
  if (session.payment_status === 'unpaid') {
    if (session.status === 'complete') return 'pending';
    return session.status === 'expired' ? 'expired' : 'open';
  }
  const asExpected =
    session.payment_status === 'paid' &&
    session.amount_total === price.amount &&
    session.currency === price.currency &&
    session.client_reference_id === ledgerId;
  return asExpected ? 'paid' : 'mismatched';
}
