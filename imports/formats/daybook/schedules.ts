import {
  FIRST_DAY,
  LAST_DAY,
  NOTE_MAX,
  PART_NOTE_MAX,
  TAGS_MAX,
  TRANSACTION_TITLE_MAX,
} from '#ledger/model/constants.ts';
import { occurrenceIn } from '#ledger/model/entity-ids.ts';
import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { Span } from '#ledger/model/schedule.ts';
import { whyUnsound } from '#ledger/model/schedule-rule.ts';
import type { Part, ScheduleState } from '#ledger/model/state.ts';
import { isStorable } from '#ledger/model/storable.ts';
import { distinctTags, isTag } from '#ledger/model/tags.ts';
import { categoryNow, partsNow } from '#ledger/schedules/commands.ts';
import { addUp } from '#ledger/transactions/commands.ts';
import type { ExportedSchedule } from '../../parsed.ts';
import type { ExportedBooks } from './books.ts';

/**
 * The schedules at the end of an export, in their order, with what became of their occurrences and what merged
 * categories became, and a sentence where some of them are none that Daybook would have kept, as after a change by
 * hand.
 */
export function exportedSchedules({ books }: ExportedBooks): { schedules: ExportedSchedule[]; remarks: string[] } {
  const marks = new Map<string, ExportedSchedule['marks']>();
  for (const [id, { entry = null }] of books.occurrences) {
    const { scheduleId, nominal } = occurrenceIn(id);
    marks.set(scheduleId, [...(marks.get(scheduleId) ?? []), { nominal, entry }]);
  }
  const all = [...books.schedules].sort(([, one], [, other]) => one.place - other.place);
  const possible = all.filter(([, schedule]) => isPossible(schedule));
  const schedules = possible.map(([scheduleId, { place: _, ...schedule }]): ExportedSchedule => {
    const category = categoryNow(schedule.category, books);
    const parts = schedule.parts && partsNow(schedule.parts, books);
    return { scheduleId, ...schedule, category, parts, marks: marks.get(scheduleId) ?? [] };
  });
  const left = all.length - schedules.length;
  const are = left === 1 ? '1 schedule of this file is' : `${left} schedules of this file are`;
  return { schedules, remarks: left === 0 ? [] : [`${are} damaged, and left out.`] };
}

/** Whether a schedule can be one of Daybook (product 13.2). */
function isPossible({
  earlier,
  type,
  wallet,
  toAccountId,
  parts,
  note,
  tags = [],
  post,
  ...now
}: ScheduleState): boolean {
  return (
    [...earlier, now].every(
      ({ title, amount, rule }) => isText(title, TRANSACTION_TITLE_MAX) && isSpan(amount) && whyUnsound(rule) === null,
    ) &&
    earlier.every(({ until }, index) => isDay(until) && until > (earlier[index - 1]?.until ?? '')) &&
    !(post === 'by-itself' && 'from' in now.amount) &&
    (wallet !== undefined) === (type === 'Expense') &&
    (toAccountId !== undefined) === (type === 'Transfer') &&
    !((type === 'Transfer' || parts) && now.category !== undefined) &&
    (!parts || (type !== 'Transfer' && 'exact' in now.amount && areParts(parts, now.amount.exact))) &&
    (note === undefined || isText(note, NOTE_MAX)) &&
    tags.length <= TAGS_MAX &&
    tags.every(isTag) &&
    distinctTags(tags).length === tags.length
  );
}

const areParts = (parts: readonly Part[], amount: Cents) =>
  addUp(parts, amount) && parts.every(({ note }) => note === undefined || isText(note, PART_NOTE_MAX));

const isText = (text: string, max: number) => text.trim() !== '' && text.length <= max && isStorable(text);
const isDay = (day: string) => day >= FIRST_DAY && day <= LAST_DAY;

function isSpan(amount: Span): boolean {
  const inRange = Object.values(amount).every((cents) => cents >= 1 && cents <= LARGEST_AMOUNT);
  return inRange && !('from' in amount && amount.from > amount.to);
}
