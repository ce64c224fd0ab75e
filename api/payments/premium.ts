/** A price: `amount` in the smallest unit of `currency`, a lowercase ISO code. */
export type PremiumPrice = { amount: number; currency: string };

/** The product's name on Stripe's page. */
export const PREMIUM = 'Daybook Premium';

/** The price without STRIPE_PRICE_ID: 9.99 USD, once (product 6.1). */
export const PREMIUM_PRICE: PremiumPrice = { amount: 999, currency: 'usd' };
