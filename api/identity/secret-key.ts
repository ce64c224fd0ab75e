import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '../http/problem-error.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts the secrets that can't be hashed, each bound to its owner's id. */
export type SecretKey = {
  encrypt(secret: Buffer, owner: string): Promise<Buffer>;
  /** Throws where the secret is of another owner or another key. */
  decrypt(encrypted: Buffer, owner: string): Promise<Buffer>;
};

/** The file of the key: `SECRETS_FILE`, or in the data folder; null if neither is named. */
export function secretKeyFile(env: NodeJS.ProcessEnv): string | null {
  if (env.SECRETS_FILE) return env.SECRETS_FILE;
  return env.DAYBOOK_DATA ? join(env.DAYBOOK_DATA, 'secrets.key') : null;
}

/**
 * The key in a file, which is made, for its owner alone, when it is needed first. Without a file both functions throw
 * the problem unavailable.
 */
export function secretKeyIn(path: string | null): SecretKey {
  let key: Promise<Buffer> | undefined;
  function loaded(): Promise<Buffer> {
    if (path === null) throw new ProblemError('unavailable');
    key ??= keyIn(path).catch((failure: unknown) => {
      key = undefined;
      throw failure;
    });
    return key;
  }
  return {
    encrypt: async (secret, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, await loaded(), nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    decrypt: async (encrypted, owner) => {
      const nonce = encrypted.subarray(0, NONCE_BYTES);
      const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, await loaded(), nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}

async function keyIn(path: string): Promise<Buffer> {
  try {
    // Of several processes one makes the file, and all read it.
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(randomBytes(KEY_BYTES)).then(() => file.sync());
    await file.close();
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
  }
  const key = await readFile(path);
  if (key.length !== KEY_BYTES) throw new Error(`The file of the secret key has ${key.length} bytes: ${path}`);
  return key;
}
