/** What the names of all ledgers' streams begin with. */
export const LEDGER_PREFIX = 'ledger-';

/** The stream of a ledger; `ledgerId` is a UUID. */
export function streamOf(ledgerId: string): string {
  return `${LEDGER_PREFIX}${ledgerId}`;
}

/** The ledger whose stream it is. */
export function userOf(stream: string): string {
  return stream.slice(LEDGER_PREFIX.length);
}

/** Before the first event of a stream. */
export const NO_STREAM_REVISION = -1n;
