import { createHash } from 'node:crypto';

/**
 * The hash of a command's name, its input, whatever the order of the input's keys, and the digest of the file that came
 * with it, if one did: an idempotency key that comes again with another one was used for something else (product 7.4).
 */
export function inputHash(name: string, input: Record<string, unknown>, fileDigest?: string): string {
  const sorted = Object.keys(input)
    .sort()
    .map((key) => [key, input[key]]);
  return createHash('sha256')
    .update(JSON.stringify([name, sorted, ...(fileDigest === undefined ? [] : [fileDigest])]))
    .digest('base64url');
}
