import type { Client } from 'pg';

/** SQLSTATE of statements after a failed one in the same transaction. */
const ABORTED = '25P02';

/**
 * Sends statements to Postgres in one network write and gives all their results. The client must be one of
 * `openClient`. Waits for all statements, then throws the first failure.
 */
export async function together<Results extends readonly Promise<unknown>[]>(
  client: object,
  send: () => [...Results],
): Promise<{ -readonly [Index in keyof Results]: Awaited<Results[Index]> }> {
  const stream = streamOf(client);
  // pg writes each statement in several chunks; corking sends them all in one packet.
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

/** The connection's socket, which the types of pg don't declare. */
function streamOf(client: object): { cork(): void; uncork(): void } | undefined {
  return (client as Client & { connection?: { stream?: { cork(): void; uncork(): void } } }).connection?.stream;
}
