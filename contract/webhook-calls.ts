import { z } from 'zod';
import { addresses } from './addresses.ts';
import { type Call, nothing } from './call.ts';
import { idField } from './fields.ts';
import { WEBHOOK_URL_MAX } from './limits.ts';
import { webhookMessages } from './webhook-messages.ts';

/** The kinds of messages of a webhook: each change-set, and each occurrence of a schedule on its day. */
export const WEBHOOK_KINDS = ['change-set', 'occurrence'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

const what = z
  .array(z.enum(WEBHOOK_KINDS, { error: webhookMessages.whatRequired }), { error: webhookMessages.whatRequired })
  .min(1, webhookMessages.whatRequired)
  .transform((kinds) => [...new Set(kinds)]);

/** A webhook; one that is off failed for a day. */
const webhook = z.object({ _id: z.string(), url: z.string(), what: z.array(z.enum(WEBHOOK_KINDS)), isOn: z.boolean() });
export type Webhook = z.infer<typeof webhook>;

/** A delivery: the instant of its last try, the answer's HTTP status, null without an answer, and the tries. */
const delivery = z.object({
  _id: z.string(),
  at: z.string(),
  type: z.enum(WEBHOOK_KINDS),
  status: z.int().nullable(),
  isDelivered: z.boolean(),
  tries: z.int(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

/** Its host and scheme are looked at by the API, which knows what is allowed. */
const url = z.string({ error: webhookMessages.urlWrong }).max(WEBHOOK_URL_MAX, webhookMessages.urlTooLong);

const named = z.strictObject({ webhookId: idField });

/** The calls of webhooks, which tell an address of the user's what happens in the books (product 5.20). */
export const webhookCalls = {
  addWebhook: {
    ...addresses.addWebhook,
    kind: 'action',
    summary: 'Adds a webhook. Returns its secret, which is shown this once.',
    session: true,
    body: z.strictObject({ url, what }),
    data: z.object({ webhookId: z.string(), secret: z.string() }),
    problems: ['not_for_demo', 'proof_required', 'too_many_webhooks', 'unavailable'],
  },
  getWebhooks: {
    ...addresses.getWebhooks,
    kind: 'query',
    summary: 'Returns the webhooks of the user, the oldest first.',
    session: true,
    data: z.object({ webhooks: z.array(webhook) }),
    problems: [],
  },
  removeWebhook: {
    ...addresses.removeWebhook,
    kind: 'action',
    summary: 'Removes a webhook; messages that wait are not sent.',
    session: true,
    body: named,
    data: nothing,
    problems: ['webhook_not_found'],
  },
  turnOnWebhook: {
    ...addresses.turnOnWebhook,
    kind: 'action',
    summary: 'Turns a webhook on again, which goes on with the message that failed.',
    session: true,
    body: named,
    data: nothing,
    problems: ['webhook_not_found'],
  },
  getWebhookLog: {
    ...addresses.getWebhookLog,
    kind: 'query',
    summary: 'Returns the last hundred deliveries of a webhook, the newest first.',
    session: true,
    query: z.strictObject({ id: idField }),
    data: z.object({ deliveries: z.array(delivery) }),
    problems: ['webhook_not_found'],
  },
} as const satisfies Partial<Record<keyof typeof addresses, Call>>;
