import type { Log } from './log.ts';

/** A periodic task. */
export type Repeated = {
  /** Resolves after the first run, failed or not. */
  first: Promise<void>;
  /** Cancels further runs and waits for the current one. */
  stop(): Promise<void>;
};

/**
 * Runs `action` at once and then `ms` milliseconds after each run, until it is stopped or `action` gives 'done'.
 * Failures are logged as `what`.
 */
export function repeat(what: string, ms: number, log: Log, action: () => Promise<'done' | undefined>): Repeated {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current = Promise.resolve();
  const runOnce = () => {
    current = action()
      .catch((error) => log.warn({ err: error }, `${what} failed and will be retried`))
      .then((outcome) => {
        if (!stopped && outcome !== 'done') timer = setTimeout(runOnce, ms).unref();
      });
  };
  runOnce();
  return {
    first: current,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
