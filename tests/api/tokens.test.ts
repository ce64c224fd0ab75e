import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureDemoUser } from '#api/demo/demo-user.ts';
import { PROOF_MS } from '#api/identity/proof.ts';
import { BASE_PATH, EXPORT_PATH } from '#contract/addresses.ts';
import { calls } from '#contract/calls.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import type { ChangeSet } from '#contract/ledger-calls.ts';
import { TOKENS_MAX } from '#contract/limits.ts';
import { openApi } from '#contract/openapi.ts';
import { scopeOf } from '#contract/scopes.ts';
import type { Token } from '#contract/token-calls.ts';
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
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes a read token of a user. */
async function tokenOf(user: Caller, more: object = {}): Promise<{ token: string; tokenId: string }> {
  const { data } = await expectOk(
    user.post<{ token: string; tokenId: string }>('/tokens/create', { name: 'A script', scope: 'read', ...more }),
  );
  noteSecretsOf({ password: data.token }, []);
  return data;
}

type Answer = { status: number; body: { data?: unknown; code?: string }; challenge: string | undefined };

/** Sends a request as a program does: with a token, and without a cookie or an Origin. */
async function ask(
  method: string,
  path: string,
  token: string,
  headers: object = {},
  input: object = {},
): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const asked = request(`${server.origin}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(method === 'POST' && { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
    asked.on('error', reject).on('response', async (response) => {
      const challenge = response.headers['www-authenticate'];
      const isJson = response.headers['content-type']?.includes('json');
      if (!isJson) response.resume();
      const body = isJson ? ((await json(response)) as Answer['body']) : {};
      resolve({ status: response.statusCode ?? 0, body, challenge });
    });
    asked.end(method === 'POST' ? JSON.stringify(input) : undefined);
  });
}

const get = (path: string, token: string, headers: object = {}) => ask('GET', `${BASE_PATH}${path}`, token, headers);

test('a token reads its user’s books, says when it was used, and ends when it is revoked', async () => {
  const user = await server.newUser();
  await expectOk(user.post('/transaction/create-income', { title: 'Pay', amount: 24, category: 'Salary' }));
  const { token, tokenId } = await tokenOf(user);
  expect(token).toMatch(/^db_[\w-]{43}$/);
  const read = await get('/ledger/entries', token);
  expect(read.body.data).toMatchObject({ entries: [{ title: 'Pay', amount: 24 }] });
  expect((await get('/users/get-current-user', token)).body.data).toMatchObject({ currentBalance: 24 });
  const [listed] = (await expectOk(user.get<{ tokens: Token[] }>('/tokens'))).data.tokens;
  expect(listed).toMatchObject({ _id: tokenId, name: 'A script', scope: 'read', expiresAt: null });
  expect(listed?.lastUsedAt).not.toBeNull();
  expect(listed?.lastAddress).toMatch(/127\.0\.0\.1/);
  const other = await server.newUser();
  expect((await other.post('/tokens/revoke', { tokenId })).problem.code).toBe('token_not_found');
  await expectOk(user.post('/tokens/revoke', { tokenId }));
  const { status, body, challenge } = await get('/ledger/entries', token);
  expect([status, body.code, challenge]).toEqual([401, 'token_invalid', 'Bearer']);
  expect((await expectOk(user.get<{ tokens: Token[] }>('/tokens'))).data.tokens).toEqual([]);
});

test('a token of a read-only scope can make the calls of its scope, and no other', async () => {
  const { token } = await tokenOf(await server.newUser());
  for (const [name, call] of Object.entries(calls)) {
    const { status, body } = await ask(call.method, `${BASE_PATH}${call.path}`, token);
    if (scopeOf(call) !== 'read') expect([name, status, body.code]).toEqual([name, 403, 'token_scope']);
    else expect([name, body.code]).not.toEqual([name, 'token_scope']);
  }
  for (const path of [EXPORT_PATH, '/users/oidc-callback', '/nothing'])
    expect((await get(path, token)).body.code).toBe('token_scope');
  expect((await ask('POST', `${BASE_PATH}/ledger/entries`, token)).body.code).toBe('token_scope');
  expect((await get('/ledger/digest?month=2026-11', token)).status).toBe(200);
});

test('no call that writes the books is in the scope that reads', () => {
  const writing = Object.values(calls).filter((call) => call.kind === 'command' && scopeOf(call) === 'read');
  expect(writing).toEqual([]);
  expect(scopeOf(calls.updateTransaction)).toBe('write');
  expect(scopeOf(calls.importCommit)).toBe('write');
  expect(scopeOf(calls.initialDeposit)).toBeNull();
  expect(scopeOf(calls.importPreview)).toBe('read');
  expect(scopeOf(calls.getSessions)).toBeNull();
  expect(scopeOf(calls.makeCalendarToken)).toBeNull();
});

test('a token that writes makes its calls, is named by its events, and undoes its own alone', async () => {
  const user = await server.newUser();
  const { token } = await tokenOf(user, { name: 'The phone', scope: 'write' });
  for (const [name, call] of Object.entries(calls)) {
    const { status, body } = await ask(call.method, `${BASE_PATH}${call.path}`, token);
    if (scopeOf(call) === null) expect([name, status, body.code]).toEqual([name, 403, 'token_scope']);
    else expect([name, body.code]).not.toEqual([name, 'token_scope']);
  }
  const write = async (path: string, input: object) => await ask('POST', `${BASE_PATH}${path}`, token, {}, input);
  const own = await expectOk(user.post('/transaction/create-income', { title: 'Pay', amount: 24, category: 'Salary' }));
  const made = await write('/ledger/enter', { text: 'found +5' });
  expect(made.status).toBe(200);
  const { changeSets } = (await expectOk(user.get<{ changeSets: ChangeSet[] }>('/ledger/change-sets'))).data;
  expect(changeSets.map(({ actor }) => actor)).toEqual(['token The phone', 'user']);
  const of = async (actor: string) =>
    (await expectOk(user.get<{ changeSets: ChangeSet[] }>(`/ledger/change-sets?actor=${encodeURIComponent(actor)}`)))
      .data.changeSets.length;
  expect(
    await Promise.all(['token', 'token The phone', 'token Another', 'user', 'import', 'schedule'].map(of)),
  ).toEqual([1, 1, 0, 1, 0, 0]);
  const found = async (q: string) =>
    (await expectOk(user.get<{ entries: { title: string }[] }>(`/ledger/entries?q=${encodeURIComponent(q)}`))).data
      .entries;
  const ofPhone = [{ title: 'found' }];
  expect(await found('by:token')).toMatchObject(ofPhone);
  expect(await found('by:"Token the Phone"')).toMatchObject(ofPhone);
  expect(await found('by:"token Another"')).toEqual([]);
  expect(await found('-by:token')).toMatchObject([{ title: 'Pay' }]);
  expect(await found('by:user')).toMatchObject([{ title: 'Pay' }]);
  expect(await found('by:schedule')).toEqual([]);
  const rule = { when: 'by:token', then: { category: 'Salary' } };
  const refused = await user.post('/ledger/add-rule', rule);
  expect(refused.problem.errors).toEqual({ when: "A rule can't ask which program made an entry" });
  const [phones] = changeSets;
  const foreign = await write('/ledger/undo', { changeSetId: own.headers.get('Change-Set') });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'not_own_change_set']);
  expect((await write('/ledger/undo', { changeSetId: 'unknown' })).body.code).toBe('change_set_not_found');
  expect((await write('/ledger/undo', { changeSetId: phones?._id })).status).toBe(200);
  const bulk = { select: { q: 'pay' }, change: { title: 'Salary' } };
  expect((await write('/ledger/bulk', bulk)).status).toBe(200);
  expect(await of('token The phone')).toBe(3);
  for await (const { metadata } of server.log.readAfter(user.userId, 0n))
    expect((metadata as { actor?: string }).actor).toBe('token The phone');
  const audited = await expectOk(user.get<{ intact: boolean }>('/ledger/verify'));
  expect(audited.data.intact).toBe(true);
});

test('the limits of a token hold for each entry before and after a change, alone and in bulk', async () => {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 500 }));
  const { token } = await tokenOf(user, { scope: 'write', limits: { amount: 50, days: 7 } });
  expect((await expectOk(user.get<{ tokens: Token[] }>('/tokens'))).data.tokens[0]?.limits).toEqual({
    amount: 50,
    days: 7,
  });
  const write = async (path: string, input: object) => {
    const { status, body } = await ask('POST', `${BASE_PATH}${path}`, token, {}, input);
    return body.code ?? status;
  };
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const expense = (amount: number, ago: number) => ({ title: 'Food', amount, date: day(ago), wallet: 'Bank' });
  const create = async (amount: number, ago: number) => {
    await expectOk(user.post('/transaction/create-expense', expense(amount, ago)));
    const { data } = await expectOk(user.get<{ entries: { _id: string }[] }>(`/ledger/entries?q=date:${day(ago)}`));
    return data.entries[0]?._id;
  };
  const [near, old] = [await create(20, 1), await create(20, 9)];
  const large = await create(70, 2);
  expect(await write('/transaction/create-expense', expense(50, 7))).toBe(200);
  expect(await write('/transaction/create-expense', expense(50.01, 0))).toBe('token_limit');
  expect(await write('/transaction/create-income', { title: 'Pay', amount: 51 })).toBe('token_limit');
  expect(await write('/ledger/enter', { text: 'food 60' })).toBe('token_limit');
  expect(await write('/transaction/create-expense', expense(5, 8))).toBe('token_limit');
  expect(await write('/transaction/create-expense', expense(5, -8))).toBe('token_limit');
  expect(await write('/transaction/update-transaction', { transactionId: near, amount: 51 })).toBe('token_limit');
  expect(await write('/transaction/update-transaction', { transactionId: near, date: day(8) })).toBe('token_limit');
  expect(await write('/transaction/update-transaction', { transactionId: large, amount: 5 })).toBe('token_limit');
  expect(await write('/transaction/update-transaction', { transactionId: old, date: day(1) })).toBe('token_limit');
  expect(await write('/transaction/delete-transaction', { transactionId: large })).toBe('token_limit');
  expect(await write('/transaction/delete-transaction', { transactionId: old })).toBe('token_limit');
  expect(await write('/ledger/bulk', { select: { q: '' }, change: { title: 'All' } })).toBe('token_limit');
  const rent = { title: 'Rent', type: 'Expense', rule: { every: 1, unit: 'month', start: day(0) }, post: 'by-itself' };
  expect(await write('/schedules/add', { ...rent, wallet: 'Bank', amount: { exact: 51 } })).toBe('token_limit');
  const back = { title: 'Back', type: 'Expense', rule: { every: 1, unit: 'week', start: day(30) }, post: 'by-itself' };
  expect(await write('/schedules/add', { ...back, wallet: 'Bank', amount: { exact: 5 } })).toBe('token_limit');
  const opened = { name: 'Card', kind: 'Cash', openingBalance: 999 };
  expect(await write('/accounts/open-account', opened)).toBe('token_limit');
  const goal = { title: 'Bicycle', finalAmount: 600, category: 'Savings', wantedBy: '2030-01-31' };
  expect(await write('/goals/create-goal', goal)).toBe(200);
  const { goals } = (await expectOk(user.get<{ goals: { _id: string }[] }>('/goals/get-goals'))).data;
  const saving = { goalId: goals[0]?._id, currentAmount: 51 };
  expect(await write('/goals/add-money-to-goal', saving)).toBe('token_limit');
  expect(await write('/transaction/update-transaction', { transactionId: near, amount: 21 })).toBe(200);
  expect(await write('/ledger/bulk', { select: { ids: [near] }, delete: true })).toBe(200);
  expect((await user.post('/tokens/create', { name: 'None', scope: 'write', limits: {} })).status).toBe(422);
});

test('the OpenAPI names the scheme, and the scope of each call', () => {
  const { components, paths } = openApi() as {
    components: { securitySchemes: object };
    paths: Record<string, Record<string, { security: object[] }>>;
  };
  expect(components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } });
  expect(paths['/ledger/entries']?.get?.security).toContainEqual({ token: ['read'] });
  expect(paths['/tokens/create']?.post?.security).toEqual([{ session: [] }]);
});

describe('a token is refused', () => {
  test.each(['', 'db_', `db_${'a'.repeat(43)}`, 'two words', 'db_ä'])('as %j', async (text) => {
    const { status, body } = await get('/ledger/entries', encodeURI(text));
    expect([status, body.code]).toEqual([401, 'token_invalid']);
  });

  test('past its end, of a deleted user, and beside a session', async () => {
    const user = await server.newUser();
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    const { token } = await tokenOf(user, { expiresAt });
    const beside = await get('/ledger/entries', token, { Cookie: user.cookie });
    expect([beside.status, beside.body.code]).toEqual([400, 'token_with_session']);
    expect((await get('/ledger/entries', token)).status).toBe(200);
    // A proxy may add its own.
    expect((await get('/ledger/entries', 'ey.of.a-proxy', { Cookie: user.cookie })).status).toBe(200);
    server.clock.now = new Date(Date.now() + DAY_MS + 1);
    expect((await get('/ledger/entries', token)).body.code).toBe('token_invalid');
    server.clock.now = null;
    await expectOk(user.post('/users/delete-account', { password: user.password }));
    expect((await get('/ledger/entries', token)).body.code).toBe('token_invalid');
  });

  test('with the Origin of another site', async () => {
    const { token } = await tokenOf(await server.newUser());
    const asked = await ask('POST', `${BASE_PATH}/ledger/read-line`, token, { Origin: 'https://elsewhere.example' });
    expect(asked.body.code).toBe('foreign_origin');
  });
});

describe('a token is not made', () => {
  test.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'a'.repeat(31) }, 'name'],
    [{ scope: 'all' }, 'scope'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('of %o', async (more, field) => {
    const { status, problem } = await (await server.newUser()).post('/tokens/create', {
      ...{ name: 'A script', scope: 'read' },
      ...more,
    });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  });

  test('under a name that is taken, beyond the limit, without a fresh proof, or by the demo user', async () => {
    const user = await server.newUser();
    const tokens = Array.from({ length: TOKENS_MAX }, (_, index) => tokenOf(user, { name: `Script ${index}` }));
    const [first] = await Promise.all(tokens);
    const input = { name: 'Script 1', scope: 'read' };
    expect((await user.post('/tokens/create', input)).problem.code).toBe('token_name_taken');
    expect((await user.post('/tokens/create', { ...input, name: 'More' })).problem.code).toBe('too_many_tokens');
    await expectOk(user.post('/tokens/revoke', { tokenId: first?.tokenId }));
    server.clock.now = new Date(Date.now() + PROOF_MS);
    expect((await user.post('/tokens/create', { ...input, name: 'More' })).problem.code).toBe('proof_required');
    server.clock.now = null;
    await ensureDemoUser(server.services);
    const demo = server.visitor();
    await expectOk(demo.post('/users/login', { email: DEMO_EMAIL, password: DEMO_PASSWORD }));
    expect((await demo.post('/tokens/create', input)).problem.code).toBe('not_for_demo');
  });
});
