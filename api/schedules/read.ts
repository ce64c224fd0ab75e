import type { Known } from '#contract/fields.ts';
import { OCCURRENCES_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import { shifted } from '#ledger/model/days.ts';
import { listOccurrences, type Marks, type Scheduled } from '#ledger/schedules/listed.ts';
import { clock } from '#platform/clock.ts';
import { readConsistently } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { costOfOccurrences, scheduledOf } from '#projections/queries/schedules.ts';
import type { HeavyWork } from '../heavy/heavy-work.ts';
import { type Job, type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { momentOf } from '../known/moment.ts';
import { presentSchedule } from '../present/schedules.ts';
import { presentOccurrences } from './occurrences-of.ts';

/** How far ahead an answer goes where it isn't said (product 13.5). */
const AHEAD_DAYS = 90;
/** More occurrences are looked at in a thread: these take some 10 ms. */
const OCCURRENCES_AT_ONCE_MAX = 5_000;

/**
 * A request for the schedules of a ledger at a moment. `today` is the caller's day, or the day of the moment (ISO
 * date).
 */
type Asked = { ledgerId: string; today: string; known: Known | undefined };

/** The schedules of a ledger. Throws what `momentOf` throws. */
export async function schedulesAt(
  { database }: JobServices,
  { ledgerId, today, known }: Asked,
): Promise<{ schedules: Schedule[] }> {
  return await readConsistently(database, async (client) => {
    const moment = await momentOf({ database: client, now: clock }, ledgerId, known);
    const { state } = moment ?? (await loadLedgerView(client, ledgerId));
    const scheduled = await scheduledOf(client, ledgerId, moment?.revision ?? null);
    const schedules = [...scheduled.schedules].map(([scheduleId, schedule]) =>
      presentSchedule(ledgerId, scheduleId, schedule, marksOfSchedules(scheduled, scheduleId), { state, today }),
    );
    return { schedules };
  });
}

/**
 * The occurrences of some days; `from` is null for the oldest missed one, `to` for 90 days ahead. Throws the problem
 * invalid, and what `momentOf` throws.
 */
export async function upcomingAt(
  { database }: JobServices,
  { ledgerId, today, known, from, to }: Asked & { from: string | null; to: string | null },
): Promise<{ occurrences: Occurrence[] }> {
  const last = lastUpcoming({ today, from, to });
  if (from !== null && last < from) throw new ProblemError('invalid', { to: messages.daysInOrder });
  return await readConsistently(database, async (client) => {
    const moment = await momentOf({ database: client, now: clock }, ledgerId, known);
    const { state } = moment ?? (await loadLedgerView(client, ledgerId));
    const asOf = moment?.revision ?? null;
    const scheduled = await scheduledOf(client, ledgerId, asOf);
    const listed = listOccurrences(scheduled, { from, to: last, today }, OCCURRENCES_MAX);
    return { occurrences: await presentOccurrences(client, ledgerId, listed, { state, today, asOf }) };
  });
}

/** The last day that is asked for (ISO date). */
export function lastUpcoming({ today, from, to }: { today: string; from: string | null; to: string | null }): string {
  return to ?? shifted(from !== null && from > today ? from : today, AHEAD_DAYS);
}

export const SCHEDULES_JOB = jobOf(schedulesAt, import.meta.url, 'read');
export const UPCOMING_JOB = jobOf(upcomingAt, import.meta.url, 'read');

/** Runs a job that looks at all occurrences up to a day (ISO date): at once, or in a thread where these are many. */
export async function runByOccurrences<Input extends { ledgerId: string }, Value>(
  services: JobServices & { heavy: HeavyWork },
  job: Job<Input, Value>,
  input: Input,
  until: string,
): Promise<Value> {
  const { ledgerId } = input;
  const isLarge = (await costOfOccurrences(services.database, ledgerId, until)) > OCCURRENCES_AT_ONCE_MAX;
  return isLarge ? await services.heavy.run(ledgerId, job, input) : await job.work(services, input);
}

/** The marks of the occurrences of a schedule. */
export function marksOfSchedules({ marks }: Scheduled, scheduleId: string): Marks {
  return marks.get(scheduleId) ?? new Map();
}
