import { type LineItem, newId, type StripeSession } from '../checkout/session.ts';
import { StripeFailure } from './failure.ts';
import type { FormMap } from './form.ts';
import {
  currency,
  integerParameter,
  list,
  object,
  oneOf,
  optionalParameter,
  required,
  textParameter,
  texts,
  url,
} from './parameters.ts';
import { priceById, type StripePrice } from './prices.ts';

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;
/** Limits of amounts, in the currency's smallest unit. */
const AMOUNT_MAX = 99_999_999;
const TOTAL_MIN = 50;

const parameters = object({
  mode: required(oneOf('payment')),
  ui_mode: optionalParameter(oneOf('hosted_page')),
  success_url: required(url),
  cancel_url: optionalParameter(url),
  client_reference_id: optionalParameter(textParameter(200)),
  customer_email: optionalParameter(textParameter(800)),
  expires_at: optionalParameter(integerParameter(0, Number.MAX_SAFE_INTEGER)),
  locale: optionalParameter(textParameter(20)),
  metadata: optionalParameter(texts),
  payment_method_types: optionalParameter(list(oneOf('card'))),
  submit_type: optionalParameter(oneOf('auto', 'pay')),
  line_items: required(
    list(
      object({
        quantity: required(integerParameter(1, 999_999)),
        price: optionalParameter(textParameter()),
        price_data: optionalParameter(
          object({
            currency: required(currency),
            unit_amount: required(integerParameter(0, AMOUNT_MAX)),
            product_data: required(
              object({ name: required(textParameter()), description: optionalParameter(textParameter()) }),
            ),
          }),
        ),
      }),
    ),
  ),
});

type Item = ReturnType<typeof parameters>['line_items'][number];

/**
 * Makes an open session from the parameters of a request. `now` is a Unix time in seconds. Throws a StripeFailure for
 * parameters that Stripe refuses, and for those that only Stripe itself supports.
 */
export function newSession(form: FormMap, prices: readonly StripePrice[], now: number): StripeSession {
  const given = parameters(form, '');
  const items = given.line_items.map((item, index) => lineItem(item, `line_items[${index}]`, prices));
  const [first] = items;
  if (!first) throw new StripeFailure(400, 'You must provide at least one line item.', { param: 'line_items' });
  if (items.some((item) => item.currency !== first.currency)) {
    throw new StripeFailure(400, 'All line items must have the same currency.', { param: 'line_items' });
  }
  return {
    id: newId('cs_test'),
    status: 'open',
    created: now,
    expiresAt: expiry(given.expires_at, now),
    amount: total(items),
    currency: first.currency,
    lineItems: items.map(({ name, quantity, unitAmount }) => ({ name, quantity, unitAmount })),
    clientReferenceId: given.client_reference_id ?? null,
    customerEmail: given.customer_email ?? null,
    metadata: given.metadata ?? {},
    successUrl: given.success_url,
    cancelUrl: given.cancel_url ?? null,
    paymentIntent: null,
  };
}

function lineItem(item: Item, param: string, prices: readonly StripePrice[]): LineItem & { currency: string } {
  const { quantity, price, price_data: data } = item;
  if (price !== undefined && data === undefined) {
    return { quantity, ...priceById(prices, price, `${param}[price]`) };
  }
  if (price !== undefined || data === undefined) {
    throw new StripeFailure(400, 'You must provide either price or price_data for each line item when using prices.', {
      param,
    });
  }
  return { quantity, name: data.product_data.name, unitAmount: data.unit_amount, currency: data.currency };
}

function total(items: readonly LineItem[]): number {
  const amount = items.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
  if (amount < TOTAL_MIN) {
    throw new StripeFailure(400, "The Checkout Session's total amount due must add up to at least 50 cents.", {
      code: 'amount_too_small',
    });
  }
  if (amount > AMOUNT_MAX) {
    throw new StripeFailure(400, `The Checkout Session's total amount due must be no more than ${AMOUNT_MAX}.`, {
      code: 'amount_too_large',
    });
  }
  return amount;
}

function expiry(given: number | undefined, now: number): number {
  const expiresAt = given ?? now + DAY_S;
  if (expiresAt >= now + 30 * MINUTE_S && expiresAt <= now + DAY_S) return expiresAt;
  throw new StripeFailure(
    400,
    'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    { param: 'expires_at' },
  );
}
