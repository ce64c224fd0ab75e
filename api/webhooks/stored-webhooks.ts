import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { WEBHOOK_LOG_MAX, WEBHOOKS_MAX } from '#contract/limits.ts';
import type { Webhook, WebhookDelivery, WebhookKind } from '#contract/webhook-calls.ts';
import { type Database, transaction } from '#platform/postgres.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { SecretKey } from '../identity/secret-key.ts';

const SECRET_BYTES = 32;
/** The beginning of a secret as Standard Webhooks write it. */
const SECRET_PREFIX = 'whsec_';

type NewWebhook = { userId: string; url: string; what: readonly WebhookKind[]; revision: bigint; day: string };

/**
 * Adds a webhook, which tells of the change-sets after `revision`, and of the occurrences from `day` on (ISO date).
 * Throws the problems too_many_webhooks, and unavailable without a key for secrets.
 */
export async function addWebhook(
  database: pg.Pool,
  secretKey: SecretKey,
  { userId, url, what, revision, day }: NewWebhook,
  now: Date,
): Promise<{ webhookId: string; secret: string }> {
  const webhookId = randomUUID();
  const secret = randomBytes(SECRET_BYTES);
  const encrypted = await secretKey.encrypt(secret, webhookId);
  await transaction(database, async (client) => {
    // The webhooks of a user are counted one after the other.
    await client.query('SELECT FROM identity.users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
    const { rowCount } = await client.query(
      `INSERT INTO webhooks.webhooks (webhook_id, user_id, url, what, secret, created_at, revision, day)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8
        WHERE (SELECT count(*) FROM webhooks.webhooks WHERE user_id = $2) < $9`,
      [webhookId, userId, url, what, encrypted, now, revision, day, WEBHOOKS_MAX],
    );
    if (rowCount === 0) throw new ProblemError('too_many_webhooks');
  });
  return { webhookId, secret: SECRET_PREFIX + secret.toString('base64') };
}

/** The webhooks of a user, the oldest first. */
export async function webhooksOf(database: Database, userId: string): Promise<Webhook[]> {
  const { rows } = await database.query<Webhook>(
    `SELECT webhook_id AS _id, url, what, is_on AS "isOn" FROM webhooks.webhooks
      WHERE user_id = $1 ORDER BY created_at, webhook_id`,
    [userId],
  );
  return rows;
}

/** Removes a webhook with its messages, and gives its address. Throws the problem webhook_not_found. */
export async function removeWebhook(database: Database, userId: string, webhookId: string): Promise<string> {
  const { rows } = await database.query<{ url: string }>(
    'DELETE FROM webhooks.webhooks WHERE user_id = $1 AND webhook_id = $2 RETURNING url',
    [userId, webhookId],
  );
  if (!rows[0]) throw new ProblemError('webhook_not_found');
  return rows[0].url;
}

/** Turns a webhook on: its oldest message is tried at once, for another day. Throws the problem webhook_not_found. */
export async function turnOn(database: Database, userId: string, webhookId: string): Promise<void> {
  const { rowCount } = await database.query(
    'UPDATE webhooks.webhooks SET is_on = true WHERE user_id = $1 AND webhook_id = $2',
    [userId, webhookId],
  );
  if (rowCount === 0) throw new ProblemError('webhook_not_found');
  await database.query(
    'UPDATE webhooks.messages SET first_at = NULL, next_at = NULL WHERE webhook_id = $1 AND NOT is_delivered',
    [webhookId],
  );
}

/** The last deliveries of a webhook that were tried, the newest first. Throws the problem webhook_not_found. */
export async function deliveriesOf(database: Database, userId: string, webhookId: string): Promise<WebhookDelivery[]> {
  const own = await database.query('SELECT FROM webhooks.webhooks WHERE user_id = $1 AND webhook_id = $2', [
    userId,
    webhookId,
  ]);
  if (own.rowCount === 0) throw new ProblemError('webhook_not_found');
  const { rows } = await database.query<Omit<WebhookDelivery, 'at'> & { at: Date }>(
    `SELECT message_id AS _id, last_at AS at, type, status, is_delivered AS "isDelivered", tries
      FROM webhooks.messages WHERE webhook_id = $1 AND tries > 0 ORDER BY place DESC LIMIT $2`,
    [webhookId, WEBHOOK_LOG_MAX],
  );
  return rows.map(({ at, ...delivery }) => ({ ...delivery, at: at.toISOString() }));
}
