import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../postgres/testing/database.ts';
import { type RunningEventStore, startEventStore } from '../server.ts';
import { noted } from '../testing/client.ts';

let database: TestDatabase;
let store: RunningEventStore;
let client: EventStoreDBClient;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await startEventStore({ databaseUrl: database.url, port: 0, browserPort: 0 });
  client = EventStoreDBClient.connectionString(store.url);
});

afterAll(async () => {
  await client.dispose();
  await store.stop();
  await database.release();
});

type Answer = { status: number | undefined; headers: Record<string, unknown>; text: string };

/** Sends a request with the path exactly as given, unlike `fetch`, which normalises it. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(store.pagesUrl ?? '');
  const sent = request({ host: hostname, port, path, method, headers: { Host: 'localhost:2114', ...headers } });
  sent.end();
  const [answer] = await once(sent, 'response');
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

const revisionsOn = ({ text }: Answer) => [...text.matchAll(/<bdi>(\d+)@/g)].map(([, revision]) => Number(revision));
const linksOn = ({ text }: Answer) =>
  [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&').replaceAll('&#39;', "'"));
const linkWithRel = ({ text }: Answer, rel: string) =>
  new RegExp(`<a href="([^"]*)" rel="${rel}"`).exec(text)?.[1] ?? null;

test('the first page names the streams that were changed and created last', async () => {
  await client.appendToStream('older', noted(3));
  await client.appendToStream('newer', noted(1));
  await client.appendToStream('older', noted(1));
  const { text } = await ask('/');
  const [changed = '', created = ''] = text.split('Recently created');
  expect(changed.indexOf('>older<')).toBeGreaterThan(0);
  expect(changed.indexOf('>older<')).toBeLessThan(changed.indexOf('>newer<'));
  expect(changed).toContain('3 <span class="type">noted</span>');
  expect(created.indexOf('>newer<')).toBeGreaterThan(0);
  expect(created.indexOf('>newer<')).toBeLessThan(created.indexOf('>older<'));
});

test('a stream is shown newest first, with links to the pages before and after', async () => {
  await client.appendToStream('paged', noted(45));
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);
  const newest = await ask('/streams/paged');
  expect(revisionsOn(newest)).toEqual(down(44, 25));
  expect([linkWithRel(newest, 'first'), linkWithRel(newest, 'prev')]).toEqual([null, null]);
  const second = await ask(linkWithRel(newest, 'next') ?? '');
  expect(revisionsOn(second)).toEqual(down(24, 5));
  const third = await ask(linkWithRel(second, 'next') ?? '');
  expect(revisionsOn(third)).toEqual(down(4, 0));
  expect([linkWithRel(third, 'next'), linkWithRel(third, 'last')]).toEqual([null, null]);
  expect(revisionsOn(await ask(linkWithRel(third, 'prev') ?? ''))).toEqual(down(24, 5));
  expect(revisionsOn(await ask(linkWithRel(newest, 'last') ?? ''))).toEqual(down(19, 0));
  expect(linkWithRel(third, 'first')).toBe('/streams/paged');
});

test('$all is shown the same way, and an event links to its stream and to its metadata stream', async () => {
  await client.appendToStream('led', noted(1));
  await client.setStreamMetadata('led', { maxCount: 5 });
  const all = await ask('/streams/$all');
  expect(all.text).toContain('&quot;$maxCount&quot;: 5');
  expect(linksOn(all)).toEqual(expect.arrayContaining(['/streams/led', '/streams/$$led', '/streams/led?event=0']));
  const event = await ask('/streams/led?event=0');
  expect(linksOn(event)).toEqual(expect.arrayContaining(['/streams/led', '/streams/$$led']));
  const [, position = ''] = /before=(\d+)"/.exec(event.text) ?? [];
  expect(revisionsOn(await ask(`/streams/$all?before=${position}`))[0]).toBe(0);
  expect(linksOn(await ask('/streams/$$led'))).toContain('/streams/led');
});

test.each([
  '<script>alert("1")</script>',
  `quotes " and ' and &amp;`,
  'a/b/../c//',
  '🧀 Käse',
  ' spaces outside ',
  '?query=1#fragment%2F',
  '.',
  '..',
  '%',
  'line\nbreak\u0000nul',
  '$all-but-not',
])('a stream may be called %j', async (name) => {
  await client.appendToStream(name, jsonEvent({ type: name, data: { [name]: '</pre><script>' } }));
  const home = await ask('/');
  const seen = await Promise.all(
    linksOn(home)
      .filter((href) => href.startsWith('/streams/'))
      .map((href) => ask(href)),
  );
  expect(seen.every(({ status }) => status === 200)).toBe(true);
  const form = await ask(`/streams/?name=${encodeURIComponent(name)}`);
  const page = form.status === 302 ? await ask(String(form.headers.location)) : form;
  expect(revisionsOn(page)).toEqual([0]);
  expect(revisionsOn(await ask(linksOn(page).find((href) => href.includes('event=0')) ?? ''))).toEqual([]);
  for (const { text } of [home, page]) expect(text).not.toMatch(/<script|<style| style=| on[a-z]+=/);
});

test('the page says why a stream can not be read, or not in full', async () => {
  for (const name of ['deleted', 'erased', 'cut', 'emptied']) await client.appendToStream(name, noted(4));
  await client.deleteStream('deleted');
  await client.tombstoneStream('erased');
  await client.setStreamMetadata('cut', { truncateBefore: 2, maxCount: 3 });
  await client.setStreamMetadata('emptied', { truncateBefore: 4 });
  await client.setStreamMetadata('described', { maxAge: 60 });
  const statusAndText = async (name: string) => {
    const { status, text } = await ask(`/streams/${name}`);
    return `${status} ${text.replace(/\s+/g, ' ')}`;
  };
  expect(await statusAndText('never')).toMatch(/^404 .*There is no such stream\./);
  expect(await statusAndText('deleted')).toMatch(/^404 .*deleted \(softly\).*go on at 4\./);
  expect(await statusAndText('erased')).toMatch(/^410 .*deleted for good \(tombstoned\)/);
  expect(await statusAndText('cut')).toMatch(/^200 .*truncated before 2 \(\$tb\).*newest 3 \(\$maxCount\)/);
  expect(await statusAndText('emptied')).toMatch(/^200 .*All its events are truncated; the next one will be 4\./);
  expect(await statusAndText('described')).toMatch(/^404 .*has metadata, but no event/);
  expect(revisionsOn(await ask('/streams/cut'))).toEqual([3, 2]);
  expect((await ask('/streams/cut?event=0')).text).toContain('does not show this event any more');
  expect((await ask('/streams/cut?event=9')).status).toBe(404);
  expect((await ask('/streams/$$deleted')).text).toContain('9223372036854775807');
});

test('data are shown as JSON, text or bytes, whatever their content type', async () => {
  await client.appendToStream('data', [
    jsonEvent({ type: 'json', data: { list: [1, {}] }, metadata: { by: 'hand' } }),
    binaryEvent({ type: 'text', data: Buffer.from('plain <text>') }),
    binaryEvent({ type: 'bytes', data: Buffer.from([0, 1, 254, 255, 65]) }),
    jsonEvent({ type: 'long', data: { long: 'x'.repeat(100_000) } }),
  ]);
  const page = await ask('/streams/data');
  expect(page.text).toContain('{\n  &quot;list&quot;: [\n    1,\n    {}\n  ]\n}');
  expect(page.text).toContain('&quot;by&quot;: &quot;hand&quot;');
  expect(page.text).toContain('plain &lt;text&gt;');
  expect(page.text).toContain('00000000  00 01 fe ff 41');
  expect(page.text).toMatch(/<details>\s*<summary>Data: 100,011 bytes/);
  expect(page.text.length).toBeLessThan(20_000);
  expect((await ask('/streams/data?event=3')).text.length).toBeGreaterThan(100_000);
});

test('pages allow no scripts, and requests by other hosts or methods are refused', async () => {
  const { headers } = await ask('/');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  for (const Host of ['evil.test', 'localhost.evil.test:2114', '127.0.0.1.evil.test']) {
    const answer = await ask('/', { Host });
    expect([answer.status, answer.text.includes('Streams')]).toEqual([421, false]);
  }
  for (const Host of ['localhost', '127.0.0.1:2114', '[::1]:2114']) expect((await ask('/', { Host })).status).toBe(200);
  for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask('/', {}, method)).status).toBe(405);
});

test.each(['/nothing', '/streams/a?event=x', '/streams/a?before=99999999999999999999', '/streams/%ff', '/streams/a%'])(
  'the address %s is refused',
  async (path) => {
    expect([400, 404]).toContain((await ask(path)).status);
  },
);

test('the event store starts without its pages where their port is taken, and logs that', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const browserPort = (taken.address() as { port: number }).port;
  const another = await createTestDatabase();
  const logged: string[] = [];
  const withoutPages = await startEventStore({
    databaseUrl: another.url,
    port: 0,
    browserPort,
    log: (line) => void logged.push(line),
  });
  expect(withoutPages.pagesUrl).toBeUndefined();
  expect(logged).toContain(`The event store runs without its pages: port ${browserPort} is taken.`);
  await withoutPages.stop();
  taken.close();
  await another.release();
});

test('with users, the pages require the administrator’s password or the key', async () => {
  const another = await createTestDatabase();
  const pem = (name: string) => readFileSync(new URL(`../testing/${name}.pem`, import.meta.url));
  const guarded = await startEventStore({
    databaseUrl: another.url,
    port: 0,
    browserPort: 0,
    tls: { cert: pem('tls-cert'), key: pem('tls-key') },
    users: new Map([
      ['admin', 'secret'],
      ['ann', 'hers'],
    ]),
  });
  const statusFor = async (user: string | null) => {
    const headers = user === null ? {} : { Authorization: `Basic ${btoa(user)}` };
    const { status, headers: answered } = await fetch(new URL('/streams/$all', guarded.pagesUrl), { headers });
    return [status, answered.get('WWW-Authenticate') !== null];
  };
  for (const user of [null, 'admin:', 'admin:wrong', 'ann:hers', 'admin', ':secret']) {
    expect([user, ...(await statusFor(user))]).toEqual([user, 401, true]);
  }
  expect(await statusFor('admin:secret')).toEqual([200, false]);

  const link = new URL(guarded.pagesUrl ?? '');
  link.pathname = '/streams/$all';
  const opened = await fetch(link, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('Location')]).toEqual([302, '/streams/$all']);
  const [cookie = ''] = opened.headers.getSetCookie();
  expect(cookie).toMatch(/; path=\/; samesite=strict; httponly$/i);
  const statusWith = async (Cookie: string) =>
    (await fetch(new URL('/streams/$all', link), { headers: { Cookie } })).status;
  expect(await statusWith(cookie.split(';')[0] ?? '')).toBe(200);
  expect(await statusWith('eventstore-pages=secret')).toBe(401);
  link.searchParams.set('key', 'secret');
  expect((await fetch(link)).status).toBe(401);
  await guarded.stop();
  await another.release();
});
