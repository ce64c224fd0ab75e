/** Prefix of every ledger's stream. */
export const LEDGER_PREFIX = 'ledger-';

/** The stream name of a ledger; `ledgerId` is a UUID. */
export function streamOf(ledgerId: string): string {
  return `${LEDGER_PREFIX}${ledgerId}`;
}

/** The ledger id of a stream name. */
export function ledgerOf(stream: string): string {
  return stream.slice(LEDGER_PREFIX.length);
}

/** The revision of an empty stream. */
export const NO_STREAM_REVISION = -1n;
