import { MAX_REVISION } from './names.ts';

/** What a stream's metadata says about what of it can be seen. */
export interface StreamMetadata {
  /** `$tb`: the first revision that can be seen. */
  readonly truncateBefore: bigint | undefined;
  /** `$maxCount`: how many of the newest can be seen. */
  readonly maxCount: bigint | undefined;
  /** `$maxAge` in seconds. */
  readonly maxAge: bigint | undefined;
}

/** What is said where there is no metadata, or none that counts. */
export const NO_METADATA: StreamMetadata = { truncateBefore: undefined, maxCount: undefined, maxAge: undefined };

/** Whether this metadata hides everything, as the truncation of a soft deletion does. */
export const isSoftDeletion = (metadata: StreamMetadata): boolean => metadata.truncateBefore === MAX_REVISION;

/** The metadata that deletes a stream softly. */
export const SOFT_DELETION = Buffer.from(`{"$tb":${MAX_REVISION}}`);

/** A number as it was written; JavaScript's own would round what an Int64 holds exactly, and forget `2.0`. */
class Written {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
const keepNumbers: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined ? new Written(source) : value;

/** The JSON object in these bytes, its numbers as they were written; undefined if there is none. */
function objectIn(data: Buffer): Record<string, unknown> | undefined {
  try {
    const value = parse(data.toString(), keepNumbers);
    const isObject =
      typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Written);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const INT64 = { least: -(2n ** 63n), most: MAX_REVISION };
/** Seconds in .NET's longest time span. */
const LONGEST_AGE = 922_337_203_685n;

class Voided extends Error {}

/** An Int64; undefined if the key isn't there or the number is out of range; throws for another kind of value. */
function integer(value: unknown, least: bigint): bigint | undefined {
  if (value === undefined) return undefined;
  if (!(value instanceof Written) || !/^-?\d+$/.test(value.source)) throw new Voided();
  const number = BigInt(value.source);
  if (number < INT64.least || number > INT64.most) throw new Voided();
  return number >= least ? number : undefined;
}

const isRoles = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((role) => typeof role === 'string'));

/** Who may read, write, delete, read the metadata, write the metadata. */
const ACL_KEYS = new Set(['$r', '$w', '$d', '$mr', '$mw']);

/** An access control list has to be an object of roles under these names, and no others. */
function checkAcl(acl: unknown): void {
  if (acl === undefined) return;
  if (typeof acl !== 'object' || acl === null || Array.isArray(acl) || acl instanceof Written) throw new Voided();
  if (!Object.entries(acl).every(([key, roles]) => ACL_KEYS.has(key) && isRoles(roles))) throw new Voided();
}

/**
 * What the newest event of a metadata stream says. Only an event flagged JSON that holds an object counts. A number out
 * of range is ignored alone, a value of another kind voids the whole metadata.
 */
export function parseStreamMetadata(data: Buffer, json: boolean): StreamMetadata {
  const object = json ? objectIn(data) : undefined;
  if (!object) return NO_METADATA;
  try {
    const maxAge = integer(object.$maxAge, 1n);
    if (maxAge !== undefined && maxAge > LONGEST_AGE) return NO_METADATA;
    integer(object.$cacheControl, 1n);
    checkAcl(object.$acl);
    return { truncateBefore: integer(object.$tb, 0n), maxCount: integer(object.$maxCount, 1n), maxAge };
  } catch (error) {
    if (error instanceof Voided) return NO_METADATA;
    throw error;
  }
}

const rawNumber = (JSON as unknown as { rawJSON(source: string): unknown }).rawJSON;

/**
 * The metadata that takes a soft deletion back: the keys of what was given, with `$tb` at the first revision of the new
 * life. Undefined if what was given is no JSON object: then nothing hides the old events any more.
 */
export function revivedMetadata(data: Buffer, json: boolean, truncateBefore: bigint): Buffer | undefined {
  const object = json ? objectIn(data) : undefined;
  if (!object) return undefined;
  object.$tb = new Written(String(truncateBefore));
  const text = JSON.stringify(object, (_key, value) => (value instanceof Written ? rawNumber(value.source) : value));
  return Buffer.from(text);
}
