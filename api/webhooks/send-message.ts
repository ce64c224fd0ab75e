import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { mayConnect, publicLookup } from './allowed-address.ts';

/** An answer has to come within this time. */
const TIMEOUT_MS = 10_000;

/** A message of a webhook: its id, which stays the same in each try, and its body. */
export type Message = { messageId: string; body: string };

/** The headers of a message as Standard Webhooks sign it; `at` is the instant of this try. */
export function signedHeaders({ messageId, body }: Message, secret: Buffer, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${messageId}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Daybook',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/**
 * Posts a message, and gives the HTTP status of the answer, or null without one: a refused host, an error of the
 * connection, or no answer in ten seconds. A redirect is an answer, and never followed.
 */
export async function sendMessage(
  address: string,
  message: Message,
  secret: Buffer,
  { at, isPrivateAllowed }: { at: Date; isPrivateAllowed: boolean },
): Promise<number | null> {
  const url = new URL(address);
  if (!mayConnect(url, isPrivateAllowed)) return null;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return await new Promise((resolve) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      headers: { ...signedHeaders(message, secret, at), 'content-length': Buffer.byteLength(message.body) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(!isPrivateAllowed && { lookup: publicLookup }),
    });
    sent.on('error', () => resolve(null));
    sent.on('response', (response) => {
      // Nobody reads the body, which may be endless.
      response.destroy();
      resolve(response.statusCode ?? null);
    });
    sent.end(message.body);
  });
}
