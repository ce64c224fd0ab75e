/** What the names of all ledgers' streams begin with. */
export const LEDGER_PREFIX = 'ledger-';

/** The stream of a user's ledger; `userId` is a UUID. */
export function streamOf(userId: string): string {
  return `${LEDGER_PREFIX}${userId}`;
}

/** The user whose ledger a stream is. */
export function userOf(stream: string): string {
  return stream.slice(LEDGER_PREFIX.length);
}

/** Before the first event of a stream. */
export const NO_STREAM_REVISION = -1n;
