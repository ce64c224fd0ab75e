import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../http/problem-error.ts';

/** Larger than any event Stripe sends, in bytes. */
const LARGEST = 256 * 1024;

/**
 * Reads a body byte for byte, as its signature was made over it. Throws the problem 'too_large', and 'malformed' where the
 * body is cut short.
 */
export async function rawBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  // Left whole when it is too large, so that the answer still gets through.
  try {
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      size += part.length;
      if (size > LARGEST) throw new ProblemError('too_large');
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof ProblemError ? error : new ProblemError('malformed');
  }
  return Buffer.concat(parts);
}
