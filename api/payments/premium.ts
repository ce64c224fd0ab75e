/** What Premium costs: `amount` in the smallest unit of `currency`, which is an ISO code in small letters as Stripe writes it. */
export type Price = { amount: number; currency: string };

/** What Premium is called where it is paid. */
export const PREMIUM = 'Daybook Premium';

/** What it costs where no price of Stripe's is named: 9.99 USD, once (product 6.1). */
export const PREMIUM_PRICE: Price = { amount: 999, currency: 'usd' };
