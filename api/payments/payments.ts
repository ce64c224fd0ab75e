import type { Stripe } from 'stripe';
import type { Log } from '#platform/log.ts';
import { inputHash } from '../commands/input-hash.ts';
import { ProblemError } from '../http/problem-error.ts';
import { PREMIUM, PREMIUM_PRICE, type PremiumPrice } from './premium.ts';
import type { PaymentSettings } from './settings.ts';

const STRIPE_TIMEOUT_MS = 8_000;
const RETRIES_MAX = 2;

/** Stripe's library, with the errors that it throws. */
type Client = { stripe: Stripe; errors: typeof Stripe.errors };

/** Stripe's checkout session. */
export type CheckoutSession = Stripe.Checkout.Session;

/** The calls to Stripe's API. Every method that sends a request throws the problem 'unavailable' when it fails. */
export class Payments {
  #client: Promise<Client> | null = null;
  readonly #settings: PaymentSettings;
  readonly #publicOrigin: string;
  readonly #log: Log;
  #price: PremiumPrice | null;

  /** `publicOrigin` is the origin to which Stripe redirects after the checkout. */
  constructor(settings: PaymentSettings, publicOrigin: string, log: Log) {
    this.#settings = settings;
    this.#publicOrigin = publicOrigin;
    this.#log = log;
    this.#price = settings.priceId ? null : PREMIUM_PRICE;
  }

  /** Loads the library at the first use: it takes a third of a second, and most starts need none of it. */
  #stripe(): Promise<Client> {
    this.#client ??= import('stripe').then(({ Stripe }) => {
      const { secretKey, apiBase } = this.#settings;
      const stripe = new Stripe(secretKey, {
        timeout: STRIPE_TIMEOUT_MS,
        maxNetworkRetries: RETRIES_MAX,
        telemetry: false,
        ...(apiBase ? hostConfig(apiBase) : {}),
      });
      return { stripe, errors: Stripe.errors };
    });
    return this.#client;
  }

  /**
   * Creates a checkout of Premium for a ledger. Stripe's idempotency key includes the ledger's `revision`, so two
   * clicks or a retry at the same revision give the same checkout.
   */
  async begin(ledgerId: string, revision: bigint): Promise<CheckoutSession> {
    const { priceId } = this.#settings;
    const params: Stripe.Checkout.SessionCreateParams = {
      mode: 'payment',
      line_items: [{ quantity: 1, ...(priceId ? { price: priceId } : { price_data: premium() }) }],
      client_reference_id: ledgerId,
      success_url: `${this.#publicOrigin}/payment-success`,
      cancel_url: `${this.#publicOrigin}/`,
    };
    const idempotencyKey = inputHash('createCheckout', { revision: String(revision), ...params });
    return await this.#request(({ stripe }) => stripe.checkout.sessions.create(params, { idempotencyKey }));
  }

  /** Fetches a checkout by its id; null when Stripe has none. */
  async find(sessionId: string): Promise<CheckoutSession | null> {
    return await this.#request(({ stripe, errors }) =>
      stripe.checkout.sessions
        .retrieve(sessionId)
        .catch((error) => nullIf(error instanceof errors.StripeError && error.code === 'resource_missing', error)),
    );
  }

  /** Expires a checkout. No effect on one that is complete or expired. */
  async expire(sessionId: string): Promise<void> {
    await this.#request(({ stripe, errors }) =>
      stripe.checkout.sessions
        .expire(sessionId)
        .catch((error) => nullIf(error instanceof errors.StripeInvalidRequestError, error)),
    );
  }

  /** The price of Premium. */
  async price(): Promise<PremiumPrice> {
    const { priceId } = this.#settings;
    if (this.#price || !priceId) return this.#price ?? PREMIUM_PRICE;
    // The amount of a Stripe price is immutable, so it is cached.
    const { unit_amount, currency } = await this.#request(({ stripe }) => stripe.prices.retrieve(priceId));
    if (unit_amount === null) throw new Error(`STRIPE_PRICE_ID names ${priceId}, which has no fixed amount.`);
    this.#price = { amount: unit_amount, currency };
    return this.#price;
  }

  /** Parses a webhook event from its raw body; null when the signature is invalid or too old. */
  async readEvent(body: Buffer, signature: string): Promise<Stripe.Event | null> {
    const { stripe } = await this.#stripe();
    try {
      return stripe.webhooks.constructEvent(body, signature, this.#settings.webhookSecret);
    } catch {
      return null;
    }
  }

  async #request<Value>(send: (client: Client) => Promise<Value>): Promise<Value> {
    const client = await this.#stripe();
    try {
      return await send(client);
    } catch (error) {
      if (!(error instanceof client.errors.StripeError)) throw error;
      const { type, code, statusCode, requestId } = error;
      this.#log.error({ type, code, statusCode, stripeRequestId: requestId }, 'Stripe request failed');
      throw new ProblemError('unavailable');
    }
  }
}

function hostConfig(base: URL) {
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  return { protocol, host: base.hostname, port: base.port || (protocol === 'http' ? 80 : 443) } as const;
}

function premium() {
  const { amount, currency } = PREMIUM_PRICE;
  return { currency, unit_amount: amount, product_data: { name: PREMIUM } };
}

/** Null for an error that says what was expected. Throws any other. */
function nullIf(isExpected: boolean, error: unknown): null {
  if (isExpected) return null;
  throw error;
}
