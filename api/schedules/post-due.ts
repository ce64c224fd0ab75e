import { setTimeout } from 'node:timers/promises';
import { LogUnavailable } from '#event-log/errors.ts';
import { createdId } from '#ledger/ids.ts';
import type { Rejection } from '#ledger/model/command-rule.ts';
import { shifted } from '#ledger/model/days.ts';
import { openOccurrences } from '#ledger/schedules/open.ts';
import { openLogFile } from '#platform/log.ts';
import { POSTED_BY_THEMSELVES, scheduledOf } from '#projections/queries/schedules.ts';
import { readModelsExist } from '#projections/tables/read-models.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { execute } from '../commands/execute.ts';
import { inputHash } from '../commands/input-hash.ts';
import { REST_OF_COMMAND_JOB } from '../commands/large-commands.ts';
import { startOfDayIn, todayIn } from '../http/time-zone.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { withLease } from './lease.ts';

/** The pause between two looks for what is due. */
export const POST_INTERVAL_MS = 15_000;
/** The pause before a posting that a rule of the ledger refused is tried again. */
const RETRY_MS = 60_000;
/** Schedules that one look finds, of each ledger and of all. */
const SCHEDULES_OF_LEDGER_MAX = 50;
const SCHEDULES_MAX = 1_000;
/** How long a ledger has its turn, before the others have theirs. */
const TURN_MS = 250;

type Due = {
  scheduleId: string;
  ledgerId: string;
  userId: string;
  isDemo: boolean;
  terms: string;
  timeZone: string;
};

type Services = CommandServices & { limits: RequestLimits };

/**
 * Posts the occurrences of schedules that are posted by themselves: all up to the present day of the zone that the
 * user's requests last named, each once, whoever does it and however often, by ids that are made of the schedule and
 * the nominal day (product 13.3). What a rule of the ledger refuses is tried again after a minute. Every process calls
 * it every `POST_INTERVAL_MS`; a lease lets one of them work. Ledgers have turns of the same time, and half of all time
 * is left to requests. Throws when a store is unavailable.
 */
export async function postDue(services: Services): Promise<undefined> {
  const { database } = services;
  if (!(await readModelsExist(database))) return;
  await withLease(database, async (isHeld) => {
    const works = new Map<string, AsyncGenerator<void>>();
    while (isHeld()) {
      for (const [ledgerId, schedules] of await dueByLedger(services, [...works.keys()])) {
        works.set(ledgerId, workOf(services, schedules));
      }
      if (works.size === 0) return;
      const begun = performance.now();
      for (const [ledgerId, work] of works) {
        if (!isHeld()) return;
        if (await isDoneAfterTurn(work)) works.delete(ledgerId);
      }
      // Ledgers with few postings are done by now: nothing waits for them.
      if (works.size > 0) await setTimeout(Math.min(performance.now() - begun, TURN_MS));
    }
  });
}

/** Goes on with the work of a ledger until its time is over. Gives whether it is done. */
async function isDoneAfterTurn(work: AsyncGenerator<void>): Promise<boolean> {
  const end = performance.now() + TURN_MS;
  do {
    if ((await work.next()).done) return true;
  } while (performance.now() < end);
  return false;
}

/**
 * Schedules that are new, that say something else than when they were looked at, or whose time has come, by their
 * ledgers: of each some, and not of those that are at work.
 */
async function dueByLedger({ database, now }: Services, atWork: readonly string[]): Promise<Map<string, Due[]>> {
  const { rows } = await database.query<Due>(
    `SELECT * FROM (
        SELECT s.schedule_id AS "scheduleId", s.ledger_id AS "ledgerId", u.user_id AS "userId", u.is_demo AS "isDemo",
          terms.hash AS terms, coalesce(u.time_zone, 'UTC') AS "timeZone",
          row_number() OVER (PARTITION BY s.ledger_id ORDER BY l.next_at NULLS FIRST) AS place
        FROM ${POSTED_BY_THEMSELVES} s
        JOIN identity.users u ON u.ledger_id::text = s.ledger_id AND u.deleted_at IS NULL
        CROSS JOIN LATERAL (SELECT concat_ws(' ', s.said, u.time_zone) AS hash) terms
        LEFT JOIN schedules.looked_at l ON l.schedule_id = s.schedule_id AND l.user_id = u.user_id
        -- A clock that went back would wait for the time before.
        WHERE (l.said IS DISTINCT FROM terms.hash OR l.next_at <= $1 OR l.looked_at > $1) AND s.ledger_id <> ALL($2)
      ) due WHERE place <= $3 ORDER BY place LIMIT $4`,
    [now(), atWork, SCHEDULES_OF_LEDGER_MAX, SCHEDULES_MAX],
  );
  return Map.groupBy(rows, ({ ledgerId }) => ledgerId);
}

/** The work of a ledger, a posting at a time. What goes wrong with a schedule delays that one. */
async function* workOf(services: Services, schedules: readonly Due[]): AsyncGenerator<void> {
  for (const due of schedules) {
    let nextAt = laterThan(services.now());
    try {
      nextAt = yield* postingsOf(services, due);
    } catch (error) {
      if (error instanceof LogUnavailable) throw error;
      openLogFile('schedules').error({ err: error, scheduleId: due.scheduleId }, 'a schedule could not be posted');
    }
    await noteLookedAt(services, due, nextAt);
    yield;
  }
}

const laterThan = (now: Date) => new Date(now.getTime() + RETRY_MS);

/**
 * Posts what is due of a schedule, in order, and gives when it is to be looked at again. What became of its occurrences
 * is loaded once: of one that somebody closes meanwhile, the ledger refuses the posting.
 */
async function* postingsOf(services: Services, due: Due): AsyncGenerator<void, Date> {
  const { database, limits, now } = services;
  const { ledgerId, scheduleId, timeZone } = due;
  const today = todayIn(timeZone, now());
  const { schedules, marks } = await scheduledOf(database, ledgerId, null, scheduleId);
  const schedule = schedules.get(scheduleId);
  const one = { schedules: new Map(schedule ? [[scheduleId, schedule]] : []), marks };
  let isRefused = false;
  for (const { nominal } of openOccurrences(one, today, today)) {
    if (due.isDemo && !(await limits.takePostedDemoRow())) return laterThan(now());
    const outcome = await postOne(services, due, nominal, today);
    // It was removed meanwhile.
    if (outcome === 'schedule_not_found') break;
    if (outcome !== 'posted') isRefused = true;
    yield;
  }
  return isRefused ? laterThan(now()) : startOfDayIn(timeZone, shifted(today, 1));
}

/** Notes the terms with which a schedule was looked at, and when to look again; nothing if the user is gone. */
async function noteLookedAt({ database, now }: CommandServices, due: Due, nextAt: Date): Promise<void> {
  await database.query(
    `INSERT INTO schedules.looked_at (schedule_id, user_id, said, looked_at, next_at)
      SELECT $1, user_id, $3, $4, $5 FROM identity.users WHERE user_id = $2
     ON CONFLICT (user_id, schedule_id) DO UPDATE SET said = $3, looked_at = $4, next_at = $5`,
    [due.scheduleId, due.userId, due.terms, now(), nextAt],
  );
}

/** Posts an occurrence, unless it was before. Gives the reason for which the ledger refuses it, or that it is busy. */
async function postOne(
  services: CommandServices,
  { ledgerId, scheduleId }: Due,
  nominal: string,
  today: string,
): Promise<'posted' | 'busy' | Rejection> {
  const { commandMutex, heavy, now } = services;
  const commandId = `schedule.${scheduleId}.${nominal}`;
  const intent = {
    ledgerId,
    commandId,
    inputHash: inputHash('postOccurrence', { scheduleId, nominal }),
    recordedAt: now().toISOString(),
    actor: null,
    command: {
      ...({ type: 'PostOccurrence', scheduleId, nominal, today, byItself: true } as const),
      entryId: createdId(ledgerId, commandId, 'entry'),
    },
  };
  const outcome = await commandMutex.run(ledgerId, (recent) =>
    execute(services, intent, recent, null, (unfinished) =>
      heavy.run(ledgerId, REST_OF_COMMAND_JOB, { ledgerId, unfinished }),
    ),
  );
  if (outcome.kind === 'rejected') return outcome.reason;
  return outcome.kind === 'busy' ? 'busy' : 'posted';
}
