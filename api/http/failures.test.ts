import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { openLog } from '../../platform/log.ts';
import type { State } from './context.ts';
import { failures } from './failures.ts';

/** What a client is answered whose request fails with this. */
async function answerTo(error: unknown): Promise<{ status: number; code: string; retryAfter: string | null }> {
  const app = new Koa<State>();
  app.use((ctx, next) => {
    ctx.state.log = openLog('failures', 'silent');
    return next();
  });
  app.use(failures).use(() => {
    throw error;
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { code } = (await answer.json()) as { code: string };
    return { status: answer.status, code, retryAfter: answer.headers.get('Retry-After') };
  } finally {
    server.close();
  }
}

const system = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

test.each([
  ['a connection that is refused', system('ECONNREFUSED')],
  ['a connection that breaks', system('ECONNRESET')],
  ['a host without a way to it', system('EHOSTUNREACH')],
  ["a name that is nobody's, as that of a stopped container", system('ENOTFOUND')],
  ['a name that nobody can be asked for just now', system('EAI_AGAIN')],
  ['a server that is shutting down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
])('%s is a service that is away for now', async (_, error) => {
  expect(await answerTo(error)).toEqual({ status: 503, code: 'unavailable', retryAfter: '2' });
});

test('a Postgres without space is a full disk', async () => {
  const error = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(await answerTo(error)).toEqual({ status: 503, code: 'disk_full', retryAfter: '2' });
});

test.each([
  ['a fault in a statement', Object.assign(new Error('syntax error'), { code: '42601' })],
  ['a file that is not there', system('ENOENT')],
  ['anything else', new TypeError('x is not a function')],
])('%s is ours', async (_, error) => {
  expect(await answerTo(error)).toEqual({ status: 500, code: 'internal', retryAfter: null });
});
