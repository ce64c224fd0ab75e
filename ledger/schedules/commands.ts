import { type CategoryRef, nameOfCategory } from '../model/categories.ts';
import { type Deciders, type Decision, happened, NOTHING, rejected } from '../model/command-rule.ts';
import {
  CHANGES_OF_SCHEDULE_MAX,
  DEFAULT_WALLET,
  EVERYDAY,
  SCHEDULES_MAX,
  START_BEFORE_MAX_DAYS,
} from '../model/constants.ts';
import { shifted } from '../model/days.ts';
import { occurrenceId } from '../model/entity-ids.ts';
import { isSame, isSameIn } from '../model/entity-states.ts';
import { type EditOf, type ValuesOf, valuesAfter } from '../model/fields.ts';
import type { Cents } from '../model/money.ts';
import type { Mark, OccurrenceRef } from '../model/schedule.ts';
import { accountOf, type Books, type Part, type ScheduleState, unlessEveryday } from '../model/state.ts';
import { addUp, transactionCommands } from '../transactions/commands.ts';
import type { TransactionEvent } from '../transactions/events.ts';
import { findCategories, type NamedCategories } from '../transactions/find-categories.ts';
import { transferCommands } from '../transfers/commands.ts';
import type { TransferEvent } from '../transfers/events.ts';
import type { ScheduleEvent } from './events.ts';
import { isMatched } from './is-matched.ts';
import { earlierAfter, occurrenceOn, type ScheduledOccurrence } from './occurrences.ts';

/** The values of a schedule as a command has them: its categories and its parts' ones by their ids or their names. */
type Named<Values> = Omit<Values, 'category' | 'parts'> & {
  category?: CategoryRef | null | undefined;
  parts?: NamedCategories['parts'] | null;
};

/** The commands of schedules and occurrences. `today` is the caller's day (ISO date), `entryId` a new one. */
export type ScheduleCommand =
  | ({ type: 'AddSchedule'; scheduleId: string; today: string } & { values: Named<ValuesOf<'schedule'>> })
  | {
      type: 'ChangeSchedule';
      scheduleId: string;
      today: string;
      /** The first nominal day (ISO date) with another title, amount or rule; today if it is left out. */
      fromDay?: string | undefined;
      edit: Named<EditOf<'schedule'>>;
    }
  | { type: 'RemoveSchedule'; scheduleId: string }
  | ({ type: 'SkipOccurrence' } & OccurrenceRef)
  | ({
      type: 'PostOccurrence';
      entryId: string;
      today: string;
      /** The schedule's amount if it is left out; a range has no amount of its own. */
      amount?: Cents | undefined;
      /** Its day where it is left out, or today if that is earlier. */
      date?: string | undefined;
      byItself?: true | undefined;
    } & OccurrenceRef)
  | ({ type: 'MatchOccurrence'; entry: string } & OccurrenceRef)
  | ({ type: 'UnmatchOccurrence' } & OccurrenceRef);

const schedules = () => ({ schedules: true });
const ofOccurrence = ({ scheduleId, nominal }: OccurrenceRef) => ({
  schedules: true,
  occurrences: [{ scheduleId, nominal }],
});

/** The rules of schedules and their occurrences (product 13). */
export const scheduleCommands: Deciders<ScheduleCommand, ScheduleEvent | TransactionEvent | TransferEvent> = {
  AddSchedule: {
    needs: schedules,
    decide({ scheduleId, today, values: { category, parts, ...named } }, state) {
      if (state.schedules.size >= SCHEDULES_MAX) return rejected('too_many_schedules');
      const found = categoryOf(category, named.type, state);
      if (typeof found === 'object') return found;
      const split = partsIn(parts, named.type, state);
      if (split && 'outcome' in split) return split;
      const values = { ...named, category: found, parts: split ?? undefined };
      const why = whyNot(values, state) ?? whyNotBegun(values, today);
      return why ?? happened({ type: 'ScheduleAdded', data: { scheduleId, ...withDefaults(values) } });
    },
  },
  ChangeSchedule: {
    needs: schedules,
    decide({ scheduleId, today, fromDay = today, edit: { category, parts, ...edit } }, state) {
      const before = state.schedules.get(scheduleId);
      if (!before) return rejected('schedule_not_found');
      const type = edit.type ?? before.type;
      const found =
        category === null ? null : category === undefined ? undefined : categoryOf(category, type, state, before);
      if (typeof found === 'object' && found) return found;
      const split = partsIn(parts, type, state, before);
      if (split && 'outcome' in split) return split;
      if (found && (split ?? (parts === undefined && before.parts))) return rejected('category_beside_parts');
      const changed = { ...edit, category: split ? null : found, parts: split };
      const after = withDefaults(fitted(valuesAfter('schedule', before, changed), before, { ...edit, parts: split }));
      const why = whyNot(after, state, before) ?? (isStartNew(before, after) ? whyNotBegun(after, today) : null);
      if (why) return why;
      if (isSame('schedule', before, after)) return NOTHING;
      const isOther = (['title', 'amount', 'rule'] as const).some((field) => !isSameIn(before, after, field));
      const earlier = isOther ? earlierAfter(before, fromDay, true) : [...before.earlier];
      if (earlier.length > CHANGES_OF_SCHEDULE_MAX) return rejected('schedule_changed_too_often');
      return happened({ type: 'ScheduleChanged', data: { scheduleId, ...after, place: before.place, earlier } });
    },
  },
  RemoveSchedule: {
    needs: schedules,
    decide({ scheduleId }, state) {
      const { title } = state.schedules.get(scheduleId) ?? {};
      if (title === undefined) return rejected('schedule_not_found');
      return happened({ type: 'ScheduleRemoved', data: { scheduleId, title } });
    },
  },
  SkipOccurrence: {
    needs: ofOccurrence,
    decide(command, state) {
      const found = occurrenceOf(command, state);
      if ('outcome' in found) return found;
      const { ref, mark } = found;
      if (mark === 'skipped') return NOTHING;
      return mark ? rejected('occurrence_closed') : happened({ type: 'OccurrenceSkipped', data: ref });
    },
  },
  PostOccurrence: {
    needs: ofOccurrence,
    decide(command, state) {
      const { entryId, today, byItself } = command;
      const found = occurrenceOf(command, state);
      if ('outcome' in found) return found;
      const { ref, schedule, occurrence, mark } = found;
      if (byItself && (mark || schedule.post !== 'by-itself')) return NOTHING;
      if (mark && mark !== 'skipped') return rejected('occurrence_closed');
      const amount = command.amount ?? amountSaid(occurrence);
      if (amount === null) return rejected('occurrence_amount_required');
      const { day } = occurrence;
      const date = command.date ?? (byItself || day < today ? day : today);
      const recorded = recordedAs(schedule, { entryId, title: occurrence.title, amount, date }, state);
      if (recorded.outcome !== 'events') return recorded;
      const data = { ...ref, entry: entryId, ...(byItself && { byItself }) };
      const posted: ScheduleEvent = { type: 'OccurrencePosted', data };
      return { outcome: 'events', events: [posted, ...recorded.events] };
    },
  },
  MatchOccurrence: {
    needs: ({ entry, ...ref }) => ({
      ...ofOccurrence(ref),
      transactionIds: [entry],
      transferIds: [entry],
      ofEntries: [entry],
    }),
    decide(command, state) {
      const { entry } = command;
      const found = occurrenceOf(command, state);
      if ('outcome' in found) return found;
      const { ref, schedule, mark } = found;
      if (mark && mark !== 'skipped') return rejected('occurrence_closed');
      const type = state.transactions.get(entry)?.type ?? (state.transfers.has(entry) ? 'Transfer' : null);
      if (type === null) return rejected('entry_not_found');
      if (type !== schedule.type) return rejected('entry_of_other_type');
      if (isMatched(entry, state)) return rejected('entry_matched');
      return happened({ type: 'OccurrenceMatched', data: { ...ref, entry } });
    },
  },
  UnmatchOccurrence: {
    needs: ofOccurrence,
    decide({ scheduleId, nominal }, state) {
      const schedule = state.schedules.get(scheduleId);
      if (!schedule) return rejected('schedule_not_found');
      // A matched occurrence stays so while a change of the rule takes its day away.
      const mark = markOf({ scheduleId, nominal }, state);
      const title = occurrenceOn(schedule, nominal)?.title ?? (mark ? schedule.title : null);
      if (title === null) return rejected('occurrence_not_found');
      const isMatch = typeof mark === 'object' && mark?.as === 'matched';
      const data = { scheduleId, nominal, title };
      return isMatch ? happened({ type: 'OccurrenceOpened', data }) : rejected('occurrence_not_matched');
    },
  },
};

type Found = {
  ref: OccurrenceRef & { title: string };
  schedule: ScheduleState;
  occurrence: ScheduledOccurrence;
  /** Null while it is open. */
  mark: Mark | 'skipped' | null;
};

/** The occurrence that a command names; rejects what is none. */
function occurrenceOf({ scheduleId, nominal }: OccurrenceRef, state: Books): Found | Decision<never> {
  const schedule = state.schedules.get(scheduleId);
  if (!schedule) return rejected('schedule_not_found');
  const occurrence = occurrenceOn(schedule, nominal);
  if (!occurrence) return rejected('occurrence_not_found');
  const ref = { scheduleId, nominal, title: occurrence.title };
  return { ref, schedule, occurrence, mark: markOf(ref, state) };
}

/**
 * An occurrence with its mark, though the rule of its schedule may lack its day by now, or null if the schedule is not
 * there.
 */
export function markedOccurrence(
  { scheduleId, nominal }: OccurrenceRef,
  state: Books,
): Pick<Found, 'ref' | 'mark'> | null {
  const schedule = state.schedules.get(scheduleId);
  if (!schedule) return null;
  const ref = { scheduleId, nominal, title: occurrenceOn(schedule, nominal)?.title ?? schedule.title };
  return { ref, mark: markOf(ref, state) };
}

/** The mark of an occurrence; null while it is open. */
function markOf({ scheduleId, nominal }: OccurrenceRef, state: Books): Found['mark'] {
  const mark = state.occurrences.get(occurrenceId({ scheduleId, nominal }));
  return mark ? markNow(mark, (entry) => isEntry(entry, state)) : null;
}

/** The mark of an occurrence: one whose entry is no longer there is skipped (product 13.3). */
export function markNow(mark: Mark, isThere: (entry: string) => boolean): Mark | 'skipped' {
  return mark.as !== 'skipped' && mark.entry !== undefined && isThere(mark.entry) ? mark : 'skipped';
}

const isEntry = (entry: string, { transactions, transfers }: Books) => transactions.has(entry) || transfers.has(entry);

function amountSaid({ amount }: ScheduledOccurrence): Cents | null {
  if ('exact' in amount) return amount.exact;
  return 'about' in amount ? amount.about : null;
}

/** Records an occurrence as the call for its type does; its category by now, where it was merged with another. */
function recordedAs(
  {
    type,
    category,
    accountId,
    toAccountId = EVERYDAY,
    wallet = DEFAULT_WALLET,
    note,
    tags,
    ...schedule
  }: ScheduleState,
  { entryId, title, amount, date }: { entryId: string; title: string; amount: Cents; date: string },
  state: Books,
): Decision<TransactionEvent | TransferEvent> {
  const named = [accountId, ...(type === 'Transfer' ? [toAccountId] : [])];
  if (named.some((account = EVERYDAY) => !state.accounts.has(account))) return rejected('account_not_found');
  const described = { title, amount, date, ...(note !== undefined && { note }), ...(tags && { tags: [...tags] }) };
  if (type === 'Transfer') {
    const transfer = {
      type: 'MakeTransfer',
      transferId: entryId,
      from: accountId ?? EVERYDAY,
      to: toAccountId,
    } as const;
    return transferCommands.MakeTransfer.decide({ ...transfer, ...described }, state);
  }
  const parts = schedule.parts && partsNow(schedule.parts, state);
  const entry = { transactionId: entryId, ...described, accountId, category: categoryNow(category, state), parts };
  if (type === 'Income') {
    return transactionCommands.RecordIncome.decide({ type: 'RecordIncome', isRefund: true, ...entry }, state);
  }
  return transactionCommands.RecordExpense.decide({ type: 'RecordExpense', ...entry, wallet }, state);
}

/** The category that has the entries of one by now; undefined where none has. */
export function categoryNow(
  category: string | undefined,
  { categories, merged }: Pick<Books, 'categories' | 'merged'>,
): string | undefined {
  let current = category;
  while (current !== undefined && !categories.has(current)) current = merged.get(current);
  return current;
}

/** Parts with the categories that have the entries of theirs by now; one that is gone stays. */
export function partsNow(parts: readonly Part[], books: Pick<Books, 'categories' | 'merged'>): Part[] {
  return parts.map((part) => ({ ...part, category: categoryNow(part.category, books) ?? part.category }));
}

/** The id of the category of a schedule of a type, as the call that records its entries finds it. */
function categoryOf(
  category: CategoryRef | null | undefined,
  type: ValuesOf<'schedule'>['type'],
  { categories }: Books,
  before?: ScheduleState,
): string | undefined | Decision<never> {
  if (category === undefined || category === null) return undefined;
  if (type === 'Transfer') return rejected('category_of_transfer');
  const categoryBefore = before?.category;
  if (
    categoryBefore !== undefined &&
    typeof category === 'object' &&
    nameOfCategory(categories, categoryBefore) === category.name
  ) {
    return categoryBefore;
  }
  const found = findCategories({ category }, type, categories);
  return 'outcome' in found ? found : found.category;
}

/** The parts of a schedule of a type, as the call that records its entries finds their categories; null clears them. */
function partsIn(
  parts: NamedCategories['parts'] | null,
  type: ValuesOf<'schedule'>['type'],
  { categories }: Books,
  before?: ScheduleState,
): ValuesOf<'schedule'>['parts'] | null | Decision<never> {
  if (!parts) return parts;
  if (type === 'Transfer') return rejected('category_of_transfer');
  const found = findCategories({ parts }, type, categories, { before });
  return 'outcome' in found ? found : found.parts;
}

/** Rejects values that the call which records the entries would refuse, or null if they fit. */
function whyNot(values: ValuesOf<'schedule'>, state: Books, before?: ScheduleState): Decision<never> | null {
  const { type, amount, accountId, toAccountId, wallet, post, parts } = values;
  if (parts && values.category !== undefined) return rejected('category_beside_parts');
  if (parts && !('exact' in amount && addUp(parts, amount.exact))) {
    return rejected(before && isSameIn(before, values, 'parts') ? 'parts_required' : 'parts_do_not_add_up');
  }
  if (post === 'by-itself' && 'from' in amount) return rejected('range_by_itself');
  if (type === 'Transfer' && wallet !== undefined) return rejected('wallet_of_transfer');
  if (type === 'Income' && wallet !== undefined) return rejected('wallet_of_income');
  if (type !== 'Transfer' && toAccountId !== undefined) return rejected('account_of_no_transfer');
  if (type === 'Transfer' && (accountId ?? EVERYDAY) === (toAccountId ?? EVERYDAY)) {
    return rejected('transfer_to_itself');
  }
  for (const named of [accountId, toAccountId]) {
    if (!state.accounts.has(named ?? EVERYDAY)) return rejected('account_not_found');
    const isNew = !before || (named !== before.accountId && named !== before.toAccountId);
    if (isNew && !accountOf(state, named).isOpen) return rejected('account_closed');
  }
  return null;
}

const isStartNew = (before: ValuesOf<'schedule'>, after: ValuesOf<'schedule'>) =>
  before.rule.start !== after.rule.start;

function whyNotBegun({ rule }: ValuesOf<'schedule'>, today: string): Decision<never> | null {
  return rule.start < shifted(today, -START_BEFORE_MAX_DAYS) ? rejected('start_too_early') : null;
}

/** The values that need no word: Everyday, and how an expense is paid. */
function withDefaults(values: ValuesOf<'schedule'>): ValuesOf<'schedule'> {
  const { type, accountId, toAccountId, wallet } = values;
  return {
    ...values,
    accountId: unlessEveryday(accountId),
    toAccountId: type === 'Transfer' ? (toAccountId ?? EVERYDAY) : undefined,
    wallet: type === 'Expense' ? (wallet ?? DEFAULT_WALLET) : undefined,
  };
}

/** Values after a change of type: what doesn't fit the new type goes, unless the change names it. */
function fitted(
  after: ValuesOf<'schedule'>,
  before: ScheduleState,
  edit: Omit<EditOf<'schedule'>, 'category'>,
): ValuesOf<'schedule'> {
  if (after.type === before.type) return after;
  return {
    ...after,
    category: after.category === before.category ? undefined : after.category,
    wallet: edit.wallet ?? undefined,
    parts: edit.parts ?? undefined,
    toAccountId: edit.toAccountId ?? undefined,
  };
}
