import { SCHEDULES_MAX } from '../model/constants.ts';
import { type EarlierTerms, isSame, isSameIn, type Step } from '../model/entity-states.ts';
import { valuesIn } from '../model/fields.ts';
import { isLasting, type Opposites } from '../model/opposites.ts';
import type { ScheduleEvent } from './events.ts';
import { isEntryTaken, isMatched } from './is-matched.ts';

const TERMS = ['title', 'amount', 'rule'] as const;

/** How an undo changes schedules (product 4.14). */
export const undoSchedule: Opposites<'schedule', ScheduleEvent> = {
  whyNot({ does, id }, books) {
    if (does !== 'restore') return null;
    if (books.schedules.size >= SCHEDULES_MAX) return 'too_many_schedules';
    return isEntryTaken(id, books) ? 'entry_matched' : null;
  },
  removed: ({ id: scheduleId, now: { title } }) => ({ type: 'ScheduleRemoved', data: { scheduleId, title } }),
  restored({ id: scheduleId, target, steps }) {
    const last = steps.findLast(({ does }) => does === 'remove')?.before ?? target;
    const earlier = earlierIn(last, target, steps);
    return {
      type: 'ScheduleRestored',
      data: { scheduleId, ...valuesIn('schedule', target), place: target.place, earlier },
    };
  },
  changed({ id: scheduleId, now, target, steps }) {
    const earlier = earlierIn(now, target, steps);
    return {
      type: 'ScheduleChanged',
      data: { scheduleId, ...valuesIn('schedule', target), place: now.place, earlier },
    };
  },
};

type State = Parameters<(typeof undoSchedule)['changed']>[0]['now'];

/**
 * The values that held before some days: where the schedule had just these values before, it had them for the same
 * days.
 */
function earlierIn(last: State, target: State, steps: readonly Step<'schedule'>[]): EarlierTerms[] {
  const same = steps.findLast(({ after }) => after && isSame('schedule', after, target))?.after?.earlier;
  return [...(same ?? withTerms(last, target))];
}

/** The values that held before some days, with what is taken back replaced there, too; equal neighbours are one. */
function withTerms(now: State, target: State): EarlierTerms[] {
  const replaced = now.earlier.map((terms) => {
    const taken = TERMS.filter((field) => !isSameIn(now, target, field) && isSameIn(terms, now, field));
    return { ...terms, ...Object.fromEntries(taken.map((field) => [field, target[field]])) };
  });
  return replaced.filter((terms, index) => {
    const next = replaced[index + 1] ?? target;
    return TERMS.some((field) => !isSameIn(terms, next, field));
  });
}

/** How an undo changes what became of an occurrence. */
export const undoOccurrence: Opposites<'occurrence', ScheduleEvent> = {
  whyNot({ id, ...change }, books) {
    const entry = 'target' in change ? change.target.mark?.entry : undefined;
    return entry !== undefined && isMatched(entry, books, id) ? 'entry_matched' : null;
  },
  removed: isLasting,
  restored: isLasting,
  changed({ now, target: { scheduleId, nominal, mark, ...target } }) {
    const ref = { scheduleId, nominal, title: target.title ?? now.title ?? '' };
    if (mark?.as === 'posted' && mark.entry) {
      const { entry, byItself } = mark;
      return { type: 'OccurrencePosted', data: { ...ref, entry, ...(byItself && { byItself }) } };
    }
    if (mark?.as === 'matched' && mark.entry) return { type: 'OccurrenceMatched', data: { ...ref, entry: mark.entry } };
    return { type: mark ? 'OccurrenceSkipped' : 'OccurrenceOpened', data: ref };
  },
};
