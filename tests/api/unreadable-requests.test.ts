import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../support/caller.ts';
import { noteSecret } from '../support/leaks.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { exchange, requestHead, sent } from '../support/wire.ts';

// Requests that Node's HTTP parser refuses never reach the application, but the parser's error holds their bytes.

const STRIPE = { secretKey: 'sk_test_none', webhookSecret: 'whsec_none', priceId: null, apiBase: null };

let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await openTestServer({ stripe: STRIPE });
  user = await server.newUser();
  noteSecret('a password', PASSWORD);
});
afterAll(() => server.close());

const PASSWORD = 'quincunx in a body';
const BODY = JSON.stringify({ email: 'clara@example.com', password: PASSWORD });
const LOGIN = '/users/login';
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A raw request of the user with these headers and body bytes. */
const request = (headers: Record<string, string>, rest: string, path = LOGIN) =>
  requestHead(user, path, { ...JSON_TYPE, ...headers }) + rest;

const CHUNKED = { 'Transfer-Encoding': 'chunked' };
const REFUSED: [what: string, bytes: () => string, status: number, code: string][] = [
  ['a body with an invalid chunk size', () => request(CHUNKED, `${BODY}\r\n`), 400, 'malformed'],
  [
    'a form with an invalid chunk size',
    () => request(CHUNKED, `${BODY}\r\n`, '/users/upload-avatar'),
    400,
    'malformed',
  ],
  [
    'a Stripe event with an invalid chunk size',
    () => request(CHUNKED, `${BODY}\r\n`, '/pay/webhook'),
    400,
    'malformed',
  ],
  ['an invalid header', () => request({ 'X-Odd': 'a\u0000b' }, BODY), 400, 'malformed'],
  ['an invalid length', () => request({ 'Content-Length': 'long' }, BODY), 400, 'malformed'],
  ['bytes that are no HTTP', () => `${BODY}\r\n\r\n`, 400, 'malformed'],
  ['an unknown HTTP version', () => `GET / HTTP/9.9\r\nCookie: ${user.cookie}\r\n\r\n`, 400, 'malformed'],
  ['too large headers', () => request({ 'X-Long': PASSWORD.repeat(2_000) }, BODY), 431, 'headers_too_large'],
  ['a too large chunk extension', () => request(CHUNKED, `5;${'x'.repeat(40_000)}\r\n`), 413, 'too_large'],
];

describe('an unreadable request', () => {
  test.each(REFUSED)('with %s is refused with Problem Details', async (_, bytes, status, code) => {
    const answer = await exchange(server.origin, bytes(), 'end');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, code, title: expect.any(String) });
  });

  test('is logged in a short line without its bytes', async () => {
    const before = server.logged.length;
    const rounds = 20;
    const large = 'x'.repeat(60_000);
    for (let round = 0; round < rounds; round += 1) {
      await exchange(server.origin, request({ ...CHUNKED, 'X-Odd': 'fine' }, `${BODY}${large}\r\n`), 'end');
    }
    const lines = server.logged.slice(before);
    expect(lines.filter((line) => line.includes('HPE_INVALID_CHUNK_SIZE'))).toHaveLength(rounds);
    expect(lines.join('').length / rounds).toBeLessThan(1_000);
    const all = server.logged.join('');
    for (const secret of [PASSWORD, user.cookie.slice('daybook='.length)]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain([...Buffer.from(secret)].join(','));
    }
  });

  test('that the client aborted is not logged as an error', async () => {
    const before = server.logged.length;
    const paths = ['/users/register', '/transaction/create-expense', '/pay/webhook'];
    for (const path of paths) {
      const socket = await sent(
        server.origin,
        request({ 'Content-Length': '1000', Expect: '100-continue' }, BODY, path),
      );
      await once(socket, 'data'); // Now the server waits for the rest.
      socket.resetAndDestroy();
      await exchange(server.origin, request({ 'Content-Length': '1000' }, BODY, path), 'end');
    }
    const answered = async () =>
      server.logged.slice(before).filter((line) => paths.some((path) => line.includes(path)));
    await settled(answered, (lines) => lines.length === 2 * paths.length);
    expect(server.logged.slice(before).filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  });
});

test('the log has the beginning of a long path, and no query string', async () => {
  const before = server.logged.length;
  await fetch(`${server.origin}/api/v1/${'x'.repeat(12_000)}`);
  await fetch(`${server.origin}/api/v1/ledger/history?password=${encodeURIComponent(PASSWORD)}`);
  await exchange(server.origin, `GET http://a/b?${PASSWORD.replaceAll(' ', '-')} HTTP/1.1\r\nHost: a\r\n\r\n`, 'end');
  const lines = server.logged.slice(before).join('');
  expect(lines).toContain('/api/v1/xxx');
  expect(lines).toContain('/api/v1/ledger/history');
  expect(lines.length).toBeLessThan(2_000);
  expect(lines).not.toContain('quincunx');
});
