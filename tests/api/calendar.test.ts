import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BASE_PATH, CALENDAR_PATH } from '#contract/addresses.ts';
import type { Schedule } from '#contract/schedule-calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(() => {
  server.clock.now = new Date('2026-11-20T12:00:00Z');
});
afterAll(() => server.close());

type Token = { token: string; url: string };

const makeToken = async (user: Caller, body: object = {}) =>
  (await expectOk(user.post<Token>('/schedules/make-calendar-token', body))).data;
const read = (query: string, headers: Record<string, string> = {}) =>
  server.visitor().open(`${BASE_PATH}${CALENDAR_PATH}${query}`, 'GET', headers);
const readWith = (token: string, headers?: Record<string, string>) => read(`?token=${token}`, headers);
const textWith = async (token: string) => await (await readWith(token)).text();

async function addRent(user: Caller, more: object = {}, zone: Record<string, string> = {}): Promise<string> {
  const rent = {
    ...{ title: 'Rent', type: 'Expense', amount: { exact: 900 }, wallet: 'Bank', post: 'ask' },
    ...{ rule: { every: 1, unit: 'month', start: '2026-11-19', days: [19, 20, 21] } },
  };
  const answer = await expectOk(user.post<{ schedule: Schedule }>('/schedules/add', { ...rent, ...more }, zone));
  return answer.data.schedule._id;
}

const daysIn = (file: string) => [...file.matchAll(/^DTSTART;VALUE=DATE:(\d+)\r$/gm)].map(([, day]) => day);

test('has what comes for twelve months from today but for what is skipped, and no amounts', async () => {
  const user = await server.newUser();
  const scheduleId = await addRent(user);
  for (const [call, nominal] of [
    ['skip', '2026-11-21'],
    ['post', '2026-12-19'],
  ]) {
    await expectOk(user.post(`/schedules/${call}`, { scheduleId, nominal }));
  }
  const { token, url } = await makeToken(user);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(url).toBe(`http://daybook.test${BASE_PATH}${CALENDAR_PATH}?token=${token}`);
  const answer = await readWith(token);
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect([answer.headers.get('Cache-Control'), answer.headers.get('Set-Cookie')]).toEqual(['private, no-cache', null]);
  const file = await answer.text();
  const days = daysIn(file);
  expect(days.slice(0, 3)).toEqual(['20261120', '20261219', '20261220']);
  expect([days.length, days.at(-1)]).toEqual([36, '20271120']);
  expect(file).toContain(`UID:${scheduleId}-2026-11-20@daybook\r\n`);
  expect(file).toContain('SUMMARY:Rent\r\n');
  expect(file).not.toContain('900');
});

test('has amounts where they were asked for', async () => {
  const user = await server.newUser();
  await addRent(user, { amount: { from: 10, to: 1234.5 } });
  const { token } = await makeToken(user, { amounts: true });
  expect(await textWith(token)).toContain('SUMMARY:Rent: $10.00 – $1\\,234.50\r\n');
});

test('begins with the day of the zone that the user named last', async () => {
  const user = await server.newUser();
  await addRent(user, { rule: { every: 1, unit: 'day', start: '2026-11-19' } }, { 'Time-Zone': 'Pacific/Auckland' });
  const { token } = await makeToken(user);
  expect(daysIn(await textWith(token))[0]).toBe('20261121');
});

test('is not sent again while nothing in it is new', async () => {
  const user = await server.newUser();
  const scheduleId = await addRent(user);
  const { token } = await makeToken(user);
  const etag = (await readWith(token)).headers.get('ETag') ?? '';
  server.clock.now = new Date('2026-11-20T13:00:00Z');
  const again = await readWith(token, { 'If-None-Match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  await expectOk(user.post('/schedules/skip', { scheduleId, nominal: '2026-11-21' }));
  expect((await readWith(token, { 'If-None-Match': etag })).status).toBe(200);
});

test('opens by the newest token alone, which ends when it is revoked, and with its user', async () => {
  const user = await server.newUser();
  await addRent(user);
  const old = (await makeToken(user, { amounts: true })).token;
  expect((await readWith(old)).status).toBe(200);
  const { token } = await makeToken(user);
  expect([(await readWith(old)).status, (await readWith(token)).status]).toEqual([404, 200]);
  expect(await textWith(token)).not.toContain('900');
  await expectOk(user.post('/schedules/revoke-calendar-token', {}));
  await expectOk(user.post('/schedules/revoke-calendar-token', {}));
  expect((await readWith(token)).status).toBe(404);

  const last = (await makeToken(user)).token;
  await expectOk(user.post('/users/delete-account', { password: user.password }));
  expect((await readWith(last)).status).toBe(404);
});

test('opens by nothing else, and its token opens nothing else', async () => {
  const user = await server.newUser();
  await addRent(user);
  const { token } = await makeToken(user);
  const wrong = ['', '?token=', `?token=${token}x`, `?token=${token}&token=${token}`, `?known=${token}`];
  const statuses = await Promise.all(wrong.map(async (query) => (await read(query)).status));
  expect(statuses).toEqual(wrong.map(() => 404));
  expect((await user.open(`${BASE_PATH}${CALENDAR_PATH}`)).status).toBe(404);
  const visitor = server.visitor();
  expect((await visitor.get(`/schedules?token=${token}`)).status).toBe(401);
  visitor.cookie = `daybook=${token}`;
  expect((await visitor.get('/schedules')).status).toBe(401);
});

test('is limited by address, and its token is in no log and in no table', async () => {
  const user = await server.newUser();
  const { token } = await makeToken(user);
  const address = { 'X-Forwarded-For': '10.4.0.1' };
  const answers = await Promise.all(Array.from({ length: 70 }, () => readWith(token, address)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
  const guesses = await Promise.all(
    Array.from({ length: 310 }, () =>
      readWith(randomBytes(32).toString('base64url'), { 'X-Forwarded-For': '10.4.0.2' }),
    ),
  );
  expect(guesses.filter(({ status }) => status === 404)).toHaveLength(300);
  expect(server.logged.filter((line) => line.includes(CALENDAR_PATH)).length).toBeGreaterThan(300);
  expect(server.logged.filter((line) => line.includes(token))).toEqual([]);
  const { rows } = await server.database.query(
    'SELECT t::text AS row FROM schedules.calendar_tokens t UNION ALL SELECT l::text FROM limits.tries l',
  );
  expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
});
