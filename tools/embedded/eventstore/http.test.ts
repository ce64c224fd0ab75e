import { readFile } from 'node:fs/promises';
import { request as request1 } from 'node:http';
import { connect } from 'node:http2';
import { request as tlsRequest } from 'node:https';
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/testing/database.ts';
import { type RunningEventStore, startEventStore } from './server.ts';
import { failureOf, noted, revisionsOf } from './testing/client.ts';

const certificate = new URL('./testing/tls-cert.pem', import.meta.url);
const PING = `{
  "text": "Ping request successfully handled",
  "msgTypeId": 123,
  "label": "Http"
}`;
const JSON_TYPE = 'application/json; charset=utf-8';

let databases: TestDatabase[];
let plain: RunningEventStore;
let secure: RunningEventStore;
let cert: Buffer;
beforeAll(async () => {
  cert = await readFile(certificate);
  const key = await readFile(new URL('./testing/tls-key.pem', import.meta.url));
  databases = [await createTestDatabase(), await createTestDatabase()];
  const [first, second] = databases as [TestDatabase, TestDatabase];
  plain = await startEventStore({ databaseUrl: first.url, port: 0 });
  const users = new Map([['admin', 'changeit']]);
  secure = await startEventStore({ databaseUrl: second.url, port: 0, tls: { cert, key }, users });
});
afterAll(async () => {
  await Promise.all([plain.stop(), secure.stop()]);
  await Promise.all(databases.map((database) => database.release()));
});

type Answer = {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
};

type RequestOptions = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
};

/** Sends a request by HTTP/1.1, on a new connection. */
function ask(
  store: RunningEventStore,
  path: string,
  { method = 'GET', headers = {} }: RequestOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: 'localhost', port: store.port, path, method, headers, agent: false, ca: cert };
    const call = (store === secure ? tlsRequest : request1)({ ...options, family: 4 }, async (answer) => {
      const type = answer.headers['content-type'];
      resolve({ status: answer.statusCode, type, body: await text(answer) });
    });
    call.on('error', reject).end();
  });
}

/** Sends a request by HTTP/2 that is not gRPC. */
async function askHttp2(store: RunningEventStore, path: string): Promise<Answer> {
  const session = connect(`${store === secure ? 'https' : 'http'}://localhost:${store.port}`, { ca: cert });
  const call = session.request({ ':path': path });
  const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
    call.once('response', resolve).once('error', reject);
    session.once('error', reject);
  });
  const body = await text(call);
  session.close();
  return { status: Number(headers[':status']), type: headers['content-type'] as string | undefined, body };
}

const EMPTY = { type: undefined, body: '' };

describe.each([
  ['plain', () => plain, 'insecure'],
  ['over TLS, to nobody in particular', () => secure, 'internal'],
] as const)('%s', (_, storeOf, authentication) => {
  test('/ping is answered by both HTTP versions', async () => {
    const pong = { status: 200, type: JSON_TYPE, body: PING };
    expect(await ask(storeOf(), '/ping')).toEqual(pong);
    expect(await ask(storeOf(), '/ping', { headers: { accept: '*/*' } })).toEqual(pong);
    expect(await askHttp2(storeOf(), '/ping')).toEqual(pong);
  });

  test('/info describes the server', async () => {
    const { status, type, body } = await ask(storeOf(), '/info');
    expect({ status, type }).toEqual({ status: 200, type: JSON_TYPE });
    expect(JSON.parse(body)).toEqual({
      esVersion: '23.10.7.0',
      state: 'leader',
      features: { projections: false, userManagement: authentication === 'internal', atomPub: false },
      authentication: { type: authentication, properties: null },
    });
  });

  test('/health/live is 204', async () => {
    for (const method of ['GET', 'HEAD'])
      expect(await ask(storeOf(), '/health/live', { method })).toEqual({ status: 204, ...EMPTY });
    expect(await ask(storeOf(), '/health/live', { method: 'POST' })).toEqual({ status: 405, ...EMPTY });
    expect(await ask(storeOf(), '/health')).toEqual({ status: 404, ...EMPTY });
  });

  test('every other path is 404', async () => {
    for (const path of ['/', '/nothing', '/ping/', '/streams/a', '//'])
      expect(await ask(storeOf(), path), path).toEqual({ status: 404, ...EMPTY });
    expect(await ask(storeOf(), '/nothing', { method: 'HEAD' })).toEqual({ status: 404, ...EMPTY });
    expect(await askHttp2(storeOf(), '/nothing')).toEqual({ status: 404, ...EMPTY });
  });

  test('only GET is allowed', async () => {
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE'])
      expect(await ask(storeOf(), '/ping', { method }), method).toEqual({ status: 405, ...EMPTY });
    expect(await ask(storeOf(), '/ping', { method: 'OPTIONS' })).toEqual({ status: 200, ...EMPTY });
  });

  test('an answer has the requested format', async () => {
    const inText = { status: 200, type: 'text/plain; charset=utf-8', body: 'Text: Ping request successfully handled' };
    expect(await ask(storeOf(), '/ping?format=text')).toEqual(inText);
    expect(await ask(storeOf(), '/ping', { headers: { accept: 'image/png, text/plain' } })).toEqual(inText);
    const accept = 'text/html, application/json;q=0.5, application/xml;q=0.9';
    expect((await ask(storeOf(), '/ping', { headers: { accept } })).type).toBe('application/xml; charset=utf-8');
    expect(await ask(storeOf(), '/ping', { headers: { accept: 'image/png' } })).toEqual({ status: 406, ...EMPTY });
  });
});

test('a wrong password is refused, except on /health', async () => {
  const headers = { authorization: `Basic ${Buffer.from('admin:no').toString('base64')}` };
  expect(await ask(secure, '/ping', { headers })).toEqual({ status: 401, ...EMPTY });
  expect(await ask(secure, '/health/live', { headers })).toEqual({ status: 204, ...EMPTY });
  expect((await ask(plain, '/ping', { headers })).status).toBe(200);
  const right = { authorization: `Basic ${Buffer.from('admin:changeit').toString('base64')}` };
  expect((await ask(secure, '/ping', { headers: right })).status).toBe(200);
});

/** The official client's own way to send HTTP requests, for calls without gRPC. */
type Asks = { HTTPRequest(method: string, path: string, options: object): Promise<unknown> };

test("the official client's own HTTP requests work beside its gRPC calls", async () => {
  for (const [store, url] of [
    [plain, plain.url],
    [secure, `esdb://admin:changeit@localhost:${secure.port}?tlsCAFile=${encodeURIComponent(certificate.pathname)}`],
  ] as const) {
    const client = EventStoreDBClient.connectionString(url);
    const asking = client as unknown as Asks;
    expect(await asking.HTTPRequest('GET', '/ping', {})).toEqual(JSON.parse(PING));
    expect(await failureOf(asking.HTTPRequest('GET', '/subscriptions', {}))).toMatchObject({ type: 'unknown' });
    await client.appendToStream('beside', noted(1));
    expect(await revisionsOf(client, 'beside'), store.url).toEqual([0n]);
    await client.dispose();
  }
});

test('a client may send its first bytes one by one', async () => {
  const socket = connectSocket(plain.port, '127.0.0.1').setNoDelay(true);
  for (const byte of 'PUT /ping HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\nconnection: close\r\n\r\n') {
    await new Promise((resolve) => socket.write(byte, resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 405 /);
});

test('it stops while clients keep connections open, used or not', async () => {
  const database = await createTestDatabase();
  const store = await startEventStore({ databaseUrl: database.url, port: 0 });
  const sockets = ['', 'PR', 'GET /ping HTTP/1.1\r\nhost: localhost\r\n\r\n'].map((begin) => {
    const socket = connectSocket(store.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(begin);
    return socket;
  });
  await new Promise((resolve) => sockets.at(-1)?.once('data', resolve));
  const closed = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  await store.stop();
  await closed;
  await database.release();
});
