import { SCHEDULES_MAX } from '#ledger/model/constants.ts';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { ScheduleEvent } from '#ledger/schedules/events.ts';
import type { Application, Data } from '../model/application.ts';
import { canonical } from '../model/canonical.ts';
import type { AuditDefinitions } from '../model/definition.ts';

const ofSchedule = { about: ({ scheduleId }: { scheduleId: string }) => scheduleId, account: null };
const ofOccurrence = {
  about: ({ scheduleId, nominal }: { scheduleId: string; nominal: string }) => `occurrence ${scheduleId} ${nominal}`,
  account: null,
};

export const scheduleDefinitions: AuditDefinitions<ScheduleEvent> = {
  ScheduleAdded: {
    ...ofSchedule,
    kind: 'add-schedule',
    standing: 'in any command',
    apply(application, { scheduleId, earlier = [], ...said }) {
      const { ledger, revision } = application;
      application.must(`schedule ${scheduleId} before`, null, ledger.schedules.has(scheduleId) ? 'added' : null);
      const there = [...ledger.schedules.values()].filter(({ place }) => place !== null).length;
      if (there >= SCHEDULES_MAX) application.must('schedules', `at most ${SCHEDULES_MAX}`, there + 1);
      put(application, scheduleId, revision, said, earlier);
    },
  },
  ScheduleChanged: {
    ...ofSchedule,
    kind: 'change-schedule',
    standing: 'not in an import',
    apply(application, { scheduleId, place, earlier, ...said }) {
      const label = `schedule ${scheduleId}`;
      application.must(`${label}.place`, application.ledger.schedules.get(scheduleId)?.place ?? null, BigInt(place));
      put(application, scheduleId, BigInt(place), said, earlier);
    },
  },
  ScheduleRemoved: {
    ...ofSchedule,
    kind: 'remove-schedule',
    standing: 'in any command',
    apply(application, { scheduleId, title }) {
      const { schedules } = application.ledger;
      const label = `schedule ${scheduleId}`;
      const there = schedules.get(scheduleId);
      application.must(`${label}.title`, there?.said ? JSON.parse(there.said).title : null, title);
      schedules.set(scheduleId, { scheduleId, place: null, post: null, said: null, earlier: null });
      application.touch(label);
    },
  },
  ScheduleRestored: {
    ...ofSchedule,
    kind: 'undo',
    standing: 'only in an undo',
    apply(application, { scheduleId, place, earlier, ...said }) {
      const there = application.ledger.schedules.get(scheduleId);
      application.must(`schedule ${scheduleId}`, 'removed', there && there.place === null ? 'removed' : null);
      put(application, scheduleId, BigInt(place), said, earlier);
    },
  },
  OccurrencePosted: {
    ...ofOccurrence,
    kind: 'post-occurrence',
    standing: 'not in an import',
    apply(application, data) {
      const { entry, byItself } = data;
      if (!application.isUndo) application.must(`entry ${entry} before`, null, typeOfEntry(application, entry));
      if (byItself && !application.isUndo) {
        const { said, post } = application.ledger.schedules.get(data.scheduleId) ?? {};
        application.must(`schedule ${data.scheduleId}.post`, 'by-itself', post);
        application.must('amount', 'no range', said && 'from' in JSON.parse(said).amount ? 'a range' : 'no range');
        // An occurrence that was posted by itself once never is again.
        const before = application.ledger.occurrences.get(nameOf(data));
        application.must(`occurrence ${nameOf(data)} before`, null, before?.mark ?? null);
      }
      setMark(application, data, { mark: 'posted', entryId: entry, byItself: byItself ?? false });
    },
  },
  OccurrenceMatched: {
    ...ofOccurrence,
    kind: 'match-occurrence',
    standing: 'in any command',
    apply(application, data) {
      const { entry } = data;
      if (!application.isUndo) {
        const { said } = application.ledger.schedules.get(data.scheduleId) ?? {};
        application.must(`entry ${entry}.type`, said ? JSON.parse(said).type : null, typeOfEntry(application, entry));
      }
      setMark(application, data, { mark: 'matched', entryId: entry });
    },
  },
  OccurrenceSkipped: {
    ...ofOccurrence,
    kind: 'skip-occurrence',
    standing: 'in any command',
    apply: (application, data) => setMark(application, data, { mark: 'skipped' }),
  },
  OccurrenceOpened: {
    ...ofOccurrence,
    kind: 'unmatch-occurrence',
    standing: 'not in an import',
    apply(application, data) {
      const { mark } = application.ledger.occurrences.get(nameOf(data)) ?? {};
      if (!application.isUndo) application.must(`occurrence ${nameOf(data)} before`, 'matched', mark);
      setMark(application, data, { mark: null });
    },
  },
};

type Ref = Pick<Data<'OccurrenceOpened'>, 'scheduleId' | 'nominal'>;
type Said = Omit<Data<'ScheduleAdded'>, 'scheduleId'>;

const nameOf = ({ scheduleId, nominal }: Ref) => `${scheduleId} ${nominal}`;

function put(
  application: Application,
  scheduleId: string,
  place: bigint,
  said: Said,
  earlier: Data<'ScheduleChanged'>['earlier'],
): void {
  const label = `schedule ${scheduleId}`;
  const { type, amount, category, wallet, toAccountId, post, parts } = said;
  for (const cents of Object.values(amount)) {
    if (cents < 1 || cents > LARGEST_AMOUNT) application.must(`${label}.amount`, 'what can be counted', cents);
  }
  if ('from' in amount && amount.from > amount.to) application.must(`${label}.amount`, 'a range', 'upside down');
  if ('from' in amount && post === 'by-itself') application.must(`${label}.post`, 'ask', post);
  application.must(`${label}.wallet`, type === 'Expense' ? 'some' : null, wallet ? 'some' : null);
  application.must(`${label}.to`, type === 'Transfer' ? 'some' : null, toAccountId ? 'some' : null);
  if (type === 'Transfer' || parts) application.must(`${label}.category`, null, category ?? null);
  if (parts) {
    const sum = parts.reduce((sum, part) => sum + BigInt(part.amount), 0n);
    application.must(`${label}.parts`, sum, 'exact' in amount && type !== 'Transfer' ? BigInt(amount.exact) : null);
  }
  const days = earlier.map(({ until }) => until);
  application.must(`${label}.earlier`, [...new Set(days)].sort().join(' '), days.join(' '));
  const row = { scheduleId, place, post, said: canonical(said), earlier: canonical(earlier) };
  application.ledger.schedules.set(scheduleId, row);
  application.touch(label);
}

/** Returns the type of an entry, or null if there is no such entry. */
function typeOfEntry({ ledger }: Application, entryId: string): string | null {
  const entry = ledger.entries.get(`transaction ${entryId}`) ?? ledger.entries.get(`transfer ${entryId}`);
  return entry?.type ?? null;
}

/** Sets the mark of an occurrence; null opens it again. Its schedule has to be there, except in an undo. */
function setMark(
  application: Application,
  data: Ref,
  { mark, entryId = null, byItself = false }: { mark: string | null; entryId?: string | null; byItself?: boolean },
): void {
  const { scheduleId, nominal } = data;
  const { schedules, occurrences } = application.ledger;
  const place = schedules.get(scheduleId)?.place ?? null;
  if (!application.isUndo) application.must(`schedule ${scheduleId}`, 'present', place === null ? null : 'present');
  occurrences.set(nameOf(data), { scheduleId, nominal, mark, entryId, byItself });
  application.touch(`occurrence ${nameOf(data)}`);
}
