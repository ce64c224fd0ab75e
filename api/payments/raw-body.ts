import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../http/problem-error.ts';

/** Larger than any event that Stripe sends. */
const EVENT_BYTES_MAX = 256 * 1024;

/**
 * Reads the raw bytes of a body, which the signature covers. Throws the problems 'too_large', and 'malformed' for a
 * truncated body.
 */
export async function rawBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  // destroyOnReturn: false keeps the connection open for the response to a body that is too large.
  try {
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      size += part.length;
      if (size > EVENT_BYTES_MAX) throw new ProblemError('too_large');
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof ProblemError ? error : new ProblemError('malformed');
  }
  return Buffer.concat(parts);
}
