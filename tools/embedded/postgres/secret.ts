import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresFailure } from './failure.ts';

/** The path of the secret `name` of a data folder. */
export const secretFile = (dataDir: string, name: string): string => join(dataDir, 'secrets', name);

/** Reads the secret `name` of a data folder; undefined where there is none. */
export async function readSecret(dataDir: string, name: string): Promise<string | undefined> {
  try {
    return (await readFile(secretFile(dataDir, name), 'utf8')).trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the secret `name` of a data folder, readable by its owner alone. */
export async function writeSecret(dataDir: string, name: string, secret: string): Promise<void> {
  const file = secretFile(dataDir, name);
  await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  // Written to another file and renamed, so that a killed process leaves no incomplete secret.
  await writeFile(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The characters of a secret: URLs and settings contain it unescaped. */
const SECRET = /^[\w.~-]+$/;

/**
 * Reads the secret `name` of a data folder, or creates it: `prefix` and 48 random hexadecimal digits. Throws a
 * `PostgresFailure` with the file, and with `remedy` as what to do, where it holds anything else than letters, digits
 * and `_.~-`.
 */
export async function secretIn(
  dataDir: string,
  name: string,
  { prefix = '', remedy = 'delete it, and the next start makes a new one' } = {},
): Promise<string> {
  const known = await readSecret(dataDir, name);
  if (known !== undefined) {
    if (!SECRET.test(known)) throw new PostgresFailure(`${secretFile(dataDir, name)} is damaged: ${remedy}.`);
    return known;
  }
  const secret = prefix + randomBytes(24).toString('hex');
  await writeSecret(dataDir, name, secret);
  return secret;
}
