import { WEBHOOK_LOG_MAX } from '#contract/limits.ts';
import type { WebhookKind } from '#contract/webhook-calls.ts';
import { Turns } from '#platform/turns.ts';
import { rowsRevision } from '#projections/queries/ledgers.ts';
import { readModelsExist } from '#projections/tables/read-models.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { SecretKey } from '../identity/secret-key.ts';
import { type DueWebhook, makeMessages } from './make-messages.ts';
import type { WebhookSetting } from './routes.ts';
import { sendMessage } from './send-message.ts';

/** The pause between two looks for messages that are due. */
export const DELIVERY_INTERVAL_MS = 500;
/** Webhooks that one look finds, and those that are served at a time. */
const WEBHOOKS_AT_ONCE_MAX = 100;
const CONCURRENT_WEBHOOKS = 32;
/** Messages of a webhook in one turn; the others have theirs then. */
const MESSAGES_IN_TURN_MAX = 20;
/** A process that stopped holds a webhook for so long: longer than all messages of a turn can take. */
const LEASE_MS = 5 * 60_000;
const SECOND_MS = 1_000;
/** The longest pause between two tries of a message. */
const PAUSE_MS_MAX = 60 * 60 * SECOND_MS;
/** A webhook whose message has failed for so long is turned off. */
const FAILING_MS_MAX = 24 * 60 * 60 * SECOND_MS;

type Services = CommandServices & WebhookSetting & { secretKey: SecretKey };

/**
 * Sends the messages of webhooks, at least once and in order, one at a time of each webhook (product 5.20). Every
 * process looks for them every `DELIVERY_INTERVAL_MS`; a lease of each webhook lets one of them work. No look waits for
 * receivers: a slow one delays its own webhook alone.
 */
export class WebhookDeliveries {
  readonly #services: Services;
  readonly #onFailure: (error: unknown) => void;
  readonly #turns = new Turns(CONCURRENT_WEBHOOKS, 1);
  readonly #running = new Set<Promise<void>>();

  /** `onFailure` takes the errors of what was begun, such as of a store that is unavailable; the next look goes on. */
  constructor(services: Services, onFailure: (error: unknown) => void) {
    this.#services = services;
    this.#onFailure = onFailure;
  }

  /** Begins with all that is due. Throws where Postgres is unavailable. */
  async look(): Promise<undefined> {
    if (!(await readModelsExist(this.#services.database))) return undefined;
    for (const due of await dueWebhooks(this.#services)) {
      const run = this.#turns
        .run(due.webhookId, () => serve(this.#services, due))
        .catch(this.#onFailure)
        .then(() => void this.#running.delete(run));
      this.#running.add(run);
    }
    return undefined;
  }

  /** Resolves once all that was begun is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/** Webhooks that are on, that no process serves, and that have something to send, or to make messages of. */
async function dueWebhooks({ database, now }: Services): Promise<DueWebhook[]> {
  const { rows } = await database.query<Omit<DueWebhook, 'revision'> & { revision: string }>(
    `SELECT w.webhook_id AS "webhookId", w.user_id AS "userId", u.ledger_id::text AS "ledgerId", u.currency,
        coalesce(u.time_zone, 'UTC') AS "timeZone", w.url, w.what, w.secret, w.revision::text, w.day::text AS day
      FROM webhooks.webhooks w JOIN identity.users u ON u.user_id = w.user_id AND u.deleted_at IS NULL
        LEFT JOIN LATERAL (SELECT m.next_at FROM webhooks.messages m
          WHERE m.webhook_id = w.webhook_id AND NOT m.is_delivered ORDER BY m.place LIMIT 1) first ON true
      WHERE w.is_on AND coalesce(w.leased_until < $1, true) AND CASE WHEN first IS NULL
        THEN ${rowsRevision('u.ledger_id::text')} > w.revision
          OR w.day < ($1 AT TIME ZONE coalesce(u.time_zone, 'UTC'))::date
        ELSE coalesce(first.next_at <= $1, true) END
      LIMIT $2`,
    [now(), WEBHOOKS_AT_ONCE_MAX],
  );
  return rows.map(({ revision, ...row }) => ({ ...row, revision: BigInt(revision) }));
}

async function serve(services: Services, webhook: DueWebhook): Promise<void> {
  const { database } = services;
  const { webhookId } = webhook;
  if (!(await lease(services, webhookId))) return;
  try {
    if (!(await firstWaiting(services, webhookId))) await makeMessages(services, webhook);
    for (let sent = 0; sent < MESSAGES_IN_TURN_MAX; sent += 1) {
      const message = await firstWaiting(services, webhookId);
      if (!message || (message.nextAt && message.nextAt > services.now())) break;
      if (!(await tryOnce(services, webhook, message))) break;
    }
  } finally {
    await database.query('UPDATE webhooks.webhooks SET leased_until = NULL WHERE webhook_id = $1', [webhookId]);
  }
}

/** Takes the lease of a webhook that is on; false if another process has it. */
async function lease({ database, now }: Services, webhookId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE webhooks.webhooks SET leased_until = $2
      WHERE webhook_id = $1 AND is_on AND coalesce(leased_until < $3, true)`,
    [webhookId, new Date(now().getTime() + LEASE_MS), now()],
  );
  return rowCount === 1;
}

type Waiting = { messageId: string; type: WebhookKind; body: string; tries: number; firstAt: Date | null } & {
  nextAt: Date | null;
};

async function firstWaiting({ database }: Services, webhookId: string): Promise<Waiting | null> {
  const { rows } = await database.query<Waiting>(
    `SELECT message_id AS "messageId", type, body, tries, first_at AS "firstAt", next_at AS "nextAt"
      FROM webhooks.messages WHERE webhook_id = $1 AND NOT is_delivered ORDER BY place LIMIT 1`,
    [webhookId],
  );
  return rows[0] ?? null;
}

/** Tries a message once, and notes how it went; a webhook that has failed for a day is turned off. */
async function tryOnce(services: Services, webhook: DueWebhook, message: Waiting): Promise<boolean> {
  const { database, secretKey, isWebhookPrivate, now } = services;
  const { webhookId, userId, url, secret } = webhook;
  const at = now();
  // A restored webhook may have another key: it fails as an address does that doesn't answer.
  const key = await secretKey.decrypt(secret, webhookId).catch(() => null);
  const how = { at, isPrivateAllowed: isWebhookPrivate };
  const status = key && (await sendMessage(url, message, key, how));
  const isDelivered = status !== null && status >= 200 && status < 300;
  const firstAt = message.firstAt ?? at;
  const pauseMs = Math.min(SECOND_MS * 2 ** message.tries, PAUSE_MS_MAX);
  await database.query(
    `UPDATE webhooks.messages SET tries = tries + 1, first_at = $2, last_at = $3, status = $4, is_delivered = $5,
        next_at = $6 WHERE message_id = $1`,
    [message.messageId, firstAt, at, status, isDelivered, new Date(now().getTime() + pauseMs)],
  );
  if (isDelivered) {
    await database.query(
      `DELETE FROM webhooks.messages WHERE webhook_id = $1 AND is_delivered AND place <= (
        SELECT place FROM webhooks.messages WHERE webhook_id = $1 ORDER BY place DESC OFFSET $2 LIMIT 1)`,
      [webhookId, WEBHOOK_LOG_MAX],
    );
  } else if (at.getTime() - firstAt.getTime() >= FAILING_MS_MAX) {
    await database.query('UPDATE webhooks.webhooks SET is_on = false WHERE webhook_id = $1', [webhookId]);
    await database.query(
      `INSERT INTO identity.security_events (user_id, at, kind, name) VALUES ($1, $2, 'webhook-off', $3)`,
      [userId, at, new URL(url).host],
    );
  }
  return isDelivered;
}
