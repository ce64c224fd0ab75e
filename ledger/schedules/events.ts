import { z } from 'zod';
import { noPostings } from '../model/double-entry.ts';
import { occurrenceId } from '../model/entity-ids.ts';
import { type EventOf, event } from '../model/event-definition.ts';
import { FIELDS, schemasOf, valuesIn } from '../model/fields.ts';
import { type Mark, nominal, type OccurrenceRef } from '../model/schedule.ts';
import { type Draft, insertByPlace } from '../model/state.ts';
import { day, id, place } from '../model/values.ts';

const scheduleId = id.describe('the schedule');
const { title, amount, rule } = FIELDS.schedule;
const earlier = z
  .array(z.strictObject({ until: day, title: title.schema, amount: amount.schema, rule: rule.schema }))
  .meta({ title: 'list of `until`, `title`, `amount`, `rule`' })
  .describe('what holds for nominal days before each `until`, in the order of these days');

const idOf = ({ scheduleId }: { scheduleId: string }) => scheduleId;
const moneyStays = { postings: noPostings, moves: null };

const ofOccurrence = { scheduleId, nominal, title: title.schema.describe('the title of its schedule') };
const entry = id.describe('the transaction or transfer');
type OfOccurrence = OccurrenceRef & { title: string };

/** The part of an event's definition about what becomes of an occurrence. */
function marks<Data extends OfOccurrence>(markOf: (data: Data) => Mark | undefined) {
  return {
    effect: {
      does: 'change',
      kind: 'occurrence',
      id: occurrenceId,
      state: (data: Data) => ({
        scheduleId: data.scheduleId,
        nominal: data.nominal,
        title: data.title,
        mark: markOf(data),
      }),
    },
    evolve(draft: Draft, data: Data) {
      const mark = markOf(data);
      if (mark) draft.occurrences.set(occurrenceId(data), mark);
      else draft.occurrences.delete(occurrenceId(data));
    },
    ...moneyStays,
  } as const;
}

/**
 * Schedules and what becomes of their occurrences (product 13). No money moves: an occurrence that is posted has an
 * entry of its own, whose event follows. A draft may lack a schedule of an older event.
 */
export const scheduleEvents = {
  ScheduleAdded: event({
    about: { when: 'The user adds a schedule.', also: 'the schedule is there' },
    data: {
      scheduleId,
      ...schemasOf('schedule'),
      earlier: earlier.optional().describe('only of one that is imported: as in ScheduleChanged'),
    },
    begins: 'add-schedule',
    effect: {
      does: 'make',
      kind: 'schedule',
      id: idOf,
      state: (data, { revision }) => ({
        ...valuesIn('schedule', data),
        place: Number(revision),
        earlier: data.earlier ?? [],
      }),
    },
    evolve(draft, { scheduleId, earlier = [], ...schedule }, { revision }) {
      draft.schedules.set(scheduleId, { ...schedule, place: Number(revision), earlier });
    },
    ...moneyStays,
  }),
  ScheduleChanged: event({
    about: {
      when: 'The user changes a schedule, and something in it is new, or the undo of a change does.',
      also:
        'the schedule has these values, and `earlier` for the nominal days before the change, which may begin on a ' +
        'later day',
    },
    data: { scheduleId, ...schemasOf('schedule'), earlier, place },
    begins: 'change-schedule',
    effect: {
      does: 'change',
      kind: 'schedule',
      id: idOf,
      state: (data) => ({ ...valuesIn('schedule', data), earlier: data.earlier }),
    },
    evolve(draft, { scheduleId, ...schedule }) {
      if (draft.schedules.has(scheduleId)) draft.schedules.set(scheduleId, schedule);
    },
    ...moneyStays,
  }),
  ScheduleRemoved: event({
    about: {
      when: 'The user removes a schedule, or the undo of its adding does.',
      also: 'the schedule is removed; what was posted stays',
    },
    data: { scheduleId, title: title.schema.describe('its title') },
    begins: 'remove-schedule',
    effect: { does: 'remove', kind: 'schedule', id: idOf },
    evolve(draft, { scheduleId }) {
      draft.schedules.delete(scheduleId);
    },
    ...moneyStays,
  }),
  ScheduleRestored: event({
    about: { when: 'The undo of a removal brings a schedule back.', also: 'the schedule is there again' },
    data: { scheduleId, ...schemasOf('schedule'), earlier, place },
    begins: 'undo',
    effect: {
      does: 'restore',
      kind: 'schedule',
      id: idOf,
      state: (data) => ({ ...valuesIn('schedule', data), place: data.place, earlier: data.earlier }),
    },
    evolve(draft, { scheduleId, ...schedule }) {
      insertByPlace(draft.schedules, scheduleId, schedule);
    },
    ...moneyStays,
  }),
  OccurrencePosted: event({
    about: {
      when:
        'The user records an occurrence as an entry, or Daybook does so by itself on its day; the event of the entry ' +
        'follows. Or a redo of this.',
      also: 'the occurrence is posted',
    },
    data: {
      ...ofOccurrence,
      entry,
      byItself: z.literal(true).optional().meta({ title: 'yes' }).describe('absent where the user did it'),
    },
    begins: 'post-occurrence',
    ...marks<OfOccurrence & Mark & { entry: string }>(({ entry, byItself }) => ({
      as: 'posted',
      entry,
      ...(byItself && { byItself }),
    })),
  }),
  OccurrenceMatched: event({
    about: {
      when: 'The user says which entry an occurrence is, or takes the row of a file that is; or a redo of this.',
      also: 'the occurrence is matched',
    },
    data: { ...ofOccurrence, entry },
    begins: 'match-occurrence',
    ...marks<OfOccurrence & { entry: string }>(({ entry }) => ({ as: 'matched', entry })),
  }),
  OccurrenceSkipped: event({
    about: { when: 'The user skips an occurrence, or the redo of this does.', also: 'the occurrence is skipped' },
    data: ofOccurrence,
    begins: 'skip-occurrence',
    ...marks<OfOccurrence>(() => ({ as: 'skipped' })),
  }),
  OccurrenceOpened: event({
    about: {
      when: 'The user takes away the entry that an occurrence was matched with, or an undo opens an occurrence.',
      also: 'the occurrence is open again',
    },
    data: ofOccurrence,
    begins: 'unmatch-occurrence',
    ...marks<OfOccurrence>(() => undefined),
  }),
} as const;

export type ScheduleEvent = EventOf<typeof scheduleEvents>;
