import type { Occurrence } from '#contract/schedule-calls.ts';
import type { WebhookKind } from '#contract/webhook-calls.ts';
import { transaction } from '#platform/postgres.ts';
import { changeSetsAfter } from '#projections/queries/change-sets.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { todayIn } from '../http/time-zone.ts';
import { presentChangeSet } from '../present/change-sets.ts';
import { runByOccurrences, UPCOMING_JOB } from '../schedules/read.ts';

/** Most change-sets that get messages at a time. */
const CHANGE_SETS_MAX = 100;

/** A webhook whose messages may be due. Events up to `revision`, and days before `day` (ISO date), have theirs. */
export type DueWebhook = {
  webhookId: string;
  userId: string;
  ledgerId: string;
  currency: string;
  timeZone: string;
  url: string;
  what: readonly WebhookKind[];
  secret: Buffer;
  revision: bigint;
  day: string;
};

type NewMessage = { type: WebhookKind; body: string };

/** Makes the messages of change-sets and occurrences since a webhook's last messages, in order. */
export async function makeMessages(services: CommandServices, webhook: DueWebhook): Promise<void> {
  const { database, now } = services;
  const { webhookId, ledgerId, timeZone, what } = webhook;
  const today = todayIn(timeZone, now());
  const { changeSets, revision } = await changeSetsAfter(database, ledgerId, webhook.revision, CHANGE_SETS_MAX);
  const messages: NewMessage[] = [];
  if (what.includes('change-set') && changeSets.length > 0) {
    const { state } = await loadLedgerView(database, ledgerId);
    for (const listed of changeSets) {
      const data = presentChangeSet(listed, webhook.currency, state);
      messages.push(messageOf('change-set', data.recordedAt, data));
    }
  }
  const due = what.includes('occurrence') ? await dueSince(services, webhook, today) : [];
  for (const { scheduleId, nominal, day, title } of due) {
    messages.push(messageOf('occurrence', now().toISOString(), { scheduleId, nominal, day, title }));
  }
  await transaction(database, async (client) => {
    await client.query(
      `INSERT INTO webhooks.messages (webhook_id, type, body)
        SELECT $1, m.type, m.body FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS m (type, body, place)
        ORDER BY m.place`,
      [webhookId, messages.map(({ type }) => type), messages.map(({ body }) => body)],
    );
    await client.query('DELETE FROM webhooks.occurrences WHERE webhook_id = $1 AND day < $2', [webhookId, webhook.day]);
    await client.query(
      `INSERT INTO webhooks.occurrences (webhook_id, schedule_id, nominal, day)
        SELECT $1, * FROM unnest($2::text[], $3::date[], $4::date[]) ON CONFLICT DO NOTHING`,
      [
        webhookId,
        due.map(({ scheduleId }) => scheduleId),
        due.map(({ nominal }) => nominal),
        due.map(({ day }) => day),
      ],
    );
    await client.query(
      `UPDATE webhooks.webhooks SET revision = greatest(revision, $2), day = greatest(day, $3::date)
        WHERE webhook_id = $1`,
      [webhookId, revision, today],
    );
  });
}

/** The occurrences from the last day on that have no message, but for those that were skipped. */
async function dueSince(
  services: CommandServices,
  { webhookId, ledgerId, day }: DueWebhook,
  today: string,
): Promise<Occurrence[]> {
  const asked = { ledgerId, today, known: undefined, from: day, to: today };
  const { occurrences } = await runByOccurrences(services, UPCOMING_JOB, asked, today);
  const { rows } = await services.database.query<{ id: string }>(
    "SELECT schedule_id || ' ' || nominal AS id FROM webhooks.occurrences WHERE webhook_id = $1",
    [webhookId],
  );
  const sent = new Set(rows.map(({ id }) => id));
  return occurrences.filter(
    ({ scheduleId, nominal, status }) => status !== 'skipped' && !sent.has(`${scheduleId} ${nominal}`),
  );
}

function messageOf(type: WebhookKind, timestamp: string, data: object): NewMessage {
  return { type, body: JSON.stringify({ type, timestamp, data }) };
}
