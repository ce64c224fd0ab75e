import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` of a body sent at a Unix time in seconds: the time, and an HMAC of time and body with the
 * secret.
 */
export function signatureOf(body: string, secret: string, time: number): string {
  const hmac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${hmac}`;
}
