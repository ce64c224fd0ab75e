import type { RecordedEvent } from '../rules/recorded-event.ts';
import { TICKS_PER_SECOND } from '../rules/visibility.ts';

const TICKS_PER_MS = TICKS_PER_SECOND / 1000n;

/** A row of `events` in Postgres's text format: position, stream, revision, id, type, data, metadata, json, created. */
export type EventRow = [string, string, string, string, string, string, string, 't' | 'f', string];

const EMPTY = Buffer.alloc(0);
/** Postgres writes bytea as `\x` and hexadecimal digits. */
const bytesOf = (bytea: string): Buffer => (bytea.length === 2 ? EMPTY : Buffer.from(bytea.slice(2), 'hex'));

const CACHED_NAMES_MAX = 4096;
const CACHED_NAME_CHARACTERS_MAX = 1024;
const names = new Map<string, string>();

/** Caches decoded names, since streams and types repeat. */
function nameOf(bytea: string): string {
  const known = names.get(bytea);
  if (known !== undefined) return known;
  const name = bytesOf(bytea).toString();
  if (bytea.length > CACHED_NAME_CHARACTERS_MAX) return name;
  if (names.size >= CACHED_NAMES_MAX) names.clear();
  names.set(bytea, name);
  return name;
}

/** Decodes a row. */
export const eventOf = (row: EventRow): RecordedEvent => ({
  position: BigInt(row[0]),
  stream: nameOf(row[1]),
  revision: BigInt(row[2]),
  id: row[3],
  type: nameOf(row[4]),
  data: bytesOf(row[5]),
  metadata: bytesOf(row[6]),
  json: row[7] === 't',
  created: BigInt(row[8]),
});

/** The present time, in 100 ns since 1970, as `created` has it. */
export const ticksNow = (): bigint => BigInt(Date.now()) * TICKS_PER_MS;
