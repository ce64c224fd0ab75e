import { once } from 'node:events';
import { createServer } from 'node:http2';
import { createServer as createDeafServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import { anyFreePort } from '../embedded/postgres/port.ts';
import { reachDatabase, reachEventStore } from './reach.ts';

test('an unreachable service is reported without its password', async () => {
  const port = await anyFreePort();
  await expect(reachDatabase(`postgres://ann:sesame@127.0.0.1:${port}/daybook`)).rejects.toThrow(
    `The Postgres that DATABASE_URL names (127.0.0.1:${port}/daybook) lets nobody in (connect ECONNREFUSED`,
  );
  await expect(reachEventStore(`esdb://ann:sesame@127.0.0.1:${port}`)).rejects.toThrow(
    `The event store that EVENTSTORE_URL names (127.0.0.1:${port}) doesn't answer (connect ECONNREFUSED`,
  );
});

test('one reachable host of a cluster is enough', async () => {
  const server = createServer();
  const port = await portOf(server);
  await reachEventStore(`esdb://127.0.0.1:${await anyFreePort()},127.0.0.1:${port}?tls=false`);
  server.close();
});

test('a server that says nothing is no event store', async () => {
  const server = createDeafServer();
  const port = await portOf(server);
  await expect(reachEventStore(`esdb://127.0.0.1:${port}?tls=false`)).rejects.toThrow("doesn't answer");
  server.close();
});

test('a server that wants TLS is reported where the address says that it has none', async () => {
  const server = createTlsServer();
  const port = await portOf(server);
  await expect(reachEventStore(`esdb://127.0.0.1:${port}?tls=false`)).rejects.toThrow('perhaps it wants tls=true');
  server.close();
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
