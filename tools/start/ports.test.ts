import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { anyFreePort } from '../embedded/postgres/port.ts';
import { freePortFrom, requireFreePort } from './ports.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function take(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host);
  servers.push(server);
  await once(server, 'listening');
}

test('accepts a free port', async () => {
  await expect(requireFreePort(await anyFreePort())).resolves.toBeUndefined();
});

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);
const hosts = ['127.0.0.1', '0.0.0.0', ...(hasIpv6 ? ['::1'] : [])];

test.each(hosts)('refuses a port that is taken at %s', async (host) => {
  const port = await anyFreePort();
  await take(port, host);
  await expect(requireFreePort(port)).rejects.toThrow(
    `Port ${port} is taken by another program: stop it, or take another port with 'PORT=${port + 1} npm start'.`,
  );
});

test('gives another port when the preferred one is taken or reserved', async () => {
  const port = await anyFreePort();
  expect(await freePortFrom(port, 0)).toBe(port);
  expect(await freePortFrom(port, port)).not.toBe(port);
  await take(port, '127.0.0.1');
  expect(await freePortFrom(port, 0)).not.toBe(port);
});
