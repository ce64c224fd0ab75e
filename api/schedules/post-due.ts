import { LogUnavailable } from '#event-log/errors.ts';
import { createdId } from '#ledger/ids.ts';
import { shifted } from '#ledger/model/days.ts';
import { LOCKS } from '#platform/locks.ts';
import { openLog } from '#platform/log.ts';
import { type Database, transaction } from '#platform/postgres.ts';
import { POSTED_BY_THEMSELVES, scheduledOf } from '#projections/queries/schedules.ts';
import { readModelsExist } from '#projections/tables/read-models.ts';
import { openOccurrences } from '#schedules/open.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { execute } from '../commands/execute.ts';
import { inputHash } from '../commands/input-hash.ts';
import { FINISH_LARGE } from '../commands/large.ts';
import { startOfDayIn, todayIn } from '../http/time-zone.ts';

/** The pause between two looks for what is due. */
export const POST_INTERVAL_MS = 15_000;
/** What a rule of the ledger refused is tried again after this. */
const RETRY_MS = 60_000;
/** Schedules in one look, and occurrences of one that are posted before others have their turn. */
const SCHEDULES_AT_ONCE = 50;
const OCCURRENCES_AT_ONCE = 50;

type Due = { scheduleId: string; ledgerId: string; userId: string; said: string; timeZone: string };

/**
 * Posts the occurrences of schedules that are posted by themselves: all up to the present day of the zone that the
 * user's requests last named, each once, whoever does it and however often, by ids that are made of the schedule and
 * the nominal day (product 13.3). What a rule of the ledger refuses is tried again after a minute. Every process calls
 * it every `POST_INTERVAL_MS`; an advisory lock lets one of them work. Throws when a store is unavailable.
 */
export async function postDue(services: CommandServices): Promise<undefined> {
  const { database } = services;
  if (!(await readModelsExist(database))) return;
  await transaction(database, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCKS.schedules,
    ]);
    if (!rows[0]?.mine) return;
    const refused = new Map<string, Set<string>>();
    for (;;) {
      const due = await dueSchedules(database, services.now());
      for (const schedule of due) {
        const ofSchedule = refused.get(schedule.scheduleId) ?? new Set();
        refused.set(schedule.scheduleId, ofSchedule);
        const nextAt = await post(services, schedule, ofSchedule);
        await noteLook(services, schedule, nextAt);
      }
      if (due.length === 0) break;
    }
  });
}

/** Schedules that are new, that say something else than when they were looked at, or whose time has come. */
async function dueSchedules(database: Database, now: Date): Promise<Due[]> {
  const { rows } = await database.query<Due>(
    `SELECT s.schedule_id AS "scheduleId", s.ledger_id AS "ledgerId", u.user_id AS "userId", said.now AS said,
        coalesce(u.time_zone, 'UTC') AS "timeZone"
      FROM ${POSTED_BY_THEMSELVES} s
      JOIN identity.users u ON u.ledger_id::text = s.ledger_id AND u.deleted_at IS NULL
      CROSS JOIN LATERAL (SELECT concat_ws(' ', s.said, u.time_zone) AS now) said
      LEFT JOIN schedules.looked_at l ON l.schedule_id = s.schedule_id AND l.user_id = u.user_id
      -- A clock that went back would wait for the time before.
      WHERE l.said IS DISTINCT FROM said.now OR l.next_at <= $1 OR l.looked_at > $1
      ORDER BY l.next_at NULLS FIRST LIMIT $2`,
    [now, SCHEDULES_AT_ONCE],
  );
  return rows;
}

/**
 * Posts what is due of a schedule, the first ones, and gives when it is to be looked at again. Adds what a rule of the
 * ledger refuses to `refused`. What goes wrong with a ledger alone delays that one.
 */
async function post(services: CommandServices, due: Due, refused: Set<string>): Promise<Date> {
  const { now } = services;
  const today = todayIn(due.timeZone, now());
  const later = () => new Date(now().getTime() + RETRY_MS);
  try {
    const open = await openDaysOf(services, due, today);
    const wanted = open.filter((nominal) => !refused.has(nominal));
    for (const nominal of wanted.slice(0, OCCURRENCES_AT_ONCE)) {
      if (!(await postOne(services, due, nominal, today))) refused.add(nominal);
    }
    if (wanted.length > OCCURRENCES_AT_ONCE) return now();
    return open.length > 0 ? later() : startOfDayIn(due.timeZone, shifted(today, 1));
  } catch (error) {
    if (error instanceof LogUnavailable) throw error;
    openLog('schedules').error({ err: error, scheduleId: due.scheduleId }, 'a schedule could not be posted');
    return later();
  }
}

/** The nominal days of the open occurrences of a schedule up to today, in order. */
async function openDaysOf(
  { database }: CommandServices,
  { ledgerId, scheduleId }: Due,
  today: string,
): Promise<string[]> {
  const { schedules, marks } = await scheduledOf(database, ledgerId, null);
  const schedule = schedules.get(scheduleId);
  if (!schedule) return [];
  const one = { schedules: new Map([[scheduleId, schedule]]), marks };
  return openOccurrences(one, today, today).map(({ nominal }) => nominal);
}

async function noteLook({ database, now }: CommandServices, due: Due, nextAt: Date): Promise<void> {
  await database.query(
    `INSERT INTO schedules.looked_at (schedule_id, user_id, said, looked_at, next_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, schedule_id) DO UPDATE SET said = $3, looked_at = $4, next_at = $5`,
    [due.scheduleId, due.userId, due.said, now(), nextAt],
  );
}

/** Posts an occurrence, unless it was before. Gives false where a rule of the ledger refuses it. */
async function postOne(
  services: CommandServices,
  { ledgerId, scheduleId }: Due,
  nominal: string,
  today: string,
): Promise<boolean> {
  const { commandMutex, heavy, now } = services;
  const commandId = `schedule.${scheduleId}.${nominal}`;
  const intent = {
    ledgerId,
    commandId,
    inputHash: inputHash('postOccurrence', { scheduleId, nominal }),
    recordedAt: now().toISOString(),
    command: {
      ...({ type: 'PostOccurrence', scheduleId, nominal, today, byItself: true } as const),
      entryId: createdId(ledgerId, commandId, 'entry'),
    },
  };
  const outcome = await commandMutex.run(ledgerId, (recent) =>
    execute(services, intent, recent, null, (unfinished) =>
      heavy.run(ledgerId, FINISH_LARGE, { ledgerId, unfinished }),
    ),
  );
  return outcome.kind !== 'rejected' && outcome.kind !== 'busy';
}
