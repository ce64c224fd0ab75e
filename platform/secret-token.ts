import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A text that nobody can guess: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The hash that is stored in place of a token. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
