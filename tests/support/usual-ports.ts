import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Where the stand-ins for EventStoreDB and Stripe would like to be. Postgres' is taken by the tests' own. */
const USUAL = [2113, 12111];

/**
 * Takes the usual ports for a run of tests, where nobody else has them: each Daybook of a test takes others then, and
 * none finds its own taken by the next while its event store is killed and not up again.
 */
export default async function setup(): Promise<() => void> {
  const taken: Server[] = [];
  for (const port of USUAL) {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening').then(
      () => taken.push(server),
      () => {}, // somebody else has it, who will do as well
    );
  }
  return () => {
    for (const server of taken) server.close();
  };
}
