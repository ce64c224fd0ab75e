import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { requestHead, sent } from '../support/wire.ts';

let server: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => server.close());

const CREATE = '/transaction/create-income';
const type = 'multipart/form-data; boundary=between';
const START = '--between\r\nContent-Disposition: form-data; name="receipt"; filename="a.png"\r\n\r\n';

/** Starts an upload with a Content-Length of 4 MB; `at` is its client address in X-Forwarded-For. */
async function begin(user: Caller, at: string, more = ''): Promise<Socket> {
  const headers = { 'Content-Type': type, 'Content-Length': '4000000', 'X-Forwarded-For': at };
  const socket = await sent(server.origin, requestHead(user, CREATE, headers) + more);
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

const upload = async (user: Caller, at: string) =>
  user.postForm(CREATE, formOf({ title: 'Bowls', amount: '5' }, 'receipt', await plainImage(20, 20)), {
    'X-Forwarded-For': at,
  });

const codeOf = async (answer: Promise<{ status: number; problem: { code: string } }>) => {
  const { status, problem } = await answer;
  return status === 200 ? 'ok' : problem.code;
};

test.each([64, 500])("%d unfinished uploads by one account don't hinder another user's", async (count) => {
  const [slow, user] = [await server.newUser(), await server.newUser()];
  const refused: string[] = [];
  // From different addresses, so that no other limit applies.
  const begun = Array.from({ length: count }, (_, at) => begin(slow, `10.1.${at >> 8}.${at & 255}`, START));
  const open = new Set(await Promise.all(begun));
  for (const socket of open) {
    socket.once('data', (bytes) => {
      open.delete(socket);
      refused.push(String(bytes).slice(9, 12));
    });
  }
  // Fast enough not to be ended as idle, however long the server takes to answer the others.
  const sending = setInterval(() => {
    for (const socket of open) socket.write('x'.repeat(8 * 1024));
  }, 1_000);
  // When all but eight have a response, the server has seen every one.
  await settled(
    async () => refused.length,
    (answered) => answered === count - 8,
  );
  expect(new Set(refused)).toEqual(new Set(['429']));
  await expectOk(upload(user, '10.2.0.1'));
  const own = await upload(slow, '10.2.0.2');
  clearInterval(sending);
  expect([own.status, own.problem.code]).toEqual([429, 'too_many_uploads']);
  expect(Number(own.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('all accounts of one address share its limit, and other addresses are unaffected', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => server.newUser()));
  const addresses = (at: number) => `2001:db8:1:2::${at + 1}`; // One /64 network.
  const begun = users.flatMap((user) => Array.from({ length: 8 }, (_, at) => begin(user, addresses(at), START)));
  const refused: string[] = [];
  for (const socket of await Promise.all(begun)) {
    socket.once('data', (bytes) => refused.push(String(bytes).slice(9, 12)));
  }
  await settled(
    async () => refused,
    (answered) => answered.length === 48 - 32,
  );
  expect(new Set(refused)).toEqual(new Set(['429']));
  const [user, other] = [await server.newUser(), await server.newUser()];
  expect(await codeOf(upload(user, '2001:db8:1:2::ffff'))).toBe('too_many_uploads');
  expect(await codeOf(upload(other, '2001:db8:1:3::1'))).toBe('ok');
});

test('uploads of the demo user are counted for each address', async () => {
  const [one, other] = [await server.newUser(), server.visitor()];
  await server.database.query('UPDATE identity.users SET is_demo = true WHERE user_id = $1', [one.userId]);
  other.cookie = one.cookie;
  const answered: string[] = [];
  for (let at = 0; at < 9; at += 1) {
    const socket = await begin(one, '10.3.0.1', START);
    socket.once('data', (bytes) => answered.push(String(bytes).slice(9, 12)));
  }
  await settled(
    async () => answered,
    ([status]) => status === '429',
  );
  expect(await codeOf(upload(other, '10.3.0.2'))).toBe('ok');
});

test('a stalled or slow upload is ended with upload_too_slow, and makes room', async () => {
  const user = await server.newUser();
  const begun = await Promise.all(Array.from({ length: 9 }, (_, at) => begin(user, `10.4.0.${at}`, START)));
  const answers = begun.map((socket) => text(socket).catch(() => ''));
  const dripping = begun.slice(4).map((socket) => setInterval(() => socket.write('x'.repeat(100)), 100));
  // The ninth is refused at once.
  const [at] = await Promise.race(begun.map(async (socket, at) => [at, await once(socket, 'data')] as const));
  begun[at]?.destroy();
  const ended = await Promise.all(answers.filter((_, other) => other !== at));
  for (const timer of dripping) clearInterval(timer);
  expect(ended).toHaveLength(8);
  for (const answer of ended) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"upload_too_slow"');
  }
  expect(await codeOf(upload(user, '10.4.2.1'))).toBe('ok');
});

test('a form without Content-Length is read only up to the size limit', async () => {
  const user = await server.newUser();
  const headers = { 'Content-Type': type, 'Transfer-Encoding': 'chunked' };
  const socket = await sent(server.origin, requestHead(user, CREATE, headers));
  socket.on('error', () => undefined);
  sockets.push(socket);
  const answer = once(socket, 'data');
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  socket.write(`${START.length.toString(16)}\r\n${START}\r\n`);
  for (let at = 0; at < 120 && socket.writable; at += 1) socket.write(chunk);
  const [bytes] = await answer;
  expect(String(bytes)).toMatch(/^HTTP\/1\.1 413 /);
});
