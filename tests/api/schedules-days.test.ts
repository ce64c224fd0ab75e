import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await openTestServer();
  user = await server.newUser();
});
afterAll(() => server.close());

type Days = { days: { nominal: string; day: string }[] };

const CALL = '/schedules/occurrences';
const SPAN = { from: '2026-01-01', to: '2026-03-31' };
const monthly = { every: 1, unit: 'month', start: '2026-01-31' };
const daysOf = async (rule: object, span: object = SPAN) =>
  (await expectOk(user.post<Days>(CALL, { rule, ...span }))).data.days;

test('gives the days of a rule, by nominal day and day, and writes nothing', async () => {
  const revision = async () => (await server.log.readBefore(user.userId, null, 1))[0]?.revision;
  const before = await revision();
  expect(await daysOf({ ...monthly, weekend: 'after', end: { times: 3 } }, { ...SPAN, to: '2026-12-31' })).toEqual([
    { nominal: '2026-01-31', day: '2026-02-02' },
    { nominal: '2026-02-28', day: '2026-03-02' },
    { nominal: '2026-03-31', day: '2026-03-31' },
  ]);
  expect(await daysOf({ ...monthly, days: [{ nth: -1, weekday: 5 }], weekend: null, end: null })).toHaveLength(2);
  expect(await daysOf(monthly, { from: '2026-02-28', to: '2026-02-28' })).toHaveLength(1);
  expect(await revision()).toBe(before);
});

test('gives the first 1,000, also of three centuries, at once', async () => {
  const span = { from: '1900-01-01', to: '2199-12-31' };
  const daily = { every: 1, unit: 'day', start: '1900-01-01' };
  const days = await daysOf(daily, span);
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([1_000, '1900-01-01', '1902-09-27']);
  const began = performance.now();
  const counted = { ...daily, weekend: 'before', end: { times: 100_000 } };
  const last = await daysOf(counted, { from: '2199-12-31', to: '2199-12-31' });
  expect(last).toEqual([{ nominal: '2199-12-31', day: '2199-12-31' }]);
  const rare = { every: 100_000, unit: 'year', start: '1900-02-01', days: [{ nth: 5, weekday: 1 }] };
  expect(await daysOf(rare, span)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test.each<[string, object]>([
  [messages.notEvery, { every: 0 }],
  [messages.notEvery, { every: 1.5 }],
  [messages.notEvery, { every: 100_001 }],
  [messages.notOneOf(['day', 'week', 'month', 'year']), { unit: 'quarter' }],
  [messages.dateRequired, { start: undefined }],
  [messages.notADate, { start: '2026-02-30' }],
  [messages.dateOutOfRange, { start: '1899-12-31' }],
  [messages.notScheduleDays, { days: 'last' }],
  [messages.notScheduleDays, { days: [1, { nth: 1, weekday: 1 }] }],
  [messages.notScheduleDays, { days: [1.5] }],
  [messages.daysOfMonth, { days: [] }],
  [messages.daysOfMonth, { days: [0] }],
  [messages.daysOfMonth, { unit: 'year', days: [-32] }],
  [messages.daysOfMonth, { days: [{ nth: 6, weekday: 1 }] }],
  [messages.daysOfWeek, { unit: 'week', days: [{ nth: 1, weekday: 1 }] }],
  [messages.daysOfWeek, { unit: 'week', days: [0] }],
  [messages.daysOfDay, { unit: 'day', days: [1] }],
  [messages.notOneOf(['keep', 'before', 'after', 'skip']), { weekend: 'nearest' }],
  [messages.notAnEnd, { end: {} }],
  [messages.notAnEnd, { end: { times: 0 } }],
  [messages.notAnEnd, { end: { times: 2, on: '2026-05-01' } }],
  [messages.endBeforeStart, { end: { on: '2026-01-30' } }],
  [messages.dateOutOfRange, { end: { on: '2200-01-01' } }],
])('refuses an unsound rule: %s %j', async (message, more) => {
  const { status, problem } = await user.post(CALL, { rule: { ...monthly, ...more }, ...SPAN });
  expect([status, problem.code, problem.errors]).toEqual([422, 'invalid', { rule: message }]);
});

test.each<[object, object]>([
  [{ from: '2026-04-01' }, { from: messages.daysInOrder }],
  [{ from: '1899-12-31' }, { from: messages.dateOutOfRange }],
  [{ to: '2200-01-01' }, { to: messages.dateOutOfRange }],
  [{ to: undefined }, { to: messages.dateRequired }],
  [{ limit: 5 }, { limit: messages.unknownField }],
  [{ rule: undefined }, { rule: messages.ruleRequired }],
  [{ rule: 'monthly' }, { rule: messages.ruleRequired }],
  [{ rule: { ...monthly, until: '2026-05-01' } }, { until: messages.unknownField }],
  [{ rule: { ...monthly, days: [{ nth: 1, weekday: 1, month: 2 }] } }, { month: messages.unknownField }],
])('refuses %j', async (more, errors) => {
  const { status, problem } = await user.post(CALL, { rule: monthly, ...SPAN, ...more });
  expect([status, problem.code, problem.errors]).toEqual([422, 'invalid', errors]);
});

test('needs a session', async () => {
  const { status, problem } = await server.visitor().post(CALL, { rule: monthly, ...SPAN });
  expect([status, problem.code]).toEqual([401, 'session_required']);
});
