import type { Client } from 'pg';

/** What Postgres says to the statements that come after one that failed in the same transaction. */
const ABORTED = '25P02';

/**
 * Sends statements to Postgres in one go, without waiting for the answers in between, and gives their results once all
 * are there. The connection has to be one that `openClient` opened. Throws the first failure, after all have ended.
 */
export async function together<Results extends readonly Promise<unknown>[]>(
  client: object,
  send: () => [...Results],
): Promise<{ -readonly [At in keyof Results]: Awaited<Results[At]> }> {
  const stream = streamOf(client);
  // Each statement is written in a few pieces: held back, all of them leave as one.
  stream?.cork();
  let sent: [...Results];
  try {
    sent = send();
  } finally {
    stream?.uncork();
  }
  const results = await Promise.allSettled(sent as readonly Promise<unknown>[]);
  const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
  if (failures.length > 0) throw failures.find(({ code }) => code !== ABORTED) ?? failures[0];
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as never;
}

/** The connection's stream, of which the types don't tell. */
function streamOf(client: object): { cork(): void; uncork(): void } | undefined {
  return (client as Client & { connection?: { stream?: { cork(): void; uncork(): void } } }).connection?.stream;
}
