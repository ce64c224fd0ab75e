import { hash } from 'node:crypto';
import type { RecordedEvent } from '#ledger/events.ts';
import type { ImportedRow } from '#ledger/model/values.ts';
import { BLOCK_EVENTS, blockOf } from './blocks.ts';
import { bytesColumn, defineTable, idColumn, integerColumn, type Row } from './table.ts';

/**
 * The keys of rows of files that events since the last reset have recorded, a row for each block of revisions: by it
 * the same row is known when it comes again, while its change-set is in force (product 4.15). A key takes 8 bytes of
 * its hash, and one for the place of its event in the block, so an import of many rows takes 18 bytes for each.
 */
export const importedKeys = defineTable(
  'imported_keys',
  { ledgerId: idColumn(), block: integerColumn(), keys: bytesColumn() },
  ['ledgerId', 'block'],
  { merged: { keys: 't.keys || excluded.keys' } },
);
export type ImportedKeysRow = Row<typeof importedKeys>;

const HASH_BYTES = 8;
const ENTRY_BYTES = HASH_BYTES + 1;

/** The part of the hash of a key that is stored, a character for each byte. */
export const hashOfKey = (key: string): string => hash('sha256', key, 'buffer').toString('latin1', 0, HASH_BYTES);

/** The first 4 bytes of a hash as a number. */
export const beginningOf = (hashed: string): number => Buffer.from(hashed, 'latin1').readUInt32LE();

/**
 * The keys in a row, each by its hash, with the revision of the event that recorded it: where `beginnings` are given,
 * only those with one of them.
 */
export function* keysIn(
  { block, keys }: ImportedKeysRow,
  beginnings?: ReadonlySet<number>,
): Generator<{ hashed: string; revision: bigint }> {
  for (let at = 0; at < keys.length; at += ENTRY_BYTES) {
    if (beginnings && !beginnings.has(keys.readUInt32LE(at))) continue;
    const revision = BigInt(block) * BLOCK_EVENTS + BigInt(keys[at + HASH_BYTES] as number);
    yield { hashed: keys.toString('latin1', at, at + HASH_BYTES), revision };
  }
}

/**
 * The rows of events in order: of each event the key of each row of a file, and another where the file can be read in
 * several ways.
 */
export function importedKeysOf(ledgerId: string, events: Iterable<RecordedEvent>): ImportedKeysRow[] {
  const blocks = new Map<number, Buffer[]>();
  for (const { event, revision } of events) {
    const { imported } = event.data as { imported?: ImportedRow | ImportedRow[] };
    if (imported === undefined) continue;
    const block = Number(blockOf(revision));
    const written = blocks.get(block) ?? [];
    blocks.set(block, written);
    for (const key of new Set([imported].flat().flatMap(({ key, rawKey }) => [key, rawKey]))) {
      if (key === undefined) continue;
      written.push(Buffer.from(hashOfKey(key), 'latin1'), Buffer.from([Number(revision % BLOCK_EVENTS)]));
    }
  }
  return [...blocks].map(([block, written]) => ({ ledgerId, block, keys: Buffer.concat(written) }));
}

/** SQL: the rows from a table of versions before, which had a row for each key. */
export const keysOfFormer = (former: string): string => `SELECT ledger_id, revision / ${BLOCK_EVENTS} AS block,
  string_agg(substr(sha256(convert_to(key, 'UTF8')), 1, ${HASH_BYTES})
    || set_byte('\\x00', 0, (revision % ${BLOCK_EVENTS})::int), '' ORDER BY revision, key) AS keys
  FROM ${former} GROUP BY 1, 2`;
