import { watchNpm } from './npm-parent.ts';

/** The abort reason when the user requested the stop. */
export class Stopped extends Error {}

const DUPLICATE_SIGNAL_MS = 500;

/**
 * Listens for SIGINT, SIGTERM, SIGHUP and the exit of the npm that runs this process. The first aborts `stopping` with
 * a `Stopped`; a later signal aborts `forcing`.
 */
export function listenForStop(): { stopping: AbortController; forcing: AbortSignal } {
  const stopping = new AbortController();
  const forcing = new AbortController();
  let firstAt = 0;
  const onSignal = () => {
    if (firstAt === 0) {
      firstAt = performance.now();
      stopping.abort(new Stopped());
      // One Ctrl-C can arrive twice: from the terminal, and forwarded by npm.
    } else if (performance.now() - firstAt > DUPLICATE_SIGNAL_MS) {
      forcing.abort();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  void watchNpm(process.env, () => stopping.abort(new Stopped()));
  return { stopping, forcing: forcing.signal };
}
