import createSubscriber from 'pg-listen';
import { CHANNELS } from '#platform/locks.ts';
import type { Log } from '#platform/log.ts';
import { revisionsIn } from './batches/reached.ts';

// Under nodenext the package's default export is typed as the module around it.
const subscriber = ('default' in createSubscriber ? createSubscriber.default : createSubscriber) as unknown as (
  connection: { connectionString: string },
  options: { retryInterval: number; retryTimeout: number; retryLimit: number; parse: (text: string) => unknown },
) => ReturnType<typeof createSubscriber.default>;

/**
 * Listens for the worker's commits and calls `onCommit` after each, until `close`, with the revisions that ledgers have
 * reached by it, or null if these have to be queried. A broken connection is opened again without an end of attempts.
 * Notifications are lost meanwhile, so callers also have to poll.
 */
export async function listenForCommits(
  databaseUrl: string,
  log: Log,
  onCommit: (reached: ReadonlyMap<string, bigint> | null) => void,
): Promise<{ close(): Promise<void> }> {
  const listener = subscriber(
    { connectionString: databaseUrl },
    {
      retryInterval: 500,
      retryTimeout: Number.POSITIVE_INFINITY,
      retryLimit: Number.POSITIVE_INFINITY,
      parse: (text) => text,
    },
  );
  listener.notifications.on(CHANNELS.commits, (text: string | undefined) => onCommit(revisionsIn(text ?? '')));
  listener.events.on('connected', () => onCommit(null));
  listener.events.on('error', (error) => log.warn({ err: error }, 'listening for commits failed'));
  await listener.connect();
  await listener.listenTo(CHANNELS.commits);
  return { close: () => listener.close() };
}
