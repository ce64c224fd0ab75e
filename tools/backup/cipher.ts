import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { BackupFailure } from './failure.ts';
import type { Encryption, KeyDerivation } from './manifest.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const SALT_BYTES = 16;
/** A key takes 128 MiB of memory and a third of a second, which is what each guess of a passphrase costs, too. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
/** The largest cost of keys that are made as a manifest says. */
const MEMORY_BYTES_MAX = 256 * 1024 * 1024;

/** How a new backup makes its key of the passphrase. */
export const newKeyDerivation = (): KeyDerivation => ({
  name: 'scrypt',
  ...COST,
  salt: randomBytes(SALT_BYTES).toString('base64'),
});

/** Makes the key of a passphrase. Throws an Error where it would cost more than 256 MiB. */
export async function keyOf(passphrase: string, { N, r, p, salt }: KeyDerivation): Promise<Buffer> {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
  // The same passphrase, however a keyboard writes its accents.
  return await derive(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), KEY_BYTES, {
    N,
    r,
    p,
    maxmem: MEMORY_BYTES_MAX,
  });
}

/**
 * Encrypts a part, and calls `done` after the last chunk. `path` is authenticated with it, so that parts can't change
 * places.
 */
export async function* encrypted(
  chunks: AsyncIterable<string | Uint8Array>,
  key: Buffer,
  path: string,
  done: (encryption: Encryption) => void,
): AsyncGenerator<Uint8Array> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(path));
  for await (const chunk of chunks) yield cipher.update(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  yield cipher.final();
  done({ iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64') });
}

/** Decrypts a part. Throws a BackupFailure at the end if the key isn't the part's. */
export async function* decrypted(
  chunks: AsyncIterable<Uint8Array>,
  key: Buffer,
  path: string,
  { iv, tag }: Encryption,
): AsyncGenerator<Uint8Array> {
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64'))
    .setAAD(Buffer.from(path))
    .setAuthTag(Buffer.from(tag, 'base64'));
  for await (const chunk of chunks) yield decipher.update(chunk);
  try {
    yield decipher.final();
  } catch {
    throw new BackupFailure('The passphrase is not that of this backup.');
  }
}
