import type { IncomingMessage } from 'node:http';
import { StripeFailure } from './failure.ts';
import { type FormMap, parseForm } from './form.ts';

/** More than any request we take, in bytes. */
const LARGEST = 64 * 1024;

/** Reads a form-encoded body; one that is missing is empty. Throws a StripeFailure where it is too large. */
export async function readForm(request: IncomingMessage): Promise<{ text: string; form: FormMap }> {
  const parts: Buffer[] = [];
  let size = 0;
  // Left whole when it is too large, so that the answer still gets through.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += part.length;
    if (size > LARGEST) throw new StripeFailure(413, 'Request body too large');
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  return { text, form: parseForm(text) };
}
