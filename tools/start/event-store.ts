import { secretIn } from '../embedded/postgres/secret.ts';
import { certificateIn } from './certificate.ts';
import { runChild } from './child.ts';
import { onFreePort } from './ports.ts';
import type { SupervisedProgram } from './supervised.ts';
import type { Supervisor } from './supervisor.ts';

const DEFAULT_PORT = 2113;

/** The URLs of an event store and of its web pages, if it has any. Both contain credentials. */
export type EventStoreAddresses = { url: string; pagesUrl: string | undefined };

/**
 * Starts the event store's stand-in in `supervisor`, on a database of `postgres`. It uses TLS and authenticates only
 * the administrator; password and certificate are secrets of `dataDir`. It doesn't take the port `reserved`. `root` is
 * the project's folder. Throws a `StartFailure`, or a `PostgresFailure` for a damaged secret.
 */
export async function startEventStoreProgram(
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
        script: 'tools/embedded/eventstore/main.ts',
        args: ['--port', String(port), '--tls-cert', cert, '--tls-key', key],
        cwd: root,
        // Secrets go by the environment, since every account of the machine can read a process's arguments.
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
  // Its web pages take the next port, which must not be the reserved one.
  const preferred = reserved === DEFAULT_PORT + 1 ? undefined : DEFAULT_PORT;
  const port = await onFreePort(preferred, reserved, start);
  // Not URLSearchParams: it writes a space as `+`, which the clients don't read as one.
  const query = `tls=true&tlsCAFile=${encodeURIComponent(cert)}`;
  return { url: `esdb://admin:${password}@127.0.0.1:${port}?${query}`, pagesUrl };
}
