import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { openLogFile } from '#platform/log.ts';
import type { State } from './context.ts';
import { failures } from './failures.ts';

/** The response to a request whose handler throws `error`. */
async function responseTo(error: unknown): Promise<{ status: number; code: string; retryAfter: string | null }> {
  const app = new Koa<State>();
  app.use((ctx, next) => {
    ctx.state.log = openLogFile('failures', 'silent');
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
  ['a refused connection', system('ECONNREFUSED')],
  ['a reset connection', system('ECONNRESET')],
  ['an unreachable host', system('EHOSTUNREACH')],
  ['an unknown host name, as of a stopped container', system('ENOTFOUND')],
  ['a failed name server', system('EAI_AGAIN')],
  ['a database that is shutting down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
])('%s gives unavailable', async (_, error) => {
  expect(await responseTo(error)).toEqual({ status: 503, code: 'unavailable', retryAfter: '2' });
});

test('a Postgres without disk space gives disk_full', async () => {
  const error = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(await responseTo(error)).toEqual({ status: 503, code: 'disk_full', retryAfter: '2' });
});

test.each([
  ['an invalid statement', Object.assign(new Error('syntax error'), { code: '42601' })],
  ['a missing file', system('ENOENT')],
  ['any other error', new TypeError('x is not a function')],
])('%s gives internal', async (_, error) => {
  expect(await responseTo(error)).toEqual({ status: 500, code: 'internal', retryAfter: null });
});
