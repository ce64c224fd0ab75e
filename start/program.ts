/**
 * A program that runs. `pid` is what the next run ends it by, should it outlive this one; Postgres, which is found by
 * its folder, has none. `ready` resolves when it does its work, and rejects with the reason where it ends before.
 * `exited` resolves, with the reason in words, when it has ended. `stop` asks it to end, insists after 10 seconds or
 * as soon as `hasten` is aborted, and resolves when it has ended.
 */
export type Program = {
  pid: number | undefined;
  ready: Promise<unknown>;
  exited: Promise<string>;
  stop(hasten: AbortSignal): Promise<void>;
};

/** Runs `insist` once, after 10 seconds or as soon as `hasten` is aborted, unless `done` settles before. */
export async function insistLater(done: Promise<unknown>, hasten: AbortSignal, insist: () => void): Promise<void> {
  const soon = AbortSignal.any([hasten, AbortSignal.timeout(10_000)]);
  if (soon.aborted) insist();
  else soon.addEventListener('abort', insist, { once: true });
  await done;
  soon.removeEventListener('abort', insist);
}
