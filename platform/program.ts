import { once } from 'node:events';
import { type Log, openLogFile } from './log.ts';
import { metricsText } from './telemetry/metrics.ts';

/** A started program: the fields of its `ready` message, and a function that stops it. */
export type Running = { ready: Record<string, unknown>; stop(): Promise<void> };

const STOP_TIMEOUT_MS = 9_000;

/**
 * Waits for the rest of the environment where the parent sends it, `{ type: 'environment', values }`: it starts
 * programs before it knows the addresses of their stores, so that they load their modules while these start.
 */
async function wholeEnvironment(): Promise<void> {
  while (process.env.REST_OF_ENVIRONMENT === 'parent') {
    // The parent may have ended while the modules were loaded.
    if (!process.connected) process.exit(0);
    const [message] = (await once(process, 'message')) as [{ type?: unknown; values?: NodeJS.ProcessEnv }];
    if (message.type !== 'environment') continue;
    Object.assign(process.env, message.values);
    delete process.env.REST_OF_ENVIRONMENT;
  }
}

/**
 * Runs a program until it is stopped. Over IPC it sends its parent `{ type: 'ready', … }` or `{ type: 'failed', message
 * }`, and answers `{ type: 'ping' }` with `{ type: 'pong' }`, and `{ type: 'metrics', id }` with `{ type: 'metrics',
 * id, text }`. SIGTERM, SIGINT and the end of the parent stop it
 * gracefully: requests in flight finish, within 9 seconds, and the exit code is 0. A failed start is logged and exits
 * with code 1.
 */
export async function runProgram(name: string, start: (log: Log) => Promise<Running>): Promise<void> {
  const log = openLogFile(name);
  let running: Running | undefined;
  let stopping = false;

  const stop = async (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error('did not stop in time');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    await running?.stop(); // Undefined while it is starting; then there is nothing to finish.
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  process.on('disconnect', () => void stop('parent process ended'));
  process.on('message', async (message) => {
    const { type, id } = (message ?? {}) as { type?: unknown; id?: unknown };
    if (type === 'ping') process.send?.({ type: 'pong' });
    if (type === 'metrics') process.send?.({ type, id, text: await metricsText() }, () => {});
  });

  process.on('unhandledRejection', (reason) => {
    // The event store's client rejects a promise that no caller can reach; the call itself ends by its own timeout.
    if (reason instanceof Error && reason.message === 'Channel has been shut down') {
      log.warn({ err: reason }, 'call on a closed gRPC channel');
      return;
    }
    log.fatal({ err: reason }, 'unhandled rejection');
    process.exit(1);
  });
  // Node's default handler would write the error with all its properties to stderr, which goes to the same log file.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });

  try {
    await wholeEnvironment();
    running = await start(log);
    log.info(running.ready, 'ready');
    process.send?.({ type: 'ready', ...running.ready });
  } catch (error) {
    if (stopping) return;
    const message = error instanceof Error ? error.message : String(error);
    log.fatal({ err: error }, 'could not start');
    if (!process.send) process.exit(1);
    process.send({ type: 'failed', message }, () => process.exit(1));
  }
}
