/**
 * A running program. The next run ends it by its `pid` if it outlives this run; undefined for Postgres, which is found
 * by its data folder. `ready` resolves when the program is ready, and rejects with the reason when it exits before.
 * `exited` resolves with the reason as text. `stop` requests the exit, kills the program after 10 seconds or when
 * `forced` aborts, and resolves when it has exited.
 */
export type ChildProgram = {
  pid: number | undefined;
  ready: Promise<unknown>;
  exited: Promise<string>;
  stop(forced: AbortSignal): Promise<void>;
};

const STOP_TIMEOUT_MS = 10_000;

/** Calls `kill` once after 10 seconds, or when `forced` aborts, unless `done` settles before. */
export async function forceStopLater(done: Promise<unknown>, forced: AbortSignal, kill: () => void): Promise<void> {
  const timeout = AbortSignal.any([forced, AbortSignal.timeout(STOP_TIMEOUT_MS)]);
  if (timeout.aborted) kill();
  else timeout.addEventListener('abort', kill, { once: true });
  await done;
  timeout.removeEventListener('abort', kill);
}
