import Stripe from 'stripe';
import type { Log } from '../../platform/log.ts';
import { inputHash } from '../commands/input-hash.ts';
import { ProblemError } from '../http/problem-error.ts';
import { PREMIUM, PREMIUM_PRICE, type Price } from './premium.ts';
import type { PaymentSettings } from './settings.ts';

/** How long one request to Stripe may take, in milliseconds, and how often it is tried again. */
const STRIPE_TIMEOUT_MS = 8_000;
const RETRIES = 2;

/** A checkout as Stripe has it. */
export type CheckoutSession = Stripe.Checkout.Session;

/** What Daybook asks of Stripe. Where Stripe can't be asked, a method throws the problem 'unavailable'. */
export class Payments {
  readonly #stripe: Stripe;
  readonly #settings: PaymentSettings;
  readonly #publicOrigin: string;
  readonly #log: Log;
  #price: Price | null;

  /** `publicOrigin` is where somebody comes back to from the checkout. */
  constructor(settings: PaymentSettings, publicOrigin: string, log: Log) {
    this.#settings = settings;
    this.#publicOrigin = publicOrigin;
    this.#log = log;
    this.#price = settings.priceId ? null : PREMIUM_PRICE;
    this.#stripe = new Stripe(settings.secretKey, {
      timeout: STRIPE_TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      ...(settings.apiBase ? addressOf(settings.apiBase) : {}),
    });
  }

  /**
   * Begins a checkout of Premium for a user. `revision` is the one their ledger has: asked for twice at the same one,
   * as by two clicks or by a retry, Stripe gives the same checkout.
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
    return await this.#ask(() => this.#stripe.checkout.sessions.create(params, { idempotencyKey }));
  }

  /** The checkout with this id; null where Stripe has none. */
  async find(sessionId: string): Promise<CheckoutSession | null> {
    return await this.#ask(() => this.#stripe.checkout.sessions.retrieve(sessionId).catch(nullIfMissing));
  }

  /** Sees that a checkout can't be paid any more. One that is over already stays as it is. */
  async expire(sessionId: string): Promise<void> {
    await this.#ask(() => this.#stripe.checkout.sessions.expire(sessionId).catch(nullIfRefused));
  }

  /** What Premium costs. */
  async price(): Promise<Price> {
    const { priceId } = this.#settings;
    if (this.#price || !priceId) return this.#price ?? PREMIUM_PRICE;
    // What a price of Stripe's amounts to never changes.
    const { unit_amount, currency } = await this.#ask(() => this.#stripe.prices.retrieve(priceId));
    if (unit_amount === null) throw new Error(`STRIPE_PRICE_ID names ${priceId}, which has no fixed amount.`);
    this.#price = { amount: unit_amount, currency };
    return this.#price;
  }

  /** Reads an event that Stripe sent, from its body's very bytes; null where the signature isn't Stripe's, or is old. */
  readEvent(body: Buffer, signature: string): Stripe.Event | null {
    try {
      return this.#stripe.webhooks.constructEvent(body, signature, this.#settings.webhookSecret);
    } catch {
      return null;
    }
  }

  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const { type, code, statusCode, requestId } = error;
      this.#log.error({ type, code, statusCode, stripeRequestId: requestId }, 'Stripe could not be asked');
      throw new ProblemError('unavailable');
    }
  }
}

function addressOf(base: URL) {
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  return { protocol, host: base.hostname, port: base.port || (protocol === 'http' ? 80 : 443) } as const;
}

function premium() {
  const { amount, currency } = PREMIUM_PRICE;
  return { currency, unit_amount: amount, product_data: { name: PREMIUM } };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
  throw error;
}

function nullIfRefused(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
  throw error;
}
