import type { Occurrence } from '#contract/schedule-calls.ts';
import type { DecodedEvent } from '#ledger/events.ts';
import { daysIn, shifted } from '#ledger/model/days.ts';
import { settled } from '../../support/settled.ts';
import type { SimulatedUser } from './simulated-user.ts';

/** The days before and after today whose occurrences are compared: simulated schedules begin at most four days ago. */
const DAYS = 7;
/** Long enough for a look at what is due after the last fault, and for many occurrences that are open then. */
const POSTING_MS = 60_000;

/**
 * Waits until all that is posted by itself is posted up to a day (ISO date), and gives up after a minute: what is open
 * then is an error that `findScheduleErrors` gives.
 */
export async function postedByThemselves(people: readonly SimulatedUser[], today: string): Promise<void> {
  const until = performance.now() + POSTING_MS;
  for (const user of people) {
    const open = async () => {
      const { occurrences, byThemselves } = await user.scheduled(shifted(today, -DAYS), today);
      return occurrences.filter(({ scheduleId, entry }) => byThemselves.has(scheduleId) && entry === null);
    };
    const left = async () => (await open()).filter(({ status }) => status !== 'skipped').length;
    await settled(left, (count) => count === 0, Math.max(0, until - performance.now())).catch(() => {});
  }
}

/**
 * Compares what a user is told of occurrences with what the log says of them, by code that is independent of `ledger/`,
 * for schedules of every day. Each day up to `today` (ISO date) of one that is posted by itself is posted, matched or
 * skipped; none was posted by itself twice, or on another day. Gives the errors, one line each.
 */
export async function findScheduleErrors(
  user: SimulatedUser,
  events: readonly DecodedEvent[],
  today: string,
): Promise<string[]> {
  const { schedules, marks, entries, wrong } = saidBy(events);
  const [first, last] = [shifted(today, -DAYS), shifted(today, DAYS)];
  const told = new Map<string, string>();
  for (const { scheduleId, nominal, status, entry } of (await user.scheduled(first, last)).occurrences) {
    told.set(`${scheduleId} ${nominal}`, `${toldAs(status)} ${entry}`);
  }
  for (const [scheduleId, { post, start }] of schedules) {
    for (const nominal of daysIn(start < first ? first : start, last, 2 * DAYS + 1)) {
      const name = `${scheduleId} ${nominal}`;
      const mark = marks.get(name);
      const isThere = mark?.entry !== undefined && entries.has(mark.entry);
      const said = !mark ? 'open null' : isThere ? `${mark.as} ${mark.entry}` : 'skipped null';
      if (told.get(name) !== said) wrong.push(`occurrence ${name} is ${said}, and told as ${told.get(name)}`);
      if (post === 'by-itself' && nominal <= today && !mark) wrong.push(`occurrence ${name} is not posted by itself`);
      told.delete(name);
    }
  }
  wrong.push(...[...told].map(([name, as]) => `occurrence ${name} is told as ${as}, and has no schedule`));
  return wrong.map((line) => `${user.userId}: ${line}`);
}

const toldAs = (status: Occurrence['status']) =>
  status === 'posted' || status === 'matched' || status === 'skipped' ? status : 'open';

/** The mark of an occurrence: the entry that it was posted as, or matched with; none if it was skipped. */
type Mark = { as: 'posted' | 'matched' | 'skipped'; entry?: string };

/** The schedules and entries that are there, and the marks of occurrences by `scheduleId nominal`. */
function saidBy(events: readonly DecodedEvent[]) {
  const schedules = new Map<string, { post: string; start: string }>();
  const marks = new Map<string, Mark>();
  const entries = new Set<string>();
  const undos = new Set<string>();
  const byThemselves = new Set<string>();
  const wrong: string[] = [];
  for (const { event, metadata } of events) {
    const { type, data } = event;
    switch (type) {
      case 'ChangeSetUndone':
        undos.add(metadata.commandId);
        break;
      case 'ScheduleAdded':
      case 'ScheduleChanged':
      case 'ScheduleRestored':
        schedules.set(data.scheduleId, { post: data.post, start: data.rule.start });
        break;
      case 'ScheduleRemoved':
        schedules.delete(data.scheduleId);
        break;
      case 'OccurrencePosted': {
        const name = `${data.scheduleId} ${data.nominal}`;
        if (data.byItself && !undos.has(metadata.commandId)) {
          if (marks.has(name) || byThemselves.has(name)) wrong.push(`occurrence ${name} is posted by itself again`);
          byThemselves.add(name);
        }
        marks.set(name, { as: 'posted', entry: data.entry });
        break;
      }
      case 'OccurrenceMatched':
        marks.set(`${data.scheduleId} ${data.nominal}`, { as: 'matched', entry: data.entry });
        break;
      case 'OccurrenceSkipped':
        marks.set(`${data.scheduleId} ${data.nominal}`, { as: 'skipped' });
        break;
      case 'OccurrenceOpened':
        marks.delete(`${data.scheduleId} ${data.nominal}`);
        break;
      case 'ExpenseRecorded':
      case 'IncomeRecorded': {
        const [, , nominal = data.date] = /^schedule\.(.+)\.(.+)$/.exec(metadata.commandId) ?? [];
        if (data.date !== nominal) wrong.push(`${metadata.commandId} is dated ${data.date}`);
        entries.add(data.transactionId);
        break;
      }
      case 'TransactionRestored':
        entries.add(data.transactionId);
        break;
      case 'TransactionDeleted':
        entries.delete(data.transactionId);
        break;
      case 'TransferMade':
      case 'TransferRestored':
        entries.add(data.transferId);
        break;
      case 'TransferDeleted':
        entries.delete(data.transferId);
        break;
      default:
    }
  }
  return { schedules, marks, entries, wrong };
}
