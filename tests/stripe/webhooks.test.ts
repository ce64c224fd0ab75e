import { afterEach, beforeEach, expect, test } from 'vitest';
import { settled } from '../support/settled.ts';
import { newCheckout, premiumCheckout } from './checkouts.ts';
import { GOOD_CARD, payWith } from './person.ts';
import { openTill, type Till } from './till.ts';

let till: Till;
beforeEach(async () => {
  till = await openTill();
});
afterEach(() => till.close());

test('a payment sends an event that Stripe’s own library verifies', async () => {
  const { id, url } = await newCheckout(till.stripe);
  await payWith(url, GOOD_CARD);
  const { body, signature } = await till.letter('checkout.session.completed', id);
  const event = till.stripe.webhooks.constructEvent(body, signature, till.settings.webhookSecret);
  expect(event.data.object).toMatchObject({ id, payment_status: 'paid', amount_total: 999 });
  expect(() => till.stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow();
});

test('after a day a session expires, and sends an event', async () => {
  const { id } = await newCheckout(till.stripe);
  till.clock.ahead = 24 * 60 * 60 * 1000 - 10_000;
  expect((await till.stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  till.clock.ahead += 20_000;
  expect((await till.stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
  await till.letter('checkout.session.expired', id);
});

test('an event that is not accepted is sent again unchanged until it is', async () => {
  till.door.status = 503;
  const { url } = await newCheckout(till.stripe);
  await payWith(url, GOOD_CARD);
  await settled(
    async () => till.letters.length,
    (sent) => sent >= 3,
  );
  till.door.status = 200;
  const before = till.letters.length;
  await settled(
    async () => till.letters.length,
    (sent) => sent > before,
  );
  expect(new Set(till.letters.map(({ body }) => body)).size).toBe(1);
});

test('sessions and undelivered events survive a restart, and accepted events are not sent again', async () => {
  const taken = await newCheckout(till.stripe);
  await payWith(taken.url, GOOD_CARD);
  await till.letter('checkout.session.completed', taken.id);
  till.door.status = 503;
  const due = await newCheckout(till.stripe);
  await payWith(due.url, GOOD_CARD);
  await till.letter('checkout.session.completed', due.id);
  const open = await newCheckout(till.stripe);
  await till.stop();
  till.letters.length = 0;
  till.door.status = 200;
  await till.start();
  await till.letter('checkout.session.completed', due.id);
  expect((await till.stripe.checkout.sessions.retrieve(due.id)).payment_status).toBe('paid');
  expect((await till.stripe.checkout.sessions.retrieve(open.id)).status).toBe('open');
  await till.stop();
  expect(till.letters.filter(({ body }) => body.includes(taken.id))).toEqual([]);
  till.letters.length = 0;
  await till.start();
  await payWith(open.url, GOOD_CARD);
  await till.letter('checkout.session.completed', open.id);
  expect(till.letters.filter(({ body }) => body.includes(due.id))).toEqual([]);
});

test('an idempotency key survives a restart', async () => {
  const create = () => till.stripe.checkout.sessions.create(premiumCheckout(), { idempotencyKey: 'monday' });
  const { id } = await create();
  await till.stop();
  await till.start();
  expect((await create()).id).toBe(id);
});
