import { z } from 'zod';
import { GIVEN_NAMES } from '#ledger/model/categories.ts';
import { POSTS, TRANSACTION_TITLE_MAX, WALLETS } from '#ledger/model/constants.ts';
import { addresses } from './addresses.ts';
import { type Call, nothing } from './call.ts';
import {
  choice,
  dayField,
  entryDate,
  idField,
  knownQuery,
  line,
  note,
  optional,
  smallAmount,
  tags,
  title,
} from './fields.ts';
import { messages } from './messages.ts';
import { scheduleRuleInput } from './schedule-rule.ts';
import { part } from './transaction.ts';
import { partsOf } from './transaction-calls.ts';
import { user } from './user.ts';

/** Schema of what an occurrence moves: one amount, about one, or one in a range. */
const amount = z
  .strictObject(
    {
      exact: smallAmount.optional(),
      about: smallAmount.optional(),
      from: smallAmount.optional(),
      to: smallAmount.optional(),
    },
    { error: messages.notASpan },
  )
  .check(({ value: { exact, about, from, to }, issues }) => {
    const given = [exact, about, from ?? to].filter((each) => each !== undefined);
    const isWhole = given.length === 1 && (from === undefined) === (to === undefined);
    const refuse = (message: string, path: string[]) => issues.push({ code: 'custom', path, message, input: to });
    if (!isWhole) refuse(messages.notASpan, []);
    else if (from !== undefined && to !== undefined && from > to) refuse(messages.rangeUpsideDown, ['to']);
  })
  .meta({ title: '`exact`, `about`, or `from` and `to`' });

const TYPES = ['Expense', 'Income', 'Transfer'] as const;

/** Schema of the name of a category: which there are, the ledger says. */
const category = line(messages.wrongType, 36, messages.wrongType);

/** Body of add: `account` and `toAccount` are ids, Everyday where none is named. */
export const addScheduleInput = z.strictObject({
  title: title(TRANSACTION_TITLE_MAX),
  type: choice(TYPES),
  amount,
  category: optional(category),
  account: optional(idField),
  toAccount: optional(idField),
  wallet: optional(choice(WALLETS, messages.walletRequired)),
  parts: optional(partsOf(GIVEN_NAMES)),
  note: note.optional(),
  tags: tags.optional(),
  rule: scheduleRuleInput,
  post: choice(POSTS),
});
export type ScheduleInput = z.input<typeof addScheduleInput>;

/**
 * Body of change: what is left out stays; a category, parts, a note or tags of null are taken off. `from` is the first
 * nominal day of another title, amount or rule, the caller's today if it is left out; the rest holds at once.
 */
export const changeScheduleInput = z.strictObject({
  scheduleId: idField,
  from: optional(entryDate),
  title: title(TRANSACTION_TITLE_MAX).optional(),
  type: choice(TYPES).optional(),
  amount: amount.optional(),
  category: z.preprocess((value) => (value === '' ? null : value), category.nullable().optional()),
  account: optional(idField),
  toAccount: optional(idField),
  wallet: optional(choice(WALLETS, messages.walletRequired)),
  parts: partsOf(GIVEN_NAMES).nullable().optional(),
  note: note.optional(),
  tags: tags.optional(),
  rule: scheduleRuleInput.optional(),
  post: choice(POSTS).optional(),
});

const scheduleId = z.strictObject({ scheduleId: idField });
const occurrenceInput = scheduleId.extend({ nominal: entryDate });

/**
 * Body of post: the amount is the schedule's without `amount`, and without `date` the day is its own, or today if today
 * is earlier.
 */
export const postOccurrenceInput = occurrenceInput.extend({
  amount: optional(smallAmount),
  date: optional(entryDate),
});

const presentedRule = z.object({
  every: z.int(),
  unit: z.enum(['day', 'week', 'month', 'year']),
  start: z.string(),
  days: z.union([z.array(z.int()), z.array(z.object({ nth: z.int(), weekday: z.int() }))]).optional(),
  weekend: z.enum(['keep', 'before', 'after', 'skip']).optional(),
  end: z.union([z.object({ on: z.string() }), z.object({ times: z.int() })]).optional(),
});

const presentedSpan = z.union([
  z.object({ exact: z.number() }),
  z.object({ about: z.number() }),
  z.object({ from: z.number(), to: z.number() }),
]);

/**
 * A schedule. `before` is what it says for the nominal days before a day that is ahead (ISO date); null if all of it
 * holds from today on. `next` is its first occurrence that is upcoming or due, `last` the newest that was posted or
 * matched. If its category was merged or is gone, it is the category of today.
 */
export const schedule = z.object({
  _id: z.string(),
  title: z.string(),
  type: z.enum(TYPES),
  amount: presentedSpan,
  category: z.string().nullable(),
  account: z.string(),
  toAccount: z.string().nullable(),
  wallet: z.enum(WALLETS).nullable(),
  parts: z.array(part).nullable(),
  note: z.string().nullable(),
  tags: z.array(z.string()),
  rule: presentedRule,
  post: z.enum(POSTS),
  before: z.object({ until: z.string(), title: z.string(), amount: presentedSpan, rule: presentedRule }).nullable(),
  next: z.object({ nominal: z.string(), day: z.string() }).nullable(),
  last: z.object({ nominal: z.string(), day: z.string(), entry: z.string() }).nullable(),
});
export type Schedule = z.infer<typeof schedule>;

/** A proposed schedule, as add takes it; `entries` are the ids of those that say so, the oldest first. */
export const scheduleSuggestion = z.object({
  schedule: z.object({
    title: z.string(),
    type: z.enum(TYPES),
    amount: z.union([z.object({ exact: z.number() }), z.object({ about: z.number() })]),
    category: z.string().optional(),
    account: z.string(),
    toAccount: z.string().optional(),
    wallet: z.enum(WALLETS).optional(),
    rule: presentedRule,
    post: z.literal('ask'),
  }),
  entries: z.array(z.string()),
});
export type ScheduleSuggestion = z.infer<typeof scheduleSuggestion>;

export const OCCURRENCE_STATUSES = ['upcoming', 'due', 'missed', 'posted', 'matched', 'skipped'] as const;

/**
 * An occurrence with its amounts as magnitudes. `entry` is what it was posted as, or matched with; `problem` why it
 * can't be posted by itself; `candidates` are entries that may be it, of open ones.
 */
export const occurrence = z.object({
  scheduleId: z.string(),
  nominal: z.string(),
  day: z.string(),
  title: z.string(),
  type: z.enum(TYPES),
  account: z.string(),
  toAccount: z.string().nullable(),
  low: z.number(),
  expected: z.number(),
  high: z.number(),
  status: z.enum(OCCURRENCE_STATUSES),
  entry: z.string().nullable(),
  problem: z.string().nullable(),
  candidates: z.array(z.object({ entry: z.string(), reason: z.string() })),
});
export type Occurrence = z.infer<typeof occurrence>;

/** A day that a rule gives: its nominal day, which names it, and the day on which it falls (ISO dates). */
const dayOfRule = z.object({ nominal: z.string(), day: z.string() });

const withSchedule = z.object({ ...user.shape, schedule: schedule.nullable() }).meta({ title: 'the user' });

const ofSchedule = ['schedule_not_found', 'account_not_found', 'category_not_found', 'account_closed'] as const;
const ofOccurrence = ['schedule_not_found', 'occurrence_not_found', 'occurrence_closed'] as const;

/** The calls of schedules (product 13). */
export const scheduleCalls = {
  getOccurrences: {
    ...addresses.getOccurrences,
    kind: 'query',
    summary: 'Returns the days that a rule gives, by day, up to 1,000. Changes nothing.',
    session: true,
    body: z
      .strictObject({ rule: scheduleRuleInput, from: entryDate, to: entryDate })
      .refine(({ from, to }) => from <= to, { error: messages.daysInOrder, path: ['from'] }),
    data: z.object({ days: z.array(dayOfRule) }),
    problems: [],
  },
  addSchedule: {
    ...addresses.addSchedule,
    kind: 'command',
    needs: 'rows',
    summary: 'Adds a schedule: what comes again on some days.',
    session: true,
    body: addScheduleInput,
    data: withSchedule,
    problems: ['account_not_found', 'category_not_found', 'account_closed', 'too_many_schedules'],
  },
  changeSchedule: {
    ...addresses.changeSchedule,
    kind: 'command',
    needs: 'rows',
    summary: "Changes a schedule from a day on, the caller's today at first; a field that is left out stays.",
    session: true,
    body: changeScheduleInput,
    data: withSchedule,
    problems: [...ofSchedule, 'schedule_changed_too_often'],
  },
  removeSchedule: {
    ...addresses.removeSchedule,
    kind: 'command',
    needs: 'rows',
    summary: 'Removes a schedule; what was posted stays.',
    session: true,
    body: scheduleId,
    data: withSchedule,
    problems: ['schedule_not_found'],
  },
  skipOccurrence: {
    ...addresses.skipOccurrence,
    kind: 'command',
    needs: 'rows',
    summary: 'Skips an occurrence.',
    session: true,
    body: occurrenceInput,
    data: withSchedule,
    problems: ofOccurrence,
  },
  postOccurrence: {
    ...addresses.postOccurrence,
    kind: 'command',
    needs: 'rows',
    summary: 'Records an occurrence as an entry.',
    session: true,
    body: postOccurrenceInput,
    data: withSchedule,
    problems: [
      ...ofOccurrence,
      ...(['account_not_found', 'account_closed', 'category_not_found'] as const),
      ...(['not_enough_balance', 'amount_too_large'] as const),
    ],
  },
  matchOccurrence: {
    ...addresses.matchOccurrence,
    kind: 'command',
    needs: 'rows',
    summary: 'Says which entry an occurrence is.',
    session: true,
    body: occurrenceInput.extend({ entry: idField }),
    data: withSchedule,
    problems: [...ofOccurrence, 'entry_not_found', 'entry_matched'],
  },
  unmatchOccurrence: {
    ...addresses.unmatchOccurrence,
    kind: 'command',
    needs: 'rows',
    summary: 'Takes the entry away that an occurrence was matched with.',
    session: true,
    body: occurrenceInput,
    data: withSchedule,
    problems: ['schedule_not_found', 'occurrence_not_found', 'occurrence_not_matched'],
  },
  getSchedules: {
    ...addresses.getSchedules,
    kind: 'query',
    summary: 'Returns the schedules in the order in which they were added.',
    session: true,
    query: knownQuery,
    data: z.object({ schedules: z.array(schedule) }),
    problems: [],
  },
  getUpcoming: {
    ...addresses.getUpcoming,
    kind: 'query',
    summary:
      'Returns the occurrences of schedules by day, at most 1,000: those of some days, or from the oldest missed ' +
      'occurrence to 90 days ahead.',
    session: true,
    query: knownQuery.extend({ from: dayField().optional(), to: dayField().optional() }),
    data: z.object({ occurrences: z.array(occurrence) }),
    problems: [],
  },
  getScheduleSuggestions: {
    ...addresses.getScheduleSuggestions,
    kind: 'query',
    summary: 'Returns what came regularly within twelve months and is no schedule, at most 50; most money first.',
    session: true,
    data: z.object({ suggestions: z.array(scheduleSuggestion) }),
    problems: [],
  },
  makeCalendarToken: {
    ...addresses.makeCalendarToken,
    kind: 'action',
    summary: "Makes the token of the user's calendar, which replaces the one before, and the address with it.",
    session: true,
    body: z.strictObject({ amounts: z.boolean({ error: messages.wrongType }).optional() }),
    data: z.object({ token: z.string(), url: z.string() }),
    problems: ['not_for_demo'],
  },
  revokeCalendarToken: {
    ...addresses.revokeCalendarToken,
    kind: 'action',
    summary: "Revokes the token of the user's calendar, if there is one.",
    session: true,
    body: z.strictObject({}),
    data: nothing,
    problems: [],
  },
} as const satisfies Record<string, Call>;
