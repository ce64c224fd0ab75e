import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CheckoutJournal, type DueEvent } from './journal.ts';
import { newId, type StripeSession } from './session.ts';
import { Sessions } from './sessions.ts';

let folder: string;
let journal: CheckoutJournal;
let sessions: Sessions;
let delivered: DueEvent[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-stripe-'));
  const opened = await CheckoutJournal.open(folder);
  journal = opened.journal;
  delivered = [];
  const options = {
    journal,
    now: () => 1_000,
    origin: () => 'http://stripe.test',
    deliver: (event: DueEvent) => delivered.push(event),
  };
  sessions = new Sessions(options, opened.changes);
});
afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true, force: true });
});

function openSession(): StripeSession {
  return {
    id: newId('cs_test'),
    status: 'open',
    created: 1_000,
    expiresAt: 2_000,
    amount: 999,
    currency: 'usd',
    lineItems: [{ name: 'Premium', quantity: 1, unitAmount: 999 }],
    clientReferenceId: null,
    customerEmail: null,
    metadata: {},
    successUrl: 'http://daybook.test/',
    cancelUrl: null,
    paymentIntent: null,
  };
}

test('of concurrent payments and expiries only one has an effect, and one event is sent', async () => {
  const session = openSession();
  await sessions.add(session, null);
  const closed = await Promise.all([sessions.pay(session), sessions.expire(session), sessions.pay(session)]);
  expect(closed.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete']);
  expect(new Set(closed.map(({ paymentIntent }) => paymentIntent)).size).toBe(1);
  expect(delivered.map(({ body }) => JSON.parse(body).type)).toEqual(['checkout.session.completed']);
});

test('a payment and its event are on disk together before the event is delivered', async () => {
  const session = openSession();
  await sessions.add(session, null);
  await sessions.pay(session);
  const { journal: again, changes } = await CheckoutJournal.open(folder);
  await again.close();
  expect(changes.map(({ kind }) => kind)).toEqual(['session', 'session', 'event']);
  expect(changes.filter((change) => change.kind === 'event').map(({ event }) => event)).toEqual(delivered);
});
