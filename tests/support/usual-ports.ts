import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** The ports that the stand-ins for EventStoreDB and Stripe try first. The run's Postgres has Postgres's port. */
const USUAL = [2113, 12111];

/**
 * Listens on the usual ports during a run of tests, where they are free. Each Daybook of a test then uses other ports,
 * and none loses its port to the next one while its event store restarts.
 */
export default async function setup(): Promise<() => void> {
  const taken: Server[] = [];
  for (const port of USUAL) {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening').then(
      () => taken.push(server),
      () => {}, // another process has it, which does as well
    );
  }
  return () => {
    for (const server of taken) server.close();
  };
}
