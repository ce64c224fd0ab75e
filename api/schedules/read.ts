import type { Known } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import { shifted } from '#ledger/model/days.ts';
import { readConsistently } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { countOfSchedules, scheduledOf } from '#projections/queries/schedules.ts';
import { listOccurrences, type Marks, type Scheduled } from '#schedules/listed.ts';
import type { HeavyWork } from '../heavy/heavy-work.ts';
import { type Job, type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { momentOf } from '../known/moment.ts';
import { presentSchedule } from '../present/schedules.ts';
import { presentOccurrences } from './occurrences-of.ts';

/** How far ahead an answer goes where it isn't said (product 13.5). */
const AHEAD_DAYS = 90;
/** More schedules are read in a thread: each may have a thousand occurrences. */
const SCHEDULES_AT_ONCE_MAX = 50;

/** Of whom schedules are read, as of which moment; `today` is the caller's, or that of the moment (ISO date). */
type Asked = { ledgerId: string; today: string; known: Known | undefined };

/** The schedules of a ledger. Throws what `momentOf` throws. */
export async function schedulesAt(
  { database }: JobServices,
  { ledgerId, today, known }: Asked,
): Promise<{ schedules: Schedule[] }> {
  return await readConsistently(database, async (client) => {
    const moment = await momentOf({ database: client, now: () => new Date() }, ledgerId, known);
    const { state } = moment ?? (await loadLedgerView(client, ledgerId));
    const scheduled = await scheduledOf(client, ledgerId, moment?.revision ?? null);
    const schedules = [...scheduled.schedules].map(([scheduleId, schedule]) =>
      presentSchedule(ledgerId, scheduleId, schedule, marksOf(scheduled, scheduleId), { state, today }),
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
  const last = to ?? shifted(from !== null && from > today ? from : today, AHEAD_DAYS);
  if (from !== null && last < from) throw new ProblemError('invalid', { to: messages.daysInOrder });
  return await readConsistently(database, async (client) => {
    const moment = await momentOf({ database: client, now: () => new Date() }, ledgerId, known);
    const { state } = moment ?? (await loadLedgerView(client, ledgerId));
    const asOf = moment?.revision ?? null;
    const listed = listOccurrences(await scheduledOf(client, ledgerId, asOf), { from, to: last, today });
    return { occurrences: await presentOccurrences(client, ledgerId, listed, { state, today, asOf }) };
  });
}

export const SCHEDULES = jobOf(schedulesAt, import.meta.url, 'read');
export const UPCOMING = jobOf(upcomingAt, import.meta.url, 'read');

/** Runs a job that looks at all occurrences: at once, or in a thread where there are many schedules. */
export async function runBySchedules<Input extends { ledgerId: string }, Value>(
  services: JobServices & { heavy: HeavyWork },
  job: Job<Input, Value>,
  input: Input,
): Promise<Value> {
  const { ledgerId } = input;
  const isLarge = (await countOfSchedules(services.database, ledgerId)) > SCHEDULES_AT_ONCE_MAX;
  return isLarge ? await services.heavy.run(ledgerId, job, input) : await job.work(services, input);
}

/** What became of the occurrences of a schedule. */
export function marksOf({ marks }: Scheduled, scheduleId: string): Marks {
  return marks.get(scheduleId) ?? new Map();
}
