import type { IncomingMessage } from 'node:http';
import { StripeFailure } from './failure.ts';
import { type FormMap, parseForm } from './form.ts';

/** More than any valid request. */
const BODY_BYTES_MAX = 64 * 1024;

/** Reads a form-encoded body; a missing body is an empty form. Throws a StripeFailure where it is too large. */
export async function readForm(request: IncomingMessage): Promise<{ text: string; form: FormMap }> {
  const parts: Buffer[] = [];
  let size = 0;
  // The connection stays open after a body that is too large, so that the client gets the answer.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += part.length;
    if (size > BODY_BYTES_MAX) throw new StripeFailure(413, 'Request body too large');
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  return { text, form: parseForm(text) };
}
