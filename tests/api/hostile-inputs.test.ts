import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLimits } from '#api/limits/limits.ts';
import type { Call } from '#contract/call.ts';
import { callEntries, jsonSchemaOf } from '#contract/openapi.ts';
import { LogUnavailable } from '#event-log/errors.ts';
import type { Caller } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { sent } from '../support/wire.ts';

// Generated from the contract's schemas, so new calls are covered automatically.

let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await openTestServer();
  Object.assign(server.services.limits, openLimits(server.database, 1_000_000));
  user = await server.newUser();
  await user.post('/users/initial-deposit', { depositAmount: 1000 });
});
afterAll(() => server.close());

/** The revision of the user's last event; asked again where a busy machine is slow to answer. */
async function lastRevision(): Promise<bigint | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await server.log.readBefore(user.userId, null, 1))[0]?.revision;
    } catch (error) {
      if (!(error instanceof LogUnavailable) || tries === TRIES_MAX) throw error;
    }
  }
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  'currentBalance',
  'userId',
  'isPaidUser',
  '$where',
  'a\u0000',
];

/** A value that is rarely valid. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    [],
    {},
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    'null',
    '0',
    '-1',
    '1e999',
    "'; DROP TABLE x; --",
  ),
  fc.constantFrom(0, -0, -1, 0.001, 12.345, 1e15, 1e21, 1e308, -1e308, 2 ** 53, 5e-324),
  fc.constantFrom(
    'x'.repeat(5_000),
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '../../etc/passwd',
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.constantFrom({ amount: 5 }, [[[5]]], { toJSON: 'x' }, { $gt: '' }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Bodies of a call: known and unknown fields with arbitrary values. */
function bodies(call: Call): fc.Arbitrary<string> {
  const schema = call.body ? jsonSchemaOf(call.body, 'input') : {};
  const fields = Object.keys((schema.properties ?? {}) as object);
  const pairs = fc.uniqueArray(fc.tuple(fc.constantFrom(...fields, ...KEYS), hostile), {
    selector: ([key]) => key,
    maxLength: 8,
  });
  // Built as text: an object would lose __proto__.
  const object = pairs.map(
    (list) => `{${list.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`,
  );
  return fc.oneof(
    { weight: 8, arbitrary: object },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        '"',
        'null',
        '[]',
        '5',
        '{"a":1',
        '\u0000',
        '{"amount":1e400}',
        deep(10_000),
        `{"title":${deep(10_000)}}`,
      ),
    },
    { weight: 1, arbitrary: fc.json() },
  );
}

/** How often a request is tried again where a store of a busy machine did not answer in time. */
const TRIES_MAX = 5;
const UNAVAILABLE = 503;

/** Asks again while a store is away, which no input may cause. */
async function patient<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== UNAVAILABLE || tries === TRIES_MAX) return answer;
    await pause(1_000);
  }
}

/** A 422 names a field in `errors`; a line's names places of its text in `problems`. */
function saysWhy({ errors = {}, problems = [] }: { errors?: object; problems?: unknown[] }): boolean {
  return Object.keys(errors).length + problems.length > 0;
}

const writes = callEntries().filter(
  ([name, { method, session, body }]) => method === 'POST' && session && body && name !== 'deleteAccount',
);

describe('arbitrary input', () => {
  test.each(writes)(
    'to %s is answered with what the contract allows, and records nothing where it is refused',
    async (_, call) => {
      let before = await lastRevision();
      await fc.assert(
        fc.asyncProperty(bodies(call), async (body) => {
          const { status, problem, headers } = await patient(() => user.post(call.path, body));
          expect(status, body).toBeLessThan(500);
          if (status === 200) {
            before = await lastRevision();
            return;
          }
          expect(status, body).toBeGreaterThanOrEqual(400);
          expect(headers.get('content-type')).toContain('application/problem+json');
          expect(problem).toMatchObject({
            code: expect.stringMatching(/^[a-z_]+$/),
            title: expect.any(String),
            status,
          });
          if (status === 422) expect(saysWhy(problem), body).toBe(true);
          expect(await lastRevision()).toBe(before);
        }),
        { numRuns: 60 },
      );
    },
  );

  const reads = callEntries().filter(([, { method, query }]) => method === 'GET' && query);
  test.each(reads)('as a query of %s is answered, never with a 5xx', async (_, call) => {
    const fields = Object.keys(jsonSchemaOf(call.query ?? call.data, 'input').properties as object);
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('', '1e9', '-1', '0x10', 'NaN', '%00', '2026-11-20.99999999999999'),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields, '__proto__', 'x'), value, async (key, text) => {
        fc.pre(text.isWellFormed());
        const address = `${call.path}?${encodeURIComponent(key)}=${encodeURIComponent(text)}`;
        const { status } = await patient(() => user.get(address));
        expect(status, text).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });
});

/** Headers that the server reads. */
const HEADERS = [
  'Host',
  'Cookie',
  'Origin',
  'Sec-Fetch-Site',
  'Content-Type',
  'Content-Encoding',
  'Transfer-Encoding',
  'Accept',
  'Accept-Encoding',
  'Accept-Charset',
  'Idempotency-Key',
  'Time-Zone',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'If-None-Match',
  'If-Modified-Since',
  'If-Match',
  'Range',
  'Expect',
  'Connection',
  'Upgrade',
  'Stripe-Signature',
  'X-HTTP-Method-Override',
];
const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '%',
    '%00',
    '"',
    ';;;',
    ',',
    '\u00ff\u00fe',
    '../..',
    '0',
    '-1',
    '1e999',
    'null',
    'undefined',
    '*',
  ),
  fc.constantFrom('gzip', 'br', 'deflate', 'identity', 'chunked', 'close', 'websocket', '100-continue', '200-ok'),
  fc.constantFrom(
    'application/json; charset=utf-7',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'text/html;q=2',
  ),
  fc.constantFrom('[::1]:99999', 'a@b', 'a:b:c', 'null', 'http://', '::ffff:1.2.3.4', '1.2.3.4, ::1', 'bytes=0-,5-'),
  fc.constantFrom('daybook=', 'daybook="', `daybook=${'x'.repeat(4_000)}`, 'daybook=%ff; daybook=a', 'x'.repeat(5_000)),
  // As bytes, since Node reads headers as latin1.
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 60 }),
);
const headers = fc.dictionary(fc.constantFrom(...HEADERS), headerValue, { maxKeys: 4, noNullPrototype: true });
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const pathPart = fc.oneof(
  fc.constantFrom('%', '%ff', '%00', '%2e%2e', '..', '//', '__proto__', 'constructor', 'x'.repeat(5_000), ';', '*'),
  fc.webPath({ size: 'medium' }),
);

/** The status of a raw request; null when the server closes the connection. */
async function statusOf(...request: Parameters<typeof answerTo>): Promise<number | null> {
  const { status } = await patient(async () => ({ status: (await answerTo(...request)) ?? 0 }));
  return status === 0 ? null : status;
}

async function answerTo(method: string, path: string, headers: Record<string, string>, body: string) {
  const all = {
    Host: 'daybook.test',
    Origin: server.origin,
    Cookie: user.cookie,
    'Content-Type': 'application/json',
    ...headers,
  };
  const length = { 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' };
  const lines = Object.entries({ ...length, ...all }).map(([name, value]) => `${name}: ${value}`);
  const socket = await sent(server.origin, `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.setTimeout(20_000, () => socket.destroy());
  let answer = '';
  for await (const part of socket) {
    answer += part;
    const [, status] = /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (?!100)(\d+) /.exec(answer) ?? [];
    if (status !== undefined) return Number(status);
  }
  return null;
}

describe('arbitrary headers', () => {
  // Payments give 503 here, since there is no Stripe.
  const all = callEntries().filter(([name, { path }]) => name !== 'logout' && !path.startsWith('/pay/'));
  test.each(all)('%s is answered, never with a 5xx', async (_, call) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Array(20).fill(call.method), ...methods),
        headers,
        bodies(call),
        async (method, sent, body) => {
          const status = await statusOf(method, `/api/v1${call.path}`, sent, method === 'GET' ? '' : body);
          expect(status ?? 0, `${method} ${JSON.stringify(sent)} ${body}`).toBeLessThan(500);
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each(['/api/v1/files/', '/api/v1/pay/webhook', '/api/v1/', '/health/', '/'])(
    'an address that begins with %s is answered, never with a 5xx',
    async (beginning) => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...methods), pathPart, headers, async (method, part, sent) => {
          fc.pre(method !== 'POST' || !beginning.endsWith('webhook'));
          const status = await statusOf(method, `${beginning}${part}`, sent, '');
          expect(status ?? 0, `${method} ${beginning}${part} ${JSON.stringify(sent)}`).toBeLessThan(500);
        }),
        { numRuns: 100 },
      );
    },
  );
});

test('an invalid time zone counts as UTC', async () => {
  for (const zone of ['Mars/Olympus', '../../etc', 'x'.repeat(500), 'UTC+99', '']) {
    expect((await user.get('/users/get-current-user', { 'Time-Zone': zone })).status).toBe(200);
  }
});
