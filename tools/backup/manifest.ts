import { z } from 'zod';

/** The version of the format of backups. One that is newer than this is refused. */
export const FORMAT = 1;

export const MANIFEST_PATH = 'manifest.json';
/** The hashes of all other files of a backup, as `sha256sum --check` reads them. */
export const SUMS_PATH = 'SHA256SUMS';

const base64 = z.base64();

const keyDerivation = z.strictObject({
  name: z.literal('scrypt'),
  N: z.int().positive(),
  r: z.int().positive(),
  p: z.int().positive(),
  salt: base64,
});

const encryption = z.strictObject({ iv: base64, tag: base64 });

const part = z.strictObject({
  path: z.string(),
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The columns that each row has. */
  columns: z.array(z.string()),
  /** Null for a part that is not encrypted. */
  encryption: encryption.nullable(),
});

const manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** The version of Daybook that made it. */
  daybook: z.string(),
  madeAt: z.iso.datetime(),
  /** The id of the schedule that made it, and may delete it; null for one that was made by hand. */
  schedule: z.uuid().nullable(),
  /** The id of the event log, and the position of its newest event, or null if the events are in a real event store. */
  log: z.strictObject({ id: z.string().nullable(), position: z.string() }).nullable(),
  /** The schemas of the databases: names of migrations, and the version of the event store's tables. */
  schemas: z.strictObject({ daybook: z.array(z.string()), eventstore: z.int().nonnegative().nullable() }),
  /** How the key is made of the passphrase, or null if secrets are left out. */
  key: keyDerivation.nullable(),
  parts: z.array(part),
});

/** The description of a backup and of its parts. It is the last but one of its files, since it has their hashes. */
export type Manifest = z.infer<typeof manifest>;
export type ManifestPart = Manifest['parts'][number];
export type KeyDerivation = z.infer<typeof keyDerivation>;
export type Encryption = z.infer<typeof encryption>;

/** Reads a manifest: gives it, or the number of a newer format. Throws an Error where it is neither. */
export function readManifest(text: string): Manifest | { newer: number } {
  const value: unknown = JSON.parse(text);
  const { format } = z.object({ format: z.int().positive() }).parse(value);
  return format > FORMAT ? { newer: format } : manifest.parse(value);
}
