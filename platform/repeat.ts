import type { Log } from './log.ts';

/** Something that is done again and again. */
export type Repeated = {
  /** Resolves when it was done for the first time, whether that failed or not. */
  first: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Does something now and then again every `ms` milliseconds, one at a time, until stopped, or until it says that it is
 * done. A failure is logged.
 */
export function repeat(what: string, ms: number, log: Log, action: () => Promise<'done' | undefined>): Repeated {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay = Promise.resolve();
  const again = () => {
    underWay = action()
      .catch((error) => log.warn({ err: error }, `${what} failed; it is tried again`))
      .then((outcome) => {
        if (!stopped && outcome !== 'done') timer = setTimeout(again, ms).unref();
      });
  };
  again();
  return {
    first: underWay,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
