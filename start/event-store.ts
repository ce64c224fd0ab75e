import { secretIn } from '../embedded/postgres/secret.ts';
import { certificateIn } from './certificate.ts';
import { runChild } from './child.ts';
import { onFreePort } from './ports.ts';
import type { SupervisedProgram } from './supervised.ts';
import type { Supervisor } from './supervisor.ts';

const USUAL_PORT = 2113;

/** Where an event store is reached and, where it has them, its pages for browsers. Both addresses hold what lets in. */
export type EventStoreAddresses = { url: string; pagesUrl: string | undefined };

/**
 * Starts the event store's stand-in in `supervisor` over a database of the Postgres `postgres`. It speaks TLS and lets in only
 * its administrator, by a password and a certificate that are secrets of `dataDir`. `reserved` is a port it must leave
 * free; `root` is the project's folder. Throws a `StartFailure`.
 */
export async function startEventStore(
  { databaseUrl, dataDir, reserved }: { databaseUrl: string; dataDir: string; reserved: number },
  postgres: SupervisedProgram,
  supervisor: Supervisor,
  root: string,
): Promise<EventStoreAddresses> {
  const password = await secretIn(dataDir, 'eventstore-password');
  const { cert, key } = await certificateIn(dataDir);
  let pagesUrl: string | undefined;
  const start = (port: number) =>
    supervisor.start('The event store', 'eventstore', async (log, stopping) => {
      await postgres.up(stopping);
      const child = runChild({
        script: 'embedded/eventstore/main.ts',
        args: ['--port', String(port), '--tls-cert', cert, '--tls-key', key],
        cwd: root,
        // By the environment, since a program's arguments are for everybody on the machine to see.
        env: { ...process.env, EVENTSTORE_DATABASE_URL: databaseUrl, EVENTSTORE_ADMIN_PASSWORD: password },
        log,
      });
      child.ready.then(
        ({ pagesUrl: address }) => {
          pagesUrl = address;
        },
        () => undefined,
      );
      return child;
    });
  // Its pages stand one above it, where Daybook must not be kept from.
  const usual = reserved === USUAL_PORT + 1 ? undefined : USUAL_PORT;
  const port = await onFreePort(usual, reserved, start);
  const query = new URLSearchParams({ tls: 'true', tlsCAFile: cert });
  return { url: `esdb://admin:${password}@127.0.0.1:${port}?${query}`, pagesUrl };
}
