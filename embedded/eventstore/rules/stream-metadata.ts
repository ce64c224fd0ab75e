import { MAX_REVISION } from './names.ts';

/** Who may read, write, delete, read the metadata, write the metadata. */
const ACL_KEYS = ['$r', '$w', '$d', '$mr', '$mw'] as const;

/** An access control list: users and roles; what is not mentioned is as it is by default. */
export type Acl = { readonly [Key in (typeof ACL_KEYS)[number]]?: readonly string[] };

/** What a stream's metadata says about what of it can be seen, and by whom. */
export type StreamMetadata = {
  /** `$tb`: the first revision that can be seen. */
  readonly truncateBefore: bigint | undefined;
  /** `$maxCount`: how many of the newest can be seen. */
  readonly maxCount: bigint | undefined;
  /** `$maxAge` in seconds. */
  readonly maxAge: bigint | undefined;
  /** `$acl`. */
  readonly acl: Acl | undefined;
};

/** What is said where there is no metadata, or none that counts. */
export const NO_METADATA: StreamMetadata = {
  truncateBefore: undefined,
  maxCount: undefined,
  maxAge: undefined,
  acl: undefined,
};

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

/** One role or a list of them; throws for another kind of value. */
function rolesOf(value: unknown): readonly string[] {
  const roles: unknown[] = Array.isArray(value) ? value : [value];
  if (!roles.every((role) => typeof role === 'string')) throw new Voided();
  return roles;
}

const isAclKey = (key: string): key is keyof Acl => (ACL_KEYS as readonly string[]).includes(key);

/** An access control list has to be an object of roles under its names, and no others; throws for another. */
function aclOf(value: unknown): Acl | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Written)
    throw new Voided();
  const acl: { -readonly [Key in keyof Acl]: Acl[Key] } = {};
  for (const [key, roles] of Object.entries(value)) {
    if (!isAclKey(key)) throw new Voided();
    acl[key] = rolesOf(roles);
  }
  return acl;
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
    const acl = aclOf(object.$acl);
    return { truncateBefore: integer(object.$tb, 0n), maxCount: integer(object.$maxCount, 1n), maxAge, acl };
  } catch (error) {
    if (error instanceof Voided) return NO_METADATA;
    throw error;
  }
}

const rawNumber = (JSON as unknown as { rawJSON(source: string): unknown }).rawJSON;

/**
 * The metadata that takes a soft deletion back: the keys of what was given, with `$tb` at the first revision of the new
 * life. Undefined if what was given is no JSON object, whatever it was flagged as: then nothing hides the old events any
 * more.
 */
export function revivedMetadata(data: Buffer, truncateBefore: bigint): Buffer | undefined {
  const object = objectIn(data);
  if (!object) return undefined;
  object.$tb = new Written(String(BigInt.asIntN(64, truncateBefore)));
  const text = JSON.stringify(object, (_key, value) => (value instanceof Written ? rawNumber(value.source) : value));
  return Buffer.from(text);
}
