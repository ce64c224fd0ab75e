import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureDemoUser } from '#api/demo/demo-user.ts';
import { isPublic, publicLookup } from '#api/webhooks/allowed-address.ts';
import { WebhookDeliveries } from '#api/webhooks/deliver.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import { WEBHOOK_LOG_MAX } from '#contract/limits.ts';
import type { SecurityEvent } from '#contract/sign-in-calls.ts';
import type { Webhook, WebhookDelivery } from '#contract/webhook-calls.ts';
import { shifted } from '#ledger/model/days.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { noteSecretsOf } from '../support/leaks.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.now = null;
  server.services.isWebhookPrivate = true;
});

const HOUR_MS = 60 * 60 * 1000;

type Received = { headers: IncomingHttpHeaders; body: string };

/** A receiver on loopback, which answers with the status that a test sets. */
let receiver: Server;
let received: Received[];
let answer: { status: number; location?: string } | 'never';
beforeEach(async () => {
  received = [];
  answer = { status: 204 };
  receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    if (answer === 'never') return;
    response.writeHead(answer.status, answer.location ? { Location: answer.location } : {}).end();
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
});
afterEach(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const addressOf = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/daybook`;
const WHAT = ['change-set', 'occurrence'];

async function add(user: Caller, more: object = {}): Promise<{ webhookId: string; secret: string }> {
  const input = { url: addressOf(), what: WHAT, ...more };
  const { data } = await expectOk(user.post<{ webhookId: string; secret: string }>('/webhooks/add', input));
  noteSecretsOf({ password: data.secret }, []);
  return data;
}
const record = (user: Caller, title: string) =>
  expectOk(user.post('/transaction/create-income', { title, amount: 5, category: 'Salary' }));
const deliver = async () => {
  await server.settled();
  await sent(deliveries());
};
const failures: unknown[] = [];
/** Deliveries of a process; a failure of one fails the test. */
const deliveries = () => new WebhookDeliveries(server.services, (error) => failures.push(error));
afterEach(() => expect(failures.splice(0)).toEqual([]));
const sent = async (begun: WebhookDeliveries) => {
  await begun.look();
  await begun.idle();
};
const later = (ms: number) => {
  server.clock.now = new Date((server.clock.now ?? new Date()).getTime() + ms);
};
const titles = () => received.map(({ body }) => JSON.parse(body).data.summary ?? JSON.parse(body).data.title);
const log = async (user: Caller, id: string) =>
  (await expectOk(user.get<{ deliveries: WebhookDelivery[] }>(`/webhooks/log?id=${id}`))).data.deliveries;
const webhooks = async (user: Caller) => (await expectOk(user.get<{ webhooks: Webhook[] }>('/webhooks'))).data.webhooks;

test('each change-set is sent once in order, signed as Standard Webhooks are', async () => {
  const user = await server.newUser();
  await record(user, 'Before');
  await server.settled();
  const { webhookId, secret } = await add(user);
  expect(secret).toMatch(/^whsec_/);
  await record(user, 'One');
  await record(user, 'Two');
  await deliver();
  await deliver();
  expect(titles()).toEqual([expect.stringContaining('One'), expect.stringContaining('Two')]);
  const [first] = received as [Received];
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = first.headers;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${at}.${first.body}`).digest('base64');
  expect(signature).toBe(`v1,${expected}`);
  expect(JSON.parse(first.body)).toMatchObject({ type: 'change-set', data: { kind: 'create-income', actor: 'user' } });
  expect(await log(user, webhookId)).toMatchObject([
    { status: 204, tries: 1, isDelivered: true, type: 'change-set' },
    { _id: id, status: 204, tries: 1 },
  ]);
  const { rows } = await server.database.query('SELECT secret FROM webhooks.webhooks WHERE webhook_id = $1', [
    webhookId,
  ]);
  expect(rows[0]?.secret.includes(key)).toBe(false);
});

test('a message that fails is tried again later and later, before the ones behind it, and a redirect is a failure', async () => {
  const user = await server.newUser();
  const { webhookId } = await add(user);
  await record(user, 'One');
  await record(user, 'Two');
  server.clock.now = new Date();
  answer = { status: 500 };
  await deliver();
  await deliver();
  expect(received).toHaveLength(1);
  later(1_000);
  answer = { status: 302, location: addressOf() };
  await deliver();
  later(1_999);
  await deliver();
  expect(received).toHaveLength(2);
  expect(await log(user, webhookId)).toMatchObject([{ status: 302, tries: 2, isDelivered: false }]);
  later(1);
  answer = { status: 200 };
  await deliver();
  expect(titles().map((title) => /One|Two/.exec(title)?.[0])).toEqual(['One', 'One', 'One', 'Two']);
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids.slice(0, 3)).size).toBe(1);
  expect(received[0]?.body).toBe(received[2]?.body);
  expect(received[0]?.headers['webhook-timestamp']).not.toBe(received[2]?.headers['webhook-timestamp']);
});

test('a webhook that fails for a day is turned off with a notice, and goes on when it is turned on', async () => {
  const user = await server.newUser();
  const { webhookId } = await add(user);
  await record(user, 'One');
  receiver.close();
  server.clock.now = new Date();
  for (let hour = 0; hour <= 26; hour += 1) {
    await deliver();
    later(HOUR_MS);
  }
  expect(await webhooks(user)).toMatchObject([{ _id: webhookId, isOn: false }]);
  const { events } = (await expectOk(user.get<{ events: SecurityEvent[] }>('/users/security-log'))).data;
  expect(events.map(({ kind }) => kind)).toEqual(['webhook-off', 'webhook-added']);
  expect(await log(user, webhookId)).toMatchObject([{ status: null, isDelivered: false }]);
  await record(user, 'Two');
  await deliver();
  const { port } = new URL(addressOfClosed(webhookId, await webhooks(user)));
  await new Promise<void>((listening) => receiver.listen(Number(port), '127.0.0.1', listening));
  await expectOk(user.post('/webhooks/turn-on', { webhookId }));
  await deliver();
  await deliver();
  expect(titles().map((title) => /One|Two/.exec(title)?.[0])).toEqual(['One', 'Two']);
});

const addressOfClosed = (id: string, all: readonly Webhook[]) => all.find(({ _id }) => _id === id)?.url ?? '';

test('an occurrence is sent on its day, and what is not wanted is not', async () => {
  const user = await server.newUser();
  const today = new Date().toISOString().slice(0, 10);
  await add(user, { what: ['occurrence'] });
  const rent = { title: 'Rent', type: 'Expense', amount: { exact: 900 }, post: 'ask' };
  await expectOk(user.post('/schedules/add', { ...rent, rule: { every: 1, unit: 'day', start: shifted(today, 1) } }));
  await deliver();
  expect(received).toEqual([]);
  await expectOk(
    user.post('/schedules/add', { ...rent, title: 'Now', rule: { every: 1, unit: 'month', start: today } }),
  );
  await deliver();
  expect(titles()).toEqual(['Now']);
  received = [];
  server.clock.now = new Date(`${shifted(today, 2)}T12:00:00Z`);
  await deliver();
  await deliver();
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'occurrence', data: { nominal: shifted(today, 1), day: shifted(today, 1), title: 'Rent' } },
    { type: 'occurrence', data: { nominal: shifted(today, 2), title: 'Rent' } },
  ]);
});

test('a slow receiver delays its own webhook alone, and two processes send nothing twice', async () => {
  const user = await server.newUser();
  await add(user);
  await record(user, 'One');
  await server.settled();
  await Promise.all([deliveries(), deliveries()].map(sent));
  expect(received).toHaveLength(1);
  answer = 'never';
  await record(user, 'Two');
  await server.settled();
  const slow = deliveries();
  await slow.look();
  await expect.poll(() => received.length).toBe(2);
  answer = { status: 200 };
  const other = await server.newUser();
  await add(other);
  await record(other, 'Three');
  await deliver();
  expect(titles().at(-1)).toContain('Three');
  receiver.closeAllConnections();
  await slow.idle();
});

test('the log has the last hundred, and a removed webhook sends nothing', async () => {
  const user = await server.newUser();
  const { webhookId } = await add(user);
  for (let index = 0; index < WEBHOOK_LOG_MAX + 2; index += 1) await record(user, `Pay ${index}`);
  for (let turn = 0; turn < 8; turn += 1) await deliver();
  expect(received).toHaveLength(WEBHOOK_LOG_MAX + 2);
  expect(await log(user, webhookId)).toHaveLength(WEBHOOK_LOG_MAX);
  const other = await server.newUser();
  for (const path of ['/webhooks/remove', '/webhooks/turn-on'])
    expect((await other.post(path, { webhookId })).problem.code).toBe('webhook_not_found');
  expect((await other.get(`/webhooks/log?id=${webhookId}`)).problem.code).toBe('webhook_not_found');
  await expectOk(user.post('/webhooks/remove', { webhookId }));
  await record(user, 'After');
  await deliver();
  expect(received).toHaveLength(WEBHOOK_LOG_MAX + 2);
});

describe('an address is refused', () => {
  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'example.com',
    'https://user:word@example.com/',
    'https://localhost/',
    'https://a.localhost/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.20.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    `https://example.com/${'a'.repeat(2_000)}`,
  ])('%s', async (url) => {
    server.services.isWebhookPrivate = false;
    const { status, problem } = await (await server.newUser()).post('/webhooks/add', { url, what: WHAT });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['url']]);
  });

  test('where a name leads to this machine, when it is connected to', async () => {
    const found = (name: string) =>
      new Promise((resolve) => {
        publicLookup(name, { all: true }, (error, addresses) => resolve(error ? error.message : addresses));
      });
    expect(await found('localhost')).toMatch(/not public/);
    expect(['8.8.8.8', '2606:4700::1111'].map(isPublic)).toEqual([true, true]);
    const user = await server.newUser();
    const { webhookId } = await add(user);
    await record(user, 'One');
    server.services.isWebhookPrivate = false;
    await deliver();
    expect(received).toEqual([]);
    expect(await log(user, webhookId)).toMatchObject([{ status: null, isDelivered: false, tries: 1 }]);
  });

  test('of the demo user, without a choice, and beyond ten', async () => {
    const user = await server.newUser();
    expect(
      Object.keys((await user.post('/webhooks/add', { url: addressOf(), what: [] })).problem.errors ?? {}),
    ).toEqual(['what']);
    await Promise.all(Array.from({ length: 10 }, () => add(user)));
    const more = { url: addressOf(), what: WHAT };
    expect((await user.post('/webhooks/add', more)).problem.code).toBe('too_many_webhooks');
    server.clock.now = new Date(Date.now() + HOUR_MS);
    expect((await user.post('/webhooks/add', more)).problem.code).toBe('proof_required');
    await ensureDemoUser(server.services);
    const demo = server.visitor();
    await expectOk(demo.post('/users/login', { email: DEMO_EMAIL, password: DEMO_PASSWORD }));
    expect((await demo.post('/webhooks/add', more)).problem.code).toBe('not_for_demo');
  });
});
