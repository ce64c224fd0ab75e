/** Postgres takes notifications of less than 8,000 bytes. */
const TEXT_BYTES_MAX = 7_900;

/** The ledgers that a commit has changed, with their revisions: the payload of its notification. */
export function reachedText(changed: readonly { ledgerId: string; revision: bigint }[]): string {
  const text = changed.map(({ ledgerId, revision }) => `${ledgerId} ${revision}`).join('\n');
  return Buffer.byteLength(text) > TEXT_BYTES_MAX ? '' : text;
}

/** The revisions by ledger of a notification's payload, or null if it names none, so that they have to be queried. */
export function revisionsIn(payload: string): ReadonlyMap<string, bigint> | null {
  if (payload === '') return null;
  return new Map(
    payload.split('\n').map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), BigInt(line.slice(space + 1))];
    }),
  );
}
