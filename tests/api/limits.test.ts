import { randomUUID } from 'node:crypto';
import Router from '@koa/router';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_EVENTS_MAX } from '#api/disk/disk-space.ts';
import { fileRoutes } from '#api/files/routes.ts';
import type { State } from '#api/http/context.ts';
import { failures } from '#api/http/failures.ts';
import { listen } from '#api/http/listen.ts';
import { sessions } from '#api/identity/session-cookie.ts';
import { transactionRoutes } from '#api/transactions/routes.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import { spent } from '#ledger/testing/scenario.ts';
import { openLogFile } from '#platform/log.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** The header of a trusted proxy. */
const from = (address: string) => ({ 'X-Forwarded-For': address });
const times = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('guessing a password', () => {
  test('is refused after twenty attempts with Retry-After, and does not lock out the owner elsewhere', async () => {
    const { email, password } = await server.newUser();
    const guess = (address: string, secret: string) =>
      server.visitor().post('/users/login', { email, password: secret }, from(address));
    for (const _ of times(20)) expect((await guess('10.0.0.1', 'wrong')).status).toBe(401);
    const refused = await guess('10.0.0.1', password);
    expect([refused.status, refused.problem.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(800);
    await expectOk(guess('10.0.0.2', password));
  });

  test('counts concurrent attempts', async () => {
    const { email } = await server.newUser();
    const guesses = await Promise.all(
      times(60).map(() => server.visitor().post('/users/login', { email, password: 'wrong' }, from('10.0.1.1'))),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(40);
  });

  test('is no longer counted after a successful login', async () => {
    const { email, password } = await server.newUser();
    const login = (secret: string) =>
      server.visitor().post('/users/login', { email, password: secret }, from('10.0.2.1'));
    for (const _ of times(3)) {
      for (const __ of times(15)) expect((await login('wrong')).status).toBe(401);
      await expectOk(login(password));
    }
  });

  test('of many accounts is limited for the address', async () => {
    const login = (at: number) =>
      server.visitor().post('/users/login', { email: `nobody${at}@example.com`, password: 'x' }, from('10.0.3.1'));
    const answers = await Promise.all(times(310).map(login));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(300);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test.each([
    ['one IPv6 network', (at: number) => `2001:db8:0:1::${at.toString(16)}`],
    ['one IPv4 address, however it is written', (at: number) => (at % 2 ? '10.0.6.1' : '::ffff:10.0.6.1')],
    ['what is no address', (at: number) => `${'x'.repeat(5_000)}${at}`],
  ])('from %s is counted as from one', async (_, address) => {
    const { email } = await server.newUser();
    const guess = (at: number) =>
      server.visitor().post('/users/login', { email, password: 'wrong' }, from(address(at)));
    const answers = await Promise.all(times(30).map(guess));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('within a session is limited, too', async () => {
    const user = await server.newUser();
    const change = () => user.post('/users/update-password', { oldPassword: 'wrong', newPassword: 'another' });
    for (const _ of times(10)) expect((await change()).status).toBe(422);
    expect((await change()).status).toBe(429);
    expect((await user.post('/users/delete-account', { password: user.password })).status).toBe(429);
  });
});

test('the undo of a large change-set is limited to twenty an hour, that of a small one is not', async () => {
  const user = await server.newUser();
  const undo = (changeSetId: string) => user.post('/ledger/undo', { changeSetId });
  const stored = (event: LedgerEvent, commandId: string) => {
    return {
      id: randomUUID(),
      ...encode(event, { commandId, inputHash: 'x', recordedAt: new Date().toISOString() }),
    };
  };
  // An import that was cut short is as large as it has announced, which saves recording its entries here.
  const count = SMALL_EVENTS_MAX;
  const begun = { importId: randomUUID(), fileName: 'bank.csv', format: 'csv', rows: count, left: 0, count } as const;
  await server.log.append(user.userId, -1n, [
    stored(spent(1, 1), 'small 0'),
    stored(spent(1, 2), 'small 1'),
    stored({ type: 'FileImported', data: begun }, 'large'),
    stored({ type: 'ImportCutShort', data: { missing: count } }, 'large'),
  ]);
  await settled(
    () => user.user(),
    ({ transactionCount }) => transactionCount === 2,
  );
  await expectOk(undo('large'));
  // A refused call counts, too: it is as much to look back at.
  for (const _ of times(19)) expect((await undo('large')).problem.code).toBe('already_undone');
  const refused = await undo('large');
  expect([refused.status, refused.problem.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000);
  for (const at of times(2)) await expectOk(undo(`small ${at}`));
});

test('feedback is limited to ten an hour', async () => {
  const user = await server.newUser();
  const give = () => user.post('/feedback/create-feedback', { rating: '1-star' });
  for (const _ of times(10)) await expectOk(give());
  expect((await give()).status).toBe(429);
});

test('commits of imports are limited to sixty in ten minutes', async () => {
  const user = await server.newUser();
  const commit = () => user.post('/import/commit', { importId: randomUUID() });
  const answers = await Promise.all(times(61).map(commit));
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

test('bulks of more than a thousand entries are limited to sixty an hour, others are not', async () => {
  const user = await server.newUser();
  const remove = (count: number) =>
    user.post('/ledger/bulk', { select: { ids: times(count).map(() => randomUUID()) }, delete: true });
  for (const _ of times(60)) expect((await remove(SMALL_EVENTS_MAX + 1)).status).toBe(404);
  expect((await remove(SMALL_EVENTS_MAX + 1)).status).toBe(429);
  expect((await remove(SMALL_EVENTS_MAX)).status).toBe(404);
});

test.each([
  ['/transaction/create-expense', 'receipt'],
  ['/users/upload-avatar', 'avatar'],
])('files sent to %s are counted, whichever route is registered first', async (path, field) => {
  const { database, cookie, now } = server.services;
  const log = openLogFile('limits', 'silent');
  const router = new Router<State>();
  transactionRoutes(router, server.services);
  fileRoutes(router, server.services);
  const app = new Koa<State>();
  app.use((ctx, next) => {
    ctx.state.log = log;
    return next();
  });
  app
    .use(failures)
    .use(sessions(database, cookie, now))
    .use(router.routes());
  const listening = await listen(app.callback(), 0, '127.0.0.1', log);
  try {
    const user = (await server.newUser()).copy(`http://127.0.0.1:${listening.port}`);
    const send = () => user.postForm(path, formOf({}, field, Buffer.from('no image')));
    for (const _ of times(100)) expect((await send()).status).toBe(422);
    const refused = await send();
    expect([refused.status, refused.problem.code]).toEqual([429, 'too_many_requests']);
  } finally {
    await listening.close();
  }
});

test('counts are shared by processes and survive a restart', async () => {
  const { email } = await server.newUser();
  const guess = (visitor: Caller) => visitor.post('/users/login', { email, password: 'wrong' }, from('10.0.4.1'));
  for (const _ of times(20)) await guess(server.visitor());
  expect((await guess(await server.visitorElsewhere())).status).toBe(429);
});

test('the table of counters contains no email', async () => {
  const { email } = await server.newUser();
  await server.visitor().post('/users/login', { email, password: 'wrong' }, from('10.0.5.1'));
  const { rows } = await server.database.query('SELECT key FROM limits.tries');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(email);
});
