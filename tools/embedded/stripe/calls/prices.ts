import { missingParameter } from './failure.ts';

/** A price of the stand-in; `unitAmount` is in the currency's smallest unit. */
export type StripePrice = { id: string; unitAmount: number; currency: string; name: string };

/**
 * Gives the price with this id. Throws a StripeFailure where there is none; `param` is the name of the parameter with
 * the id.
 */
export function priceById(prices: readonly StripePrice[], id: string, param: string): StripePrice {
  const price = prices.find((candidate) => candidate.id === id);
  if (!price) throw missingParameter('price', id, param);
  return price;
}

/** Gives a price in the form of Stripe's API. */
export function presentPrice({ id, unitAmount, currency, name }: StripePrice) {
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: 0,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: name,
    product: `prod_${id}`,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
}
