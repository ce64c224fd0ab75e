import { createHash } from 'node:crypto';

/**
 * Hashes a command's name, its input independent of key order, and the digest of its file. A repeated idempotency key
 * with another hash is refused (product 7.4). Gives base64url.
 */
export function inputHash(name: string, input: Record<string, unknown>, fileDigest?: string): string {
  const sorted = Object.keys(input)
    .sort()
    .map((key) => [key, input[key]]);
  return createHash('sha256')
    .update(JSON.stringify([name, sorted, ...(fileDigest === undefined ? [] : [fileDigest])]))
    .digest('base64url');
}
