import type Stripe from 'stripe';

/** The parameters of a checkout like Daybook's, with changes. */
export function premiumCheckout(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  const price_data = { currency: 'usd', unit_amount: 999, product_data: { name: 'Daybook Premium' } };
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data }],
    success_url: 'http://daybook.test/payment-success',
    cancel_url: 'http://daybook.test/',
    ...changes,
  };
}

/** Creates a checkout; gives its id and the URL of its page. */
export async function newCheckout(
  stripe: Stripe,
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<{ id: string; url: string }> {
  const { id, url } = await stripe.checkout.sessions.create(premiumCheckout(changes));
  return { id, url: url ?? '' };
}
