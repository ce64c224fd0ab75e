import { expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { clara } from '../../testing/people.ts';
import { scheduleOf } from '../../testing/schedules.ts';
import {
  blankValues,
  formFieldOf,
  readScheduleForm,
  recurrenceOf,
  type ScheduleValues,
  scheduleChange,
  soundRule,
  startingAfter,
  valuesOfEntry,
  valuesOfSchedule,
} from './schedule-values.ts';

const BLANK = blankValues('2026-11-26', clara.accounts);
const valuesWith = (fields: Partial<ScheduleValues>): ScheduleValues => ({ ...BLANK, title: 'Rent', ...fields });
const MONTHLY = { every: 1, unit: 'month', start: '2026-11-26' } as const;

test.each<[Partial<ScheduleValues>, object]>([
  [{}, MONTHLY],
  [
    { unit: 'week', weekdays: [1, 4], every: ' 2 ' },
    { every: 2, unit: 'week', start: '2026-11-26', days: [1, 4] },
  ],
  [{ unit: 'week' }, { every: 1, unit: 'week', start: '2026-11-26' }],
  [
    { unit: 'day', daysKind: 'dates', dates: '3' },
    { every: 1, unit: 'day', start: '2026-11-26' },
  ],
  [
    { daysKind: 'dates', dates: '1, 15th and Last; -2' },
    { ...MONTHLY, days: [1, 15, -1, -2] },
  ],
  [
    { daysKind: 'nths', nths: [{ nth: -1, weekday: 5 }] },
    { ...MONTHLY, days: [{ nth: -1, weekday: 5 }] },
  ],
  [
    { weekend: 'before', endKind: 'on', endOn: '2027-01-31' },
    { ...MONTHLY, weekend: 'before', end: { on: '2027-01-31' } },
  ],
  [
    { endKind: 'times', times: '12' },
    { ...MONTHLY, end: { times: 12 } },
  ],
])('the rule of %j', (fields, rule) => {
  expect(recurrenceOf(valuesWith(fields))).toEqual(rule);
  expect(soundRule(valuesWith(fields))).toEqual(rule);
});

test.each<Partial<ScheduleValues>>([
  { every: '' },
  { every: '1.5' },
  { start: '' },
  { daysKind: 'dates', dates: 'never' },
  { daysKind: 'dates', dates: '' },
  { endKind: 'times', times: '' },
  { endKind: 'on', endOn: '2026-01-01' },
])('no rule is whole with %j', (fields) => {
  expect(soundRule(valuesWith(fields))).toBeNull();
});

test('messages stand at their fields', () => {
  const errors = (fields: Partial<ScheduleValues>) => {
    const read = readScheduleForm(valuesWith({ amount: '5', ...fields }));
    return 'errors' in read ? read.errors : {};
  };
  expect(errors({})).toEqual({});
  expect(errors({ title: ' ', amount: '' })).toMatchObject({
    title: messages.titleRequired,
    amount: messages.amountRequired,
  });
  expect(errors({ amount: 'much' }).amount).toBe(messages.notAnAmount);
  expect(errors({ amountKind: 'range', most: '' }).most).toBe(messages.amountRequired);
  expect(errors({ amountKind: 'range', most: '4' })).toEqual({ amount: undefined, most: messages.rangeUpsideDown });
  expect(errors({ every: '0' }).every).toBe(messages.notEvery);
  expect(errors({ daysKind: 'dates', dates: '32' }).days).toBe(messages.daysOfMonth);
  expect(errors({ endKind: 'times', times: 'x' }).end).toBe(messages.notAnEnd);
  expect(
    ['rule.days.0', 'rule', 'amount.to', 'amount.exact', 'wallet'].map((path) => formFieldOf(path.split('.'))),
  ).toEqual(['days', 'every', 'most', 'amount', 'wallet']);
});

test('what a call takes has the fields of its type', () => {
  const values = valuesWith({ amount: '1,450', category: 'Food & Drinks', wallet: 'Bank', tags: ['home'] });
  expect(readScheduleForm(values)).toEqual({
    input: {
      ...{ title: 'Rent', type: 'Expense', amount: { exact: 1450 }, rule: MONTHLY, post: 'ask' },
      ...{ category: 'Food & Drinks', wallet: 'Bank', account: clara.accounts[0]?._id, tags: ['home'] },
    },
  });
  const transfer = readScheduleForm({ ...values, type: 'Transfer', toAccount: clara._id, tags: [] });
  expect(transfer).toMatchObject({ input: { type: 'Transfer', toAccount: clara._id } });
  expect(transfer).not.toHaveProperty('input.wallet');
  expect(transfer).not.toHaveProperty('input.category');
});

test('only what differs is changed, and a category that goes is null', () => {
  const schedule = scheduleOf({ category: 'Groceries', rule: { ...MONTHLY, days: [1, -1], weekend: 'after' } });
  const before = valuesOfSchedule(schedule, BLANK, '$');
  expect(before).toMatchObject({ dates: '1, last', daysKind: 'dates', amount: '1450.00', weekend: 'after' });
  expect(scheduleChange(schedule._id, [before, before], null)).toEqual({ scheduleId: schedule._id });
  const after = { ...before, category: '', amountKind: 'about', post: 'by-itself' } as const;
  expect(scheduleChange(schedule._id, [before, after], null)).toEqual({
    ...{ scheduleId: schedule._id, category: null, amount: { about: 1450 }, post: 'by-itself' },
  });
});

test('an entry comes again on its day of the next month from today on; a day that a month lacks is named', () => {
  const entry = { type: 'Expense', title: 'Rent', amount: 1450, category: null, wallet: 'Bank' } as const;
  const begun = (date: string) => valuesOfEntry({ ...entry, date }, BLANK, { today: '2027-02-05', currency: '$' });
  expect(begun('2026-11-04')).toMatchObject({ start: '2027-03-04', daysKind: 'start', amount: '1450.00' });
  expect(begun('2027-01-31')).toMatchObject({ start: '2027-02-28', daysKind: 'dates', dates: '31' });
  expect(startingAfter({ ...begun('2027-01-31'), unit: 'week' }, '2027-02-05')).toMatchObject({
    ...{ start: '2027-02-07', daysKind: 'start', dates: '' },
  });
  expect(startingAfter({ ...begun('2027-01-31'), every: '' }, '2027-02-05')).toMatchObject({ start: '2027-02-28' });
});
