import { type Log, openLog } from './log.ts';

/** A program that has started: what it says when it is ready, and how it ends. */
export type Running = { ready: Record<string, unknown>; stop(): Promise<void> };

const STOP_WITHIN = 9_000;

/**
 * Runs a program from start to end. It tells its parent, where it has one, `{ type: 'ready', … }` or
 * `{ type: 'failed', message }`, and answers its `{ type: 'ping' }` with `{ type: 'pong' }`. SIGTERM, SIGINT and a parent that is gone end it in good order: what is in flight is
 * finished, within 9 seconds, and the exit code is 0. A start that fails logs why and exits with 1.
 */
export async function run(name: string, start: (log: Log) => Promise<Running>): Promise<void> {
  const log = openLog(name);
  let running: Running | undefined;
  let stopping = false;

  const stop = async (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error('did not stop in time');
      process.exit(1);
    }, STOP_WITHIN).unref();
    await running?.stop(); // Still starting, it has promised nothing yet.
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  process.on('disconnect', () => void stop('the parent process is gone'));
  process.on('message', (message) => {
    if ((message as { type?: unknown } | null)?.type === 'ping') process.send?.({ type: 'pong' });
  });

  process.on('unhandledRejection', (reason) => {
    // The event store's client lets go of this one where nobody can catch it; the call it belongs to has its own timer.
    if (reason instanceof Error && reason.message === 'Channel has been shut down') {
      log.warn({ err: reason }, 'a call met a closed channel');
      return;
    }
    log.fatal({ err: reason }, 'unhandled rejection');
    process.exit(1);
  });
  // Node would write the error with all that hangs on it to stderr, which ends up in the same log.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });

  try {
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
