import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type PaymentSettings, paymentSettings } from '#api/payments/settings.ts';
import type { User } from '#contract/user.ts';
import { SettingsError } from '#platform/settings.ts';
import { GOOD_CARD, payWith } from '../stripe/person.ts';
import { bring } from '../stripe/post.ts';
import { openTill, type Till } from '../stripe/till.ts';
import { expectOk } from '../support/caller.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill({ prices: [{ id: 'price_gold', unitAmount: 1999, currency: 'eur', name: 'Gold' }] });
});
afterAll(() => till.close());

let server: TestServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function serverWith(stripe?: Partial<PaymentSettings>): Promise<TestServer> {
  server = await openTestServer(stripe ? { stripe: { ...till.settings, ...stripe } } : {});
  return server;
}

test('payments give unavailable while Stripe is down, and work when it is back', async () => {
  const opened = await serverWith({});
  const { newUser } = opened;
  const user = await newUser();
  const { data } = await expectOk(user.post<User & { url: string }>('/pay/create-checkout'));
  await payWith(data.url, GOOD_CARD);
  const other = await newUser();
  const paid = await newUser();
  const done = await expectOk(paid.post<User & { url: string }>('/pay/create-checkout'));
  await payWith(done.data.url, GOOD_CARD);
  await expectOk(paid.post('/pay/confirm-payment'));
  await till.stop();
  for (const [caller, call] of [
    [user, '/pay/confirm-payment'],
    [user, '/pay/create-checkout'],
    [other, '/pay/create-checkout'],
  ] as const) {
    const answer = await caller.post(call);
    expect([answer.status, answer.problem.code]).toEqual([503, 'unavailable']);
    expect(answer.headers.get('Retry-After')).not.toBe(null);
  }
  expect((await user.user()).stripeSessionId).toBe(data.stripeSessionId);
  // A paid user needs no call to Stripe.
  expect((await paid.post('/pay/create-checkout')).problem.code).toBe('already_paid');
  expect((await expectOk(paid.post('/pay/confirm-payment'))).data.isPaidUser).toBe(true);
  await till.start();
  expect((await expectOk(user.post('/pay/confirm-payment'))).data.isPaidUser).toBe(true);
  await expectOk(other.post('/pay/create-checkout'));
  expect(await eventsOf(opened, other.userId)).toHaveLength(1);
});

test('an invalid Stripe key makes payments unavailable', async () => {
  const user = await (await serverWith({ secretKey: 'sk_test_other' })).newUser();
  expect((await user.post('/pay/create-checkout')).problem.code).toBe('unavailable');
});

test('without keys payments are unavailable and the rest works', async () => {
  const { newUser, origin } = await serverWith();
  const user = await newUser();
  for (const call of ['/pay/create-checkout', '/pay/confirm-payment']) {
    expect((await user.post(call)).problem.code).toBe('unavailable');
  }
  expect(await bring(origin, { body: '{}', signature: '' })).toBe(503);
  expect((await user.user()).isPaidUser).toBe(false);
});

test('STRIPE_PRICE_ID sets the price of the checkout and of its verification', async () => {
  const { newUser } = await serverWith({ priceId: 'price_gold' });
  const user = await newUser();
  const { data } = await expectOk(user.post<User & { url: string }>('/pay/create-checkout'));
  const session = await till.stripe.checkout.sessions.retrieve(data.stripeSessionId ?? '');
  expect(session).toMatchObject({ amount_total: 1999, currency: 'eur' });
  await payWith(data.url, GOOD_CARD);
  expect((await expectOk(user.post('/pay/confirm-payment'))).data.isPaidUser).toBe(true);
});

test('the settings require both keys or neither', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  expect(paymentSettings({})).toBe(null);
  expect(paymentSettings({ STRIPE_SECRET_KEY: '', STRIPE_PRICE_ID: 'price_1' })).toBe(null);
  expect(paymentSettings(keys)).toEqual({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    priceId: null,
    apiBase: null,
  });
  expect(paymentSettings({ ...keys, STRIPE_API_BASE: 'http://127.0.0.1:12111' })?.apiBase?.port).toBe('12111');
  for (const env of [
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    { STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    { ...keys, STRIPE_API_BASE: 'localhost' },
    { ...keys, STRIPE_API_BASE: 'file:///etc' },
  ]) {
    expect(() => paymentSettings(env)).toThrow(SettingsError);
  }
});
