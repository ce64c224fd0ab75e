import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';
import { todayInZone } from '../http/time-zone.ts';
import { requireOwner } from '../identity/proof.ts';
import { noteSecurity } from '../identity/security-log.ts';
import type { IdentityServices } from '../identity/services.ts';
import { webhookAddress } from './allowed-address.ts';
import { addWebhook, deliveriesOf, removeWebhook, turnOn, webhooksOf } from './stored-webhooks.ts';

/** Whether webhooks may go to private addresses, and to `http:`. */
export type WebhookSetting = { isWebhookPrivate: boolean };

/** Registers the calls of webhooks (product 5.20). */
export function webhookRoutes(router: AppRouter, services: IdentityServices & WebhookSetting): void {
  const { database, secretKey, now } = services;

  registerRoute(router, 'addWebhook', async ({ ctx, session, input: { url, what } }) => {
    requireOwner(session, now());
    const { userId, head } = session;
    const address = webhookAddress(url, services.isWebhookPrivate);
    const place = { revision: head.revision, day: todayInZone(ctx, now()) };
    const added = await addWebhook(database, secretKey, { userId, url: address, what, ...place }, now());
    await noteSecurity(database, ctx, now(), { userId, kind: 'webhook-added', name: new URL(address).host });
    return added;
  });

  registerRoute(router, 'getWebhooks', async ({ session: { userId } }) => ({
    webhooks: await webhooksOf(database, userId),
  }));

  registerRoute(router, 'removeWebhook', async ({ ctx, session: { userId }, input: { webhookId } }) => {
    const { host } = new URL(await removeWebhook(database, userId, webhookId));
    await noteSecurity(database, ctx, now(), { userId, kind: 'webhook-removed', name: host });
    return {};
  });

  registerRoute(router, 'turnOnWebhook', async ({ session: { userId }, input: { webhookId } }) => {
    await turnOn(database, userId, webhookId);
    return {};
  });

  registerRoute(router, 'getWebhookLog', async ({ session: { userId }, input: { id } }) => ({
    deliveries: await deliveriesOf(database, userId, id),
  }));
}
