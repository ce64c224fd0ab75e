import { watchNpm } from './npm-parent.ts';

/** Thrown and given as the reason when a person asked for the end: nothing went wrong. */
export class Stopped extends Error {}

/**
 * Listens for Ctrl-C, SIGTERM, SIGHUP, and the end of the npm that runs this process. The first aborts `stopping` with a
 * `Stopped`; a later one aborts `hastening`.
 */
export function listenForStop(): { stopping: AbortController; hastening: AbortSignal } {
  const stopping = new AbortController();
  const hastening = new AbortController();
  let first = 0;
  const heard = () => {
    if (first === 0) {
      first = performance.now();
      stopping.abort(new Stopped());
      // npm passes on a Ctrl-C that the terminal has sent to all of us already: that is one wish, not two.
    } else if (performance.now() - first > 500) {
      hastening.abort();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, heard);
  void watchNpm(process.env, () => stopping.abort(new Stopped()));
  return { stopping, hastening: hastening.signal };
}
