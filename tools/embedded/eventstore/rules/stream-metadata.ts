import { MAX_REVISION } from './names.ts';

/** Keys of an access control list: who may read, write, delete, read metadata, write metadata. */
const ACL_KEYS = ['$r', '$w', '$d', '$mr', '$mw'] as const;

/** An access control list: users and roles by operation; the default applies to an operation without a key. */
export type Acl = { readonly [Key in (typeof ACL_KEYS)[number]]?: readonly string[] };

/** The parts of a stream's metadata that decide which events are readable, and by whom. */
export type StreamMetadata = {
  /** `$tb`: the first readable revision. */
  readonly truncateBefore: bigint | undefined;
  /** `$maxCount`: how many of the newest events are readable. */
  readonly maxCount: bigint | undefined;
  /** `$maxAge` in seconds. */
  readonly maxAge: bigint | undefined;
  /** `$acl`. */
  readonly acl: Acl | undefined;
};

/** The content of missing or invalid metadata. */
export const NO_METADATA: StreamMetadata = {
  truncateBefore: undefined,
  maxCount: undefined,
  maxAge: undefined,
  acl: undefined,
};

/** Whether this metadata is a soft deletion, which truncates everything. */
export const isSoftDeletion = (metadata: StreamMetadata): boolean => metadata.truncateBefore === MAX_REVISION;

/** The metadata that deletes a stream softly. */
export const SOFT_DELETION = Buffer.from(`{"$tb":${MAX_REVISION}}`);

/** A number as its JSON text; a JavaScript number would round large Int64s, and turn `2.0` into `2`. */
class NumberLiteral {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
const toNumberLiterals: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined ? new NumberLiteral(source) : value;

/** The JSON object in these bytes, with numbers as `NumberLiteral`s; undefined for anything else. */
function objectIn(data: Buffer): Record<string, unknown> | undefined {
  try {
    const value = parse(data.toString(), toNumberLiterals);
    const isObject =
      typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const INT64 = { least: -(2n ** 63n), most: MAX_REVISION };
/** The longest .NET TimeSpan, in seconds. */
const MAX_AGE_SECONDS_MAX = 922_337_203_685n;

class InvalidMetadata extends Error {}

/**
 * Reads an Int64; undefined where it is missing or below `least`. Throws for any other value, which makes the metadata
 * invalid.
 */
function integer(value: unknown, least: bigint): bigint | undefined {
  if (value === undefined) return undefined;
  if (!(value instanceof NumberLiteral) || !/^-?\d+$/.test(value.source)) throw new InvalidMetadata();
  const number = BigInt(value.source);
  if (number < INT64.least || number > INT64.most) throw new InvalidMetadata();
  return number >= least ? number : undefined;
}

/** Reads one role or a list of roles. Throws for any other value. */
function rolesOf(value: unknown): readonly string[] {
  const roles: unknown[] = Array.isArray(value) ? value : [value];
  if (!roles.every((role) => typeof role === 'string')) throw new InvalidMetadata();
  return roles;
}

const isAclKey = (key: string): key is keyof Acl => (ACL_KEYS as readonly string[]).includes(key);

/** Reads an access control list: an object with the known keys only. Throws for any other value. */
function aclOf(value: unknown): Acl | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof NumberLiteral)
    throw new InvalidMetadata();
  const acl: { -readonly [Key in keyof Acl]: Acl[Key] } = {};
  for (const [key, roles] of Object.entries(value)) {
    if (!isAclKey(key)) throw new InvalidMetadata();
    acl[key] = rolesOf(roles);
  }
  return acl;
}

/**
 * Parses the newest event of a metadata stream. It counts only if its content type is JSON and it holds an object. A
 * number out of range is ignored; a value of another type makes the whole metadata invalid.
 */
export function parseStreamMetadata(data: Buffer, json: boolean): StreamMetadata {
  const object = json ? objectIn(data) : undefined;
  if (!object) return NO_METADATA;
  try {
    const maxAge = integer(object.$maxAge, 1n);
    if (maxAge !== undefined && maxAge > MAX_AGE_SECONDS_MAX) return NO_METADATA;
    integer(object.$cacheControl, 1n);
    const acl = aclOf(object.$acl);
    return { truncateBefore: integer(object.$tb, 0n), maxCount: integer(object.$maxCount, 1n), maxAge, acl };
  } catch (error) {
    if (error instanceof InvalidMetadata) return NO_METADATA;
    throw error;
  }
}

const rawNumber = (JSON as unknown as { rawJSON(source: string): unknown }).rawJSON;

/**
 * The metadata that revives a softly deleted stream: the given metadata with `$tb` at the next revision. Undefined if
 * the given data are no JSON object, whatever their content type: then the old events are readable again.
 */
export function revivedMetadata(data: Buffer, truncateBefore: bigint): Buffer | undefined {
  const object = objectIn(data);
  if (!object) return undefined;
  object.$tb = new NumberLiteral(String(BigInt.asIntN(64, truncateBefore)));
  const text = JSON.stringify(object, (_key, value) =>
    value instanceof NumberLiteral ? rawNumber(value.source) : value,
  );
  return Buffer.from(text);
}
