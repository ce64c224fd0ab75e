import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE_PATH } from '#contract/addresses.ts';
import type { User } from '#contract/user.ts';
import { GOOD_CARD, payWith } from '../stripe/person.ts';
import { bring, forged, signed } from '../stripe/post.ts';
import { type Letter, openTill, type Till } from '../stripe/till.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let till: Till;
let server: TestServer;
beforeAll(async () => {
  till = await openTill();
  server = await openTestServer({ stripe: till.settings });
});
afterAll(async () => {
  await server.close();
  await till.close();
});

const types = async (user: Caller) => (await eventsOf(server, user.userId)).map(({ type }) => type);

async function withCheckout(): Promise<{ user: Caller; url: string; sessionId: string }> {
  const user = await server.newUser();
  const { data } = await expectOk(user.post<User & { url: string }>('/pay/create-checkout'));
  return { user, url: data.url, sessionId: data.stripeSessionId ?? '' };
}

async function withPayment(): Promise<{ user: Caller; sessionId: string; letter: Letter }> {
  const { user, url, sessionId } = await withCheckout();
  await payWith(url, GOOD_CARD);
  return { user, sessionId, letter: await till.letter('checkout.session.completed', sessionId) };
}

test('an event alone makes a user Premium, and a later confirm-payment changes nothing', async () => {
  const { user, sessionId, letter } = await withPayment();
  expect(await bring(server.origin, letter)).toBe(200);
  expect(await user.user()).toMatchObject({ isPaidUser: true, stripeSessionId: sessionId });
  expect((await expectOk(user.post('/pay/confirm-payment'))).data.isPaidUser).toBe(true);
  expect(await types(user)).toEqual(['CheckoutStarted', 'PaymentConfirmed']);
});

test('an event after confirm-payment changes nothing', async () => {
  const { user, letter } = await withPayment();
  await expectOk(user.post('/pay/confirm-payment'));
  expect(await bring(server.origin, letter)).toBe(200);
  expect(await types(user)).toEqual(['CheckoutStarted', 'PaymentConfirmed']);
});

test('repeated events and concurrent calls record one payment', async () => {
  const { user, letter } = await withPayment();
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, at) =>
      at % 3 === 0 ? (await user.post('/pay/confirm-payment')).status : await bring(server.origin, letter),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await types(user)).toEqual(['CheckoutStarted', 'PaymentConfirmed']);
});

test('an expiry after the payment, or of another checkout, changes nothing', async () => {
  const { user, letter } = await withPayment();
  const expired = forged(till, letter, { status: 'expired', payment_status: 'unpaid' }, 'checkout.session.expired');
  await bring(server.origin, letter);
  expect(await bring(server.origin, expired)).toBe(200);
  expect((await user.user()).isPaidUser).toBe(true);

  const open = await withCheckout();
  const other = {
    id: 'cs_test_other',
    status: 'expired',
    payment_status: 'unpaid',
    client_reference_id: open.user.userId,
  };
  expect(await bring(server.origin, forged(till, letter, other, 'checkout.session.expired'))).toBe(200);
  expect((await open.user.user()).stripeSessionId).toBe(open.sessionId);
});

test('a payment after the expiry counts', async () => {
  const { user, letter } = await withPayment();
  const expired = forged(till, letter, { status: 'expired', payment_status: 'unpaid' }, 'checkout.session.expired');
  await bring(server.origin, expired);
  expect((await user.user()).stripeSessionId).toBe(null);
  await bring(server.origin, letter);
  expect((await user.user()).isPaidUser).toBe(true);
  expect(await types(user)).toEqual(['CheckoutStarted', 'CheckoutExpired', 'PaymentConfirmed']);
});

test('an expired checkout is recorded, and the next one is created without a request about it', async () => {
  const { user, sessionId } = await withCheckout();
  await till.stripe.checkout.sessions.expire(sessionId);
  expect(await bring(server.origin, await till.letter('checkout.session.expired', sessionId))).toBe(200);
  expect((await user.user()).stripeSessionId).toBe(null);
  await expectOk(user.post('/pay/create-checkout'));
  expect(await types(user)).toEqual(['CheckoutStarted', 'CheckoutExpired', 'CheckoutStarted']);
});

test('a pending payment makes a user Premium only when it succeeds', async () => {
  const { user, letter } = await withPayment();
  expect(await bring(server.origin, forged(till, letter, { payment_status: 'unpaid' }))).toBe(200);
  expect((await user.user()).isPaidUser).toBe(false);
  expect(await bring(server.origin, forged(till, letter, {}, 'checkout.session.async_payment_succeeded'))).toBe(200);
  expect((await user.user()).isPaidUser).toBe(true);
});

test('a failed payment allows another checkout', async () => {
  const { user, letter } = await withPayment();
  const failed = forged(till, letter, { payment_status: 'unpaid' }, 'checkout.session.async_payment_failed');
  expect(await bring(server.origin, failed)).toBe(200);
  expect(await types(user)).toEqual(['CheckoutStarted', 'CheckoutExpired']);
});

test.each([
  ['another amount', { amount_total: 998 }],
  ['another currency', { currency: 'eur' }],
  ['nothing to pay', { payment_status: 'no_payment_required' }],
])('a payment with %s is acknowledged and makes nobody Premium', async (_, change) => {
  const { user, letter } = await withPayment();
  expect(await bring(server.origin, forged(till, letter, change))).toBe(200);
  expect(await types(user)).toEqual(['CheckoutStarted']);
});

test.each([
  ['nobody', null],
  ['an unknown user', randomUUID()],
  ['an invalid id', "'; DROP TABLE identity.users; --"],
])('a payment of %s is acknowledged and not recorded', async (_, client_reference_id) => {
  const { user, letter } = await withPayment();
  expect(await bring(server.origin, forged(till, letter, { client_reference_id }))).toBe(200);
  expect(await types(user)).toEqual(['CheckoutStarted']);
  expect(await eventsOf(server, client_reference_id ?? randomUUID())).toEqual([]);
});

test('a payment of a deleted user is acknowledged', async () => {
  const { user, letter } = await withPayment();
  await server.log.erase(user.userId);
  expect(await bring(server.origin, letter)).toBe(200);
});

test('an event of another type is acknowledged', async () => {
  const { letter } = await withPayment();
  expect(await bring(server.origin, forged(till, letter, {}, 'customer.created'))).toBe(200);
});

test('an event without a valid signature is refused', async () => {
  const { user, letter } = await withPayment();
  const otherBody = letter.body.replace('"usd"', '"usd" ');
  const { body } = letter;
  const old = Math.floor(Date.now() / 1000) - 3600;
  const sign = (secret: string, timestamp?: number) =>
    till.stripe.webhooks.generateTestHeaderString({ payload: body, secret, ...(timestamp ? { timestamp } : {}) });
  for (const wrong of [
    { body, signature: '' },
    { body, signature: 'nonsense' },
    { body, signature: sign('whsec_other') },
    { body, signature: sign(till.settings.webhookSecret, old) },
    { body: otherBody, signature: letter.signature },
  ]) {
    expect(await bring(server.origin, wrong)).toBe(400);
  }
  const notJson = till.stripe.webhooks.generateTestHeaderString({ payload: '{', secret: till.settings.webhookSecret });
  expect(await bring(server.origin, { body: '{', signature: notJson })).toBe(400);
  expect(await types(user)).toEqual(['CheckoutStarted']);
});

test('a body above the size limit is refused', async () => {
  expect(await bring(server.origin, signed(till, { type: 'x'.repeat(300_000) }))).toBe(413);
});

test('the webhook needs neither Origin nor session; other calls do', async () => {
  const { letter } = await withPayment();
  const headers = { Origin: 'https://stripe.example', Cookie: 'daybook=nobody', 'Stripe-Signature': letter.signature };
  const response = await fetch(`${server.origin}${BASE_PATH}/pay/webhook`, {
    method: 'POST',
    headers,
    body: letter.body,
  });
  expect(response.status).toBe(200);
  const foreign = await server.visitor().post('/pay/confirm-payment', undefined, { Origin: 'https://stripe.example' });
  expect(foreign.problem.code).toBe('foreign_origin');
});
