import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { premiumCheckout } from './checkouts.ts';
import { openTill, type Till } from './till.ts';

const price = { id: 'price_premium', unitAmount: 999, currency: 'usd', name: 'Premium' };

let till: Till;
beforeAll(async () => {
  till = await openTill({ prices: [price] });
});
afterAll(() => till.close());

const params = premiumCheckout({ client_reference_id: 'somebody' });

/** Sends a form to the API unchanged; gives the status and the error. */
async function send(form: string, path = '/v1/checkout/sessions', headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, till.settings.apiBase ?? ''), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${till.settings.secretKey}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: form,
  });
  const { error } = (await response.json()) as { error: Record<string, string> };
  return { status: response.status, ...error };
}

const item = 'line_items[0][price_data]';
const RIGHT = {
  mode: 'payment',
  success_url: 'http://daybook.test/',
  'line_items[0][quantity]': '1',
  [`${item}[currency]`]: 'usd',
  [`${item}[unit_amount]`]: '999',
  [`${item}[product_data][name]`]: 'Premium',
};

/** A valid form, with some parameters changed and others (null) left out. */
function changed(changes: Record<string, string | null>): string {
  const all = Object.entries<string | null>({ ...RIGHT, ...changes });
  return new URLSearchParams(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))).toString();
}

describe('a checkout session', () => {
  test('is created open, for 24 hours, and can be retrieved', async () => {
    const session = await till.stripe.checkout.sessions.create(params);
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 999,
      currency: 'usd',
      client_reference_id: 'somebody',
      success_url: 'http://daybook.test/payment-success',
      cancel_url: 'http://daybook.test/',
    });
    expect(session.expires_at - session.created).toBe(24 * 60 * 60);
    expect(session.url).toContain(session.id);
    expect(await till.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ id: session.id, status: 'open' });
  });

  test('has the amount of the price it refers to', async () => {
    const session = await till.stripe.checkout.sessions.create({
      ...params,
      line_items: [{ quantity: 2, price: price.id }],
    });
    expect(session.amount_total).toBe(1998);
    expect(await till.stripe.prices.retrieve(price.id)).toMatchObject({ unit_amount: 999, currency: 'usd' });
  });

  test('is expired once, and then has no page', async () => {
    const { id } = await till.stripe.checkout.sessions.create(params);
    expect(await till.stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    await expect(till.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('an idempotency key', () => {
  test('repeats the answer to the creation, also for concurrent requests', async () => {
    const options = { idempotencyKey: 'monday' };
    const many = Array.from({ length: 20 }, () => till.stripe.checkout.sessions.create(params, options));
    const ids = new Set((await Promise.all(many)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    await till.stripe.checkout.sessions.expire(id);
    expect(await till.stripe.checkout.sessions.create(params, options)).toMatchObject({ id, status: 'open' });
  });

  test('with other parameters is refused', async () => {
    const options = { idempotencyKey: 'tuesday' };
    await till.stripe.checkout.sessions.create(params, options);
    const other = till.stripe.checkout.sessions.create({ ...params, client_reference_id: 'another' }, options);
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });
});

describe('a request is refused as by Stripe', () => {
  test.each<[string, Record<string, string | null>, { code?: string; param?: string }]>([
    ['an unknown parameter', { colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
    [
      'an unknown parameter within',
      { [`${item}[colour]`]: 'red' },
      { code: 'parameter_unknown', param: `${item}[colour]` },
    ],
    ['__proto__', { '__proto__[mode]': 'payment' }, { code: 'parameter_unknown', param: '__proto__' }],
    ['no success_url', { success_url: null }, { code: 'parameter_missing', param: 'success_url' }],
    ['an empty success_url', { success_url: '' }, { code: 'parameter_invalid_empty', param: 'success_url' }],
    ['an address without scheme', { success_url: 'daybook.test' }, { code: 'url_invalid', param: 'success_url' }],
    ['a script for an address', { success_url: 'javascript:alert(1)' }, { code: 'url_invalid', param: 'success_url' }],
    ['a mode it has not', { mode: 'gift' }, { param: 'mode' }],
    ['line items that are none', { 'line_items[x]': '1' }, { code: 'parameter_invalid_array', param: 'line_items' }],
    ['no quantity', { 'line_items[0][quantity]': null }, { param: 'line_items[0][quantity]' }],
    ['9.99 for an amount', { [`${item}[unit_amount]`]: '9.99' }, { code: 'parameter_invalid_integer' }],
    ['less than nothing', { [`${item}[unit_amount]`]: '-1' }, { code: 'parameter_invalid_integer' }],
    ['too little', { [`${item}[unit_amount]`]: '49' }, { code: 'amount_too_small' }],
    [
      'too much',
      { [`${item}[unit_amount]`]: '99999999', 'line_items[0][quantity]': '2' },
      { code: 'amount_too_large' },
    ],
    ['a currency that is none', { [`${item}[currency]`]: 'zzz' }, { param: `${item}[currency]` }],
    ['a price and price_data', { 'line_items[0][price]': price.id }, { param: 'line_items[0]' }],
    ['an expiry in a minute', { expires_at: String(Math.floor(Date.now() / 1000) + 60) }, { param: 'expires_at' }],
    ['brackets that do not add up', { 'line_items[0': '1' }, { code: 'parameter_invalid' }],
  ])('%s', async (_, changes, expected) => {
    expect(await send(changed(changes))).toMatchObject({ status: 400, type: 'invalid_request_error', ...expected });
  });

  test('no line items', async () => {
    const form = new URLSearchParams({ mode: 'payment', success_url: 'http://daybook.test/' }).toString();
    expect(await send(form)).toMatchObject({ status: 400, code: 'parameter_missing', param: 'line_items' });
  });

  test('unknown paths and ids', async () => {
    await expect(till.stripe.checkout.sessions.retrieve('cs_test_nobody')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(till.stripe.prices.retrieve('price_nobody')).rejects.toMatchObject({ code: 'resource_missing' });
    expect(await send('', '/v1/refunds')).toMatchObject({ status: 404, type: 'invalid_request_error' });
  });

  test('a wrong key, or none', async () => {
    expect(await send(changed({}), undefined, { Authorization: 'Bearer sk_test_other' })).toMatchObject({
      status: 401,
    });
    expect(await send(changed({}), undefined, { Authorization: '' })).toMatchObject({ status: 401 });
  });

  test('a body that is too large', async () => {
    expect(await send(`mode=${'x'.repeat(100_000)}`)).toMatchObject({ status: 413 });
  });
});
