import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, expectOk } from '../support/caller.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';
import { exchange } from '../support/wire.ts';

let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await openTestServer();
  user = await server.newUser();
});
afterAll(() => server.close());

const deposit = '/users/initial-deposit';

describe('an invalid request', () => {
  test.each([
    ['broken JSON', '{"depositAmount": 5', {}, 400, 'malformed'],
    ['no object', '"5"', {}, 400, 'malformed'],
    ['a list', '[5]', {}, 400, 'malformed'],
    ['ten thousand levels', '['.repeat(10_000), {}, 400, 'malformed'],
    ['a megabyte', JSON.stringify({ depositAmount: 5, note: 'x'.repeat(1_000_000) }), {}, 413, 'too_large'],
    ['XML', '<deposit>5</deposit>', { 'Content-Type': 'application/xml' }, 415, 'unsupported_media_type'],
    [
      'JSON that says it is gzip',
      '{"depositAmount": 5}',
      { 'Content-Encoding': 'gzip' },
      415,
      'unsupported_media_type',
    ],
    [
      'JSON that says it is deflate',
      '{"depositAmount": 5}',
      { 'Content-Encoding': 'deflate' },
      415,
      'unsupported_media_type',
    ],
    ['JSON that says it is br', '{"depositAmount": 5}', { 'Content-Encoding': 'br' }, 415, 'unsupported_media_type'],
    ['JSON in an unknown coding', '{"depositAmount": 5}', { 'Content-Encoding': 'x' }, 415, 'unsupported_media_type'],
    ['nothing that says it is gzip', '', { 'Content-Encoding': 'gzip' }, 422, 'invalid'],
    ['a prototype', '{"depositAmount": 5, "__proto__": {"a": 1}}', {}, 400, 'malformed'],
    ['a huge number', '{"depositAmount": 1e400}', {}, 422, 'invalid'],
    ['nothing', '{}', {}, 422, 'invalid'],
  ])('(%s) is answered with Problem Details, and nothing is recorded', async (_, body, headers, status, code) => {
    const refused = await user.post(deposit, body, headers);
    expect([refused.status, refused.problem.code]).toEqual([status, code]);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.problem).toMatchObject({ status, title: expect.any(String) });
    expect(await eventsOf(server, user.userId)).toEqual([]);
  });

  test.each([
    ['transaction/get-transactions', '2026-99-99.1'],
    ['transaction/get-transactions', '2026-02-30.1'],
    ['transaction/get-transactions', '0000-01-01.1'],
    ['transaction/get-transactions', '9999-12-31.999999999999999'],
    ['transaction/get-transactions', '2026-11-20.9223372036854775808'],
    ['transaction/get-transactions', '2026-11-20'],
    ['ledger/history', '9223372036854775808'],
    ['ledger/history', '1.99999999999999999999'],
    ['ledger/history', '-1'],
  ])('for a page of %s before %s is refused', async (path, before) => {
    const refused = await user.get(`/${path}?before=${before}`);
    expect([refused.status, refused.problem.code]).toEqual([422, 'invalid']);
    expect(refused.problem.errors).toEqual({ before: expect.any(String) });
  });

  test('a page after the last one is empty', async () => {
    for (const before of ['1900-01-01.0', '2199-12-31.999999999999999']) {
      const { data } = await expectOk(user.get<object>(`/transaction/get-transactions?before=${before}`));
      expect(data).toEqual({ transactions: [], next: null });
    }
    const { data } = await expectOk(user.get<object>('/ledger/history?before=0'));
    expect(data).toEqual({ entries: [], next: null });
    for (const before of ['999999999999999', '999999999999999.-9999999999999999']) {
      await expectOk(user.get<object>(`/ledger/history?before=${before}`));
    }
  });

  test.each(['http://[', 'http://', '//[', 'http://a:b:c/', '*', '/%'])('for %s gives 4xx', async (address) => {
    const answer = await exchange(server.origin, `GET ${address} HTTP/1.1\r\nHost: a\r\n\r\n`, 'open');
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) [\s\S]*application\/problem\+json/);
  });

  test.each(['limit=1&limit=2', 'limit=', 'limit=1e9', 'before=1&before=2', 'x=1', 'limit[a]=1'])(
    'with the query %s is refused',
    async (query) => {
      expect((await user.get(`/ledger/history?${query}`)).problem.code).toBe('invalid');
    },
  );

  test('for an unknown path gives 404, with an unknown method 405', async () => {
    expect((await user.get('/users/nobody')).problem.code).toBe('not_found');
    expect((await user.get(deposit)).problem.code).toBe('method_not_allowed');
  });
});

test('every call but the public ones requires a session', async () => {
  const { calls } = await import('#contract/calls.ts');
  for (const { path, method, session } of Object.values(calls)) {
    if (!session) continue;
    const visitor = server.visitor();
    const { status, problem } = await (method === 'GET' ? visitor.get(path) : visitor.post(path, {}));
    expect([path, status, problem.code]).toEqual([path, 401, 'session_required']);
  }
});

test('responses have the security headers', async () => {
  const { headers } = await user.get('/users/get-current-user');
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
});

describe('health', () => {
  test('gives liveness and readiness', async () => {
    expect((await server.visitor().get('/health/live')).data).toEqual({ status: 'live' });
    const ready = await expectOk(server.visitor().get('/health/ready'));
    expect(ready.data).toEqual({ status: 'ready', stalledUsers: 0 });
  });
});
