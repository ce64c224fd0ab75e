/** How long a command that was asked to stop has to end by itself. */
const GRACE_MS = 5_000;

/**
 * Ends a command with an exit code, once its output is written. A client of the event store that could not connect
 * would keep the process alive for ever.
 */
export async function endProgram(code: number): Promise<never> {
  const flushes = [process.stdout, process.stderr].map(
    (stream) => new Promise<void>((done) => stream.write('', () => done())),
  );
  await Promise.all(flushes);
  process.exit(code);
}

/**
 * A signal that aborts at SIGINT, at SIGTERM and when the parent ends. A command that has not ended some seconds later,
 * since what it waits for can't be aborted, ends with `code`.
 */
export function stopRequest(code: number): AbortSignal {
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    setTimeout(() => process.exit(code), GRACE_MS).unref();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  process.on('disconnect', stop);
  return stopping.signal;
}
