import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { recordCheckoutStep } from '#api/payments/checkout-commands.ts';
import type { Payments } from '#api/payments/payments.ts';
import type { User } from '#contract/user.ts';
import { newCheckout } from '../stripe/checkouts.ts';
import { DECLINED_CARD, GOOD_CARD, open, payWith } from '../stripe/person.ts';
import { openTill, type Till } from '../stripe/till.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let till: Till;
let server: TestServer;
beforeAll(async () => {
  till = await openTill();
  server = await openTestServer({ stripe: till.settings });
});
afterEach(() => server.worker.resume());
afterAll(async () => {
  await server.close();
  await till.close();
});

type Checkout = User & { url: string };

const createCheckout = (user: Caller) => user.post<Checkout>('/pay/create-checkout');
const confirm = (user: Caller) => user.post('/pay/confirm-payment');
function payments(): Payments {
  if (!server.services.payments) throw new Error('Nothing can be paid in this server.');
  return server.services.payments;
}
const types = async (user: Caller) => (await eventsOf(server, user.userId)).map(({ type }) => type);

async function withCheckout(): Promise<{ user: Caller; url: string; sessionId: string }> {
  const user = await server.newUser();
  const { data } = await expectOk(createCheckout(user));
  return { user, url: data.url, sessionId: data.stripeSessionId ?? '' };
}

describe('a payment', () => {
  test('goes from checkout to payment page to confirmation', async () => {
    const { user, url, sessionId } = await withCheckout();
    expect(await user.user()).toMatchObject({ isPaidUser: false, stripeSessionId: sessionId });
    expect((await open(url)).text).toContain('$9.99');
    expect((await payWith(url, GOOD_CARD)).location).toBe('http://daybook.test/payment-success');
    const { data } = await expectOk(confirm(user));
    expect(data).toMatchObject({ _id: user.userId, isPaidUser: true, stripeSessionId: sessionId });
    expect(await user.user()).toMatchObject({ isPaidUser: true });
    expect(await eventsOf(server, user.userId)).toEqual([
      { type: 'CheckoutStarted', data: { sessionId } },
      { type: 'PaymentConfirmed', data: { sessionId } },
    ]);
  });

  test('has ledger and price in its Stripe checkout', async () => {
    const { user, sessionId } = await withCheckout();
    expect(await till.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({
      mode: 'payment',
      client_reference_id: user.userId,
      amount_total: 999,
      currency: 'usd',
      success_url: 'http://daybook.test/payment-success',
      cancel_url: 'http://daybook.test/',
    });
  });

  test('succeeds with a second card after a declined one', async () => {
    const { user, url } = await withCheckout();
    expect((await payWith(url, DECLINED_CARD)).text).toContain('Your card was declined');
    expect((await expectOk(confirm(user))).data.isPaidUser).toBe(false);
    await payWith(url, GOOD_CARD);
    expect((await expectOk(confirm(user))).data.isPaidUser).toBe(true);
  });

  test('reuses the open checkout after a return without payment', async () => {
    const { user, url, sessionId } = await withCheckout();
    expect((await open(url)).text).toContain('href="http://daybook.test/"');
    const again = await expectOk(createCheckout(user));
    expect(again.data).toMatchObject({ url, stripeSessionId: sessionId });
    expect(await types(user)).toEqual(['CheckoutStarted']);
  });
});

describe('create-checkout', () => {
  test('is refused after a payment', async () => {
    const { user, url } = await withCheckout();
    await payWith(url, GOOD_CARD);
    await expectOk(confirm(user));
    const refused = await createCheckout(user);
    expect([refused.status, refused.problem.code]).toEqual([409, 'already_paid']);
  });

  test('records a payment of the open checkout', async () => {
    const { user, url } = await withCheckout();
    await payWith(url, GOOD_CARD);
    expect((await createCheckout(user)).problem.code).toBe('already_paid');
    expect((await user.user()).isPaidUser).toBe(true);
    expect(await types(user)).toEqual(['CheckoutStarted', 'PaymentConfirmed']);
  });

  test('creates a new checkout when the open one has expired', async () => {
    const { user, sessionId } = await withCheckout();
    await till.stripe.checkout.sessions.expire(sessionId);
    const { data } = await expectOk(createCheckout(user));
    expect(data.stripeSessionId).not.toBe(sessionId);
    expect(await types(user)).toEqual(['CheckoutStarted', 'CheckoutExpired', 'CheckoutStarted']);
    await payWith(data.url, GOOD_CARD);
    expect((await expectOk(confirm(user))).data.isPaidUser).toBe(true);
  });

  test('creates a new checkout when the open one is unknown to Stripe', async () => {
    const user = await server.newUser();
    await recordCheckoutStep(server.services, user.userId, 'StartCheckout', 'cs_test_forgotten');
    const { data } = await expectOk(createCheckout(user));
    expect(data.stripeSessionId).not.toBe('cs_test_forgotten');
    expect(await types(user)).toEqual(['CheckoutStarted', 'CheckoutExpired', 'CheckoutStarted']);
  });

  test('opens one checkout in twenty concurrent requests', async () => {
    const user = await server.newUser();
    const answers = await Promise.all(Array.from({ length: 20 }, () => createCheckout(user)));
    expect(new Set(answers.map(({ status, data }) => `${status} ${data?.url}`)).size).toBe(1);
    expect(await types(user)).toEqual(['CheckoutStarted']);
  });

  test('gets the same checkout from Stripe at the same revision, and another at another one', async () => {
    const user = await server.newUser();
    const begin = async (revision: bigint) => (await payments().begin(user.userId, revision)).id;
    const first = await begin(-1n);
    expect(await begin(-1n)).toBe(first);
    expect(await begin(0n)).not.toBe(first);
  });

  test('gives the checkout of a faster concurrent request, and expires its own', async () => {
    const user = await server.newUser();
    const faster = await newCheckout(till.stripe, { client_reference_id: user.userId });
    const begin = payments().begin.bind(payments());
    let own = '';
    const spied = vi.spyOn(payments(), 'begin').mockImplementationOnce(async (userId, revision) => {
      const session = await begin(userId, revision);
      own = session.id;
      await recordCheckoutStep(server.services, userId, 'StartCheckout', faster.id);
      return session;
    });
    const { data } = await expectOk(createCheckout(user)).finally(() => spied.mockRestore());
    expect(data).toMatchObject({ url: faster.url, stripeSessionId: faster.id });
    expect((await till.stripe.checkout.sessions.retrieve(own)).status).toBe('expired');
    expect(await types(user)).toEqual(['CheckoutStarted']);
  });

  test('expires its checkout when a concurrent payment was faster', async () => {
    const user = await server.newUser();
    const begin = payments().begin.bind(payments());
    let own = '';
    const spied = vi.spyOn(payments(), 'begin').mockImplementationOnce(async (userId, revision) => {
      const session = await begin(userId, revision);
      own = session.id;
      await recordCheckoutStep(server.services, userId, 'ConfirmPayment', 'cs_test_faster');
      return session;
    });
    const refused = await createCheckout(user).finally(() => spied.mockRestore());
    expect(refused.problem.code).toBe('already_paid');
    expect((await till.stripe.checkout.sessions.retrieve(own)).status).toBe('expired');
  });

  test('needs a session', async () => {
    expect((await createCheckout(server.visitor())).problem.code).toBe('session_required');
  });
});

describe('confirm-payment', () => {
  test('changes nothing without a payment or without a checkout', async () => {
    const { user } = await withCheckout();
    expect((await expectOk(confirm(user))).data).toEqual(await user.user());
    expect(await types(user)).toEqual(['CheckoutStarted']);
    const other = await server.newUser();
    expect((await expectOk(confirm(other))).data).toMatchObject({ isPaidUser: false, stripeSessionId: null });
  });

  test('records an expired checkout', async () => {
    const { user, sessionId } = await withCheckout();
    await till.stripe.checkout.sessions.expire(sessionId);
    expect((await expectOk(confirm(user))).data).toMatchObject({ isPaidUser: false, stripeSessionId: null });
    expect(await types(user)).toEqual(['CheckoutStarted', 'CheckoutExpired']);
  });

  test('records one payment in twenty concurrent requests', async () => {
    const { user, url } = await withCheckout();
    await payWith(url, GOOD_CARD);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(user)));
    expect(answers.map(({ status, data }) => [status, data.isPaidUser])).toEqual(answers.map(() => [200, true]));
    expect(await types(user)).toEqual(['CheckoutStarted', 'PaymentConfirmed']);
  });

  test.each([
    ['another amount', { unit_amount: 998 }, {}],
    ['another currency', { currency: 'eur' }, {}],
    ['somebody else’s name', {}, { client_reference_id: 'somebody else' }],
  ])('does not take a checkout with %s', async (_, price, changes) => {
    const user = await server.newUser();
    const price_data = { currency: 'usd', unit_amount: 999, product_data: { name: 'Premium' }, ...price };
    const session = { client_reference_id: user.userId, line_items: [{ quantity: 1, price_data }], ...changes };
    const { id, url } = await newCheckout(till.stripe, session);
    await recordCheckoutStep(server.services, user.userId, 'StartCheckout', id);
    expect((await payWith(url, GOOD_CARD)).status).toBe(303);
    expect((await expectOk(confirm(user))).data.isPaidUser).toBe(false);
    expect((await createCheckout(user)).problem.code).toBe('payment_pending');
    expect(await types(user)).toEqual(['CheckoutStarted']);
  });

  test('works while the worker is paused', async () => {
    const user = await server.newUser();
    server.worker.pause();
    const { data } = await expectOk(createCheckout(user));
    expect((await expectOk(createCheckout(user))).data.url).toBe(data.url);
    await payWith(data.url, GOOD_CARD);
    const confirmed = await expectOk(confirm(user));
    expect(confirmed.data.isPaidUser).toBe(true);
    expect(confirmed.headers.get('Projection-Lag')).toBe('2');
    expect(await types(user)).toEqual(['CheckoutStarted', 'PaymentConfirmed']);
  });
});
