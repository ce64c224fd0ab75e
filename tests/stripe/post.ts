import { BASE_PATH } from '#contract/addresses.ts';
import type { Letter, Till } from './till.ts';

/** Sends an event to the API as Stripe does; gives the status of the answer. */
export async function bring(origin: string, { body, signature }: Pick<Letter, 'body' | 'signature'>): Promise<number> {
  const response = await fetch(`${origin}${BASE_PATH}/pay/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** Makes and signs an event as Stripe does. */
export function signed(till: Till, event: object): Pick<Letter, 'body' | 'signature'> {
  const body = JSON.stringify(event);
  const { webhookSecret: secret } = till.settings;
  return { body, signature: till.stripe.webhooks.generateTestHeaderString({ payload: body, secret }) };
}

/** A webhook with some fields of its session changed, signed again. */
export function forged(till: Till, letter: Letter, session: object, type: string = letter.event.type) {
  const { event } = letter;
  return signed(till, { ...event, type, data: { object: { ...event.data.object, ...session } } });
}
