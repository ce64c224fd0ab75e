import type { CallInput } from '#contract/calls.ts';
import { smallAmount } from '#contract/fields.ts';
import { addScheduleInput, type Schedule } from '#contract/schedule-calls.ts';
import type { Entry, PartOfEntry } from '#contract/transaction.ts';
import {
  DEFAULT_WALLET,
  SCHEDULE_COUNT_MAX,
  type ScheduleUnit,
  WALLETS,
  type Wallet,
  type WeekendShift,
} from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { type NthWeekday, type ScheduleRule, whyUnsound } from '#ledger/model/schedule-rule.ts';
import { nextAfter } from '#ledger/schedules/days.ts';
import { parseAmount, typedText } from '../../ui/typed-amount.ts';

export type ScheduleFormInput = CallInput<'addSchedule'>;

/** The fields of the form of a schedule, as they are typed and chosen. */
export type ScheduleValues = {
  title: string;
  type: Schedule['type'];
  amountKind: 'exact' | 'about' | 'range';
  /** The amount, or the least of a range. */
  amount: string;
  /** The most of a range. */
  most: string;
  category: string;
  wallet: Wallet;
  account: string;
  toAccount: string;
  every: string;
  unit: ScheduleUnit;
  start: string;
  /** The day of the entry that comes again, while `start` is worked out from it: an ISO date, or null. */
  after: string | null;
  /** The days of a month: the day of `start`, typed days, or weekdays. */
  daysKind: 'start' | 'dates' | 'nths';
  dates: string;
  nths: readonly NthWeekday[];
  /** The days of a week; the weekday of `start` if there are none. */
  weekdays: readonly number[];
  weekend: WeekendShift;
  endKind: 'never' | 'on' | 'times';
  endOn: string;
  times: string;
  post: Schedule['post'];
  tags: readonly string[];
  /** The parts into which each entry is split; null for none. */
  parts: readonly PartOfEntry[] | null;
};

/** The values of a form for something new that begins on a day (ISO date). */
export function blankValues(start: string, accounts: readonly { _id: string }[]): ScheduleValues {
  return {
    title: '',
    type: 'Expense',
    amountKind: 'exact',
    amount: '',
    most: '',
    category: '',
    wallet: DEFAULT_WALLET,
    account: accounts[0]?._id ?? '',
    toAccount: accounts[1]?._id ?? '',
    every: '1',
    unit: 'month',
    start,
    after: null,
    daysKind: 'start',
    dates: '',
    nths: [{ nth: 1, weekday: 1 }],
    weekdays: [],
    weekend: 'keep',
    endKind: 'never',
    endOn: '',
    times: '',
    post: 'ask',
    tags: [],
    parts: null,
  };
}

/** An entry as its detail has it. */
export type BeginningEntry = Pick<Entry, 'type' | 'title' | 'amount' | 'category' | 'wallet' | 'date'> & {
  account?: string | undefined;
  toAccount?: string | null;
  tags?: readonly string[] | undefined;
  parts?: readonly PartOfEntry[] | null | undefined;
};

/** The values of a form for what comes again after an entry, in a month at first, from today (ISO date) on. */
export function valuesOfEntry(
  entry: BeginningEntry,
  blank: ScheduleValues,
  { today, currency }: { today: string; currency: string },
): ScheduleValues {
  const { type, title, amount, category, account, toAccount, date, tags, parts } = entry;
  const wallet = WALLETS.find((name) => name === entry.wallet);
  return startingAfter(
    {
      ...blank,
      type,
      title: title ?? '',
      amount: typedText(amount, currency),
      category: category ?? '',
      tags: tags ?? [],
      parts: parts ?? null,
      after: date,
      wallet: wallet ?? blank.wallet,
      account: account ?? blank.account,
      toAccount: toAccount ?? blank.toAccount,
    },
    today,
  );
}

/**
 * Values that begin with the first day after the day of their entry, and not before today (ISO date), by how often it
 * comes. Where not each month has the day, it is named, since it comes back after months that lack it.
 */
export function startingAfter(values: ScheduleValues, today: string): ScheduleValues {
  const { after, unit } = values;
  const every = typedNumber(values.every);
  if (after === null || !(every >= 1 && every <= SCHEDULE_COUNT_MAX)) return values;
  const yesterday = shifted(today, -1);
  const [first] = nextAfter({ every, unit, start: after }, after < yesterday ? yesterday : after, 1);
  const day = Number(after.slice(8));
  const isNamed = day > DAYS_OF_EACH_MONTH && (unit === 'month' || unit === 'year');
  return {
    ...values,
    start: first?.nominal ?? values.start,
    daysKind: isNamed ? 'dates' : 'start',
    dates: isNamed ? String(day) : '',
  };
}

const DAYS_OF_EACH_MONTH = 28;

/** The values of a form for a schedule, or for one that is suggested. */
export function valuesOfSchedule(
  schedule: ScheduleFormInput | Schedule,
  blank: ScheduleValues,
  currency: string,
): ScheduleValues {
  const { title, type, amount, category, wallet, account, toAccount, tags, parts, rule, post } = schedule as Schedule;
  return {
    ...blank,
    title,
    type,
    post,
    tags: tags ?? [],
    parts: parts ?? null,
    ...amountValues(amount, currency),
    ...ruleValues(rule, blank),
    category: category ?? '',
    wallet: wallet ?? blank.wallet,
    account: account ?? blank.account,
    toAccount: toAccount ?? blank.toAccount,
  };
}

function amountValues(amount: Schedule['amount'], currency: string) {
  const text = (value: number) => typedText(value, currency);
  if ('exact' in amount) return { amountKind: 'exact', amount: text(amount.exact), most: '' } as const;
  if ('about' in amount) return { amountKind: 'about', amount: text(amount.about), most: '' } as const;
  return { amountKind: 'range', amount: text(amount.from), most: text(amount.to) } as const;
}

function ruleValues({ every, unit, start, days = [], weekend = 'keep', end }: Schedule['rule'], blank: ScheduleValues) {
  const dates = days.filter((day) => typeof day === 'number');
  const nths = days.filter((day) => typeof day !== 'number');
  return {
    every: String(every),
    unit,
    start,
    weekend,
    daysKind: nths.length > 0 ? 'nths' : unit !== 'week' && dates.length > 0 ? 'dates' : 'start',
    dates: unit === 'week' ? '' : dates.map((day) => (day === -1 ? LAST : String(day))).join(', '),
    weekdays: unit === 'week' ? dates : [],
    nths: nths.length > 0 ? nths : blank.nths,
    endKind: end === undefined ? 'never' : 'on' in end ? 'on' : 'times',
    endOn: end && 'on' in end ? end.on : '',
    times: end && 'times' in end ? String(end.times) : '',
  } as const;
}

const LAST = 'last';

/** The days of a month in a typed text, such as `1, 15 and last`; NaN for what is none. */
function datesIn(text: string): number[] {
  const words = text.toLowerCase().match(/[^\s,;]+/g) ?? [];
  return words.flatMap((word) => {
    if (word === 'and' || word === '&') return [];
    return word === LAST ? [-1] : [/^-?\d+(st|nd|rd|th)?$/.test(word) ? Number.parseInt(word, 10) : Number.NaN];
  });
}

const typedNumber = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN);

/** The rule of the values, which may be unsound. */
export function recurrenceOf(values: ScheduleValues): ScheduleRule {
  const { unit, start, weekend, endKind, endOn, times } = values;
  const days = daysOf(values);
  return {
    every: typedNumber(values.every),
    unit,
    start,
    ...(days && { days }),
    ...(weekend !== 'keep' && { weekend }),
    ...(endKind === 'on' && { end: { on: endOn } }),
    ...(endKind === 'times' && { end: { times: typedNumber(times) } }),
  };
}

function daysOf({ unit, daysKind, dates, nths, weekdays }: ScheduleValues): ScheduleRule['days'] {
  if (unit === 'week') return weekdays.length > 0 ? [...weekdays] : undefined;
  if (unit === 'day' || daysKind === 'start') return undefined;
  return daysKind === 'nths' ? [...nths] : datesIn(dates);
}

/** The rule of the values where it is sound, else null. */
export function soundRule(values: ScheduleValues): ScheduleRule | null {
  const rule = recurrenceOf(values);
  return Number.isInteger(rule.every) && areWhole(rule) && whyUnsound(rule) === null ? rule : null;
}

const areWhole = ({ days, end }: ScheduleRule) =>
  (days ?? []).every((day) => typeof day !== 'number' || Number.isInteger(day)) &&
  !(end && 'times' in end && Number.isNaN(end.times));

/** The messages at the fields of the form, by their names. */
export type ScheduleErrors = {
  [Field in 'title' | 'amount' | 'most' | 'category' | 'wallet' | 'parts' | RuleField]?: string | undefined;
};
type RuleField = 'from' | 'toAccount' | 'account' | 'every' | 'start' | 'days' | 'weekend' | 'end' | 'post';

/** The input of the call for the values, or the messages at the fields. */
export function readScheduleForm(values: ScheduleValues): { input: ScheduleFormInput } | { errors: ScheduleErrors } {
  const input = inputOf(values);
  const read = addScheduleInput.safeParse(input);
  if (read.success) return { input };
  const errors: Record<string, string> = {};
  for (const { path, message } of read.error.issues) {
    const field = formFieldOf(path.map(String));
    errors[field] ??= message;
  }
  return { errors: 'amount' in errors ? { ...errors, ...amountErrors(values, errors.amount ?? '') } : errors };
}

/** The field of the form for the path of a message in a call: `rule.days.0` is `days`. */
export function formFieldOf(path: readonly string[]): string {
  if (path[0] === 'rule') return path[1] ?? 'every';
  return path[0] === 'amount' && path[1] === 'to' ? 'most' : (path[0] ?? '');
}

/**
 * Returns the messages at the fields of the amount. The schema has one message for both, so each is checked by itself.
 * If each is right alone, the range is upside down, and `message` is at the second.
 */
function amountErrors({ amountKind, amount, most }: ScheduleValues, message: string): ScheduleErrors {
  const wrong = (typed: string) => smallAmount.safeParse(parseAmount(typed)).error?.issues[0]?.message;
  const least = wrong(amount);
  const errors = { amount: least, most: amountKind === 'range' ? wrong(most) : undefined };
  return errors.amount === undefined && errors.most === undefined ? { amount: undefined, most: message } : errors;
}

function inputOf(values: ScheduleValues): ScheduleFormInput {
  const { title, type, category, wallet, account, toAccount, post, tags, parts } = values;
  return {
    title,
    type,
    amount: amountOf(values),
    rule: recurrenceOf(values),
    post,
    ...(type !== 'Transfer' && category !== '' && !parts && { category }),
    ...(parts && { parts: parts.map(partInput) }),
    ...(type === 'Expense' && { wallet }),
    ...(account !== '' && { account }),
    ...(type === 'Transfer' && { toAccount }),
    ...(tags.length > 0 && { tags: [...tags] }),
  };
}

/** A part as calls take it. */
function partInput({ amount, category, categoryId, note }: PartOfEntry) {
  return { amount, ...(categoryId ? { categoryId } : { category }), ...(note !== null && { note }) };
}

function amountOf({ amountKind, amount, most }: ScheduleValues): ScheduleFormInput['amount'] {
  const [least, highest] = [parseAmount(amount) as number, parseAmount(most) as number];
  if (amountKind === 'range') return { from: least, to: highest };
  return amountKind === 'about' ? { about: least } : { exact: least };
}

/**
 * The change of a schedule from the values that its form opened with to others: only fields that differ. `fromDay` is
 * the first nominal day of another title, amount or rule (ISO date); null for today.
 */
export function scheduleChange(
  scheduleId: string,
  [before, after]: readonly [before: ScheduleValues, after: ScheduleValues],
  fromDay: string | null,
): CallInput<'changeSchedule'> {
  const [old, changed] = [before, after].map((values) => ({
    category: null,
    tags: null,
    parts: null,
    ...inputOf(values),
  }));
  const isSame = (name: string) =>
    JSON.stringify(old?.[name as keyof typeof old]) === JSON.stringify(changed?.[name as keyof typeof changed]);
  const fields = Object.entries(changed ?? {}).filter(([name]) => !isSame(name));
  return { scheduleId, ...Object.fromEntries(fields), ...(fromDay !== null && { from: fromDay }) };
}
