import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findLeaks, gatherIn, keepingOutput, keepLog, noteSecret, noteSecretsOf } from './leaks.ts';

let folder: string;
const outer = process.env.DAYBOOK_LEAKS;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-leaks-'));
  gatherIn(folder);
});
afterEach(async () => {
  delete process.env.DAYBOOK_LEAKS;
  if (outer) process.env.DAYBOOK_LEAKS = outer;
  await rm(folder, { recursive: true });
});

const SECRET = 'quincunx & cœur';
const bytes = (before: string) => Buffer.from(`${before}${SECRET} and more`);

test.each([
  ['as it is', `{"password":"${SECRET}"}`],
  ['in JSON within JSON', JSON.stringify(JSON.stringify({ password: SECRET }))],
  ['in a URL', `GET /x?password=${encodeURIComponent(SECRET)} HTTP/1.1`],
  ['in a form', new URLSearchParams({ password: SECRET }).toString()],
  ['as a buffer in JSON', JSON.stringify({ rawPacket: bytes('POST ') })],
  ['in hex', bytes('a').toString('hex')],
  ['in base64, after nothing', bytes('').toString('base64')],
  ['in base64, after one byte', bytes('a').toString('base64')],
  ['in base64, after two bytes', bytes('ab').toString('base64url')],
])('a secret that stands in a log %s is found', (_, line) => {
  noteSecretsOf({ email: 'clara@example.com', oldPassword: SECRET }, ['daybook=a-token-of-a-session; path=/']);
  keepLog('api', `fine\nfine, too\n${line}\n`);
  keepLog('worker', 'clara@example.com\n');
  expect(findLeaks(folder)).toMatchObject({
    logs: 2,
    secrets: 2,
    leaks: [expect.stringMatching(/^api-.*\.log holds a password: line 3$/)],
  });
});

test('a token that a program writes is found, and only its owner may read what was collected', async () => {
  noteSecretsOf(undefined, ['daybook=a-token-of-a-session; path=/']);
  keepingOutput('program', (output) => expect(output).toEqual(expect.any(Number)));
  keepLog('program', 'daybook=a-token-of-a-session');
  expect(findLeaks(folder).leaks).toEqual([expect.stringMatching(/holds a session token: line 1$/)]);
  expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o600);
});

test('the token of a calendar that a call answers with is found', () => {
  noteSecretsOf(undefined, [], { token: 'a-token-of-a-calendar' });
  keepLog('api', 'GET /schedules/calendar.ics?token=a-token-of-a-calendar');
  expect(findLeaks(folder).leaks).toEqual([expect.stringMatching(/holds the token of a calendar: line 1$/)]);
});

test('a secret that is too short to be told from other words is not recorded', () => {
  noteSecret('a password', 'ink');
  noteSecret('a password', 'paper and ink');
  keepLog('api', 'drinks\n');
  expect(findLeaks(folder)).toMatchObject({ secrets: 1, leaks: [] });
});
