import { randomBytes } from 'node:crypto';

/** A line of the purchase; `unitAmount` is in the currency's smallest unit. */
export type LineItem = { name: string; quantity: number; unitAmount: number };

/** A stored checkout session. Times are Unix times in seconds, `amount` is in the currency's smallest unit. */
export type StripeSession = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  created: number;
  expiresAt: number;
  amount: number;
  currency: string;
  lineItems: readonly LineItem[];
  clientReferenceId: string | null;
  customerEmail: string | null;
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string | null;
  /** The payment that completed it. */
  paymentIntent: string | null;
};

/** Gives an id like Stripe's: a prefix and random hexadecimal digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(24).toString('hex')}`;
}

/**
 * Gives a session in the form of Stripe's API. `origin` is the origin of the checkout pages; only an open session has a
 * page.
 */
export function presentSession(session: StripeSession, origin: string) {
  const paid = session.status === 'complete';
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    amount_subtotal: session.amount,
    amount_total: session.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: session.created,
    currency: session.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    metadata: session.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: session.paymentIntent,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: paid ? 'paid' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: null,
    subscription: null,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${origin}/pay/${session.id}` : null,
    wallet_options: null,
  };
}
