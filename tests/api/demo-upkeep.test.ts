import { afterAll, beforeEach, expect, test } from 'vitest';
import { type DemoUser, ensureDemoUser, findDemoUser, resetDemoUser } from '#api/demo/demo-user.ts';
import { restoreDemoUserIfDue } from '#api/demo/upkeep.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import type { TransactionsResponse } from '#contract/transaction-calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { noise } from '../support/images.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const START = new Date('2026-11-20T12:00:00Z');
const OWN = { fullName: 'Clara Whitfield', bio: 'Nurse by day, potter by night.', avatar: null, currency: '$' };

const server: TestServer = await openTestServer();
let demo: Caller;
let user: DemoUser;
let userId: string;
afterAll(() => server.close());

/** Each test begins right after a reset. */
beforeEach(async () => {
  at(0);
  await ensureDemoUser(server.services);
  user = (await findDemoUser(server.services)) as DemoUser;
  userId = user.userId;
  await caughtUp((await resetDemoUser(server.services, user)).revision);
  demo = server.visitor();
  await expectOk(demo.post('/users/login', { email: DEMO_EMAIL, password: DEMO_PASSWORD }));
});

/** Sets the clock to `minutes` after the reset. */
function at(minutes: number): void {
  server.clock.now = new Date(START.getTime() + minutes * MINUTE_MS);
}

async function upkeepAt(minutes: number): Promise<void> {
  at(minutes);
  await restoreDemoUserIfDue(server.services);
}

async function caughtUp(revision: bigint): Promise<void> {
  expect(await server.services.waiters.wait(userId, revision, 20_000)).toBe(true);
}

const revisions = async (after = -1n) =>
  (await Array.fromAsync(server.log.readAfter(userId, after))).map(({ type, revision }) => ({ type, revision }));
const lastRevision = async () => (await server.log.readBefore(userId, null, 1))[0]?.revision ?? 0n;
/** Revision of the last reset. */
const lastReset = async () => (await revisions()).findLast(({ type }) => type === 'LedgerReset')?.revision;
const enter = (title: string) => expectOk(demo.post('/transaction/create-income', { title, amount: 5 }));
const titles = async () => {
  await caughtUp(await lastRevision());
  const { data } = await expectOk(demo.get<TransactionsResponse>('/transaction/get-transactions'));
  return data.transactions.map(({ title }) => title);
};
const rename = (name: string) => expectOk(demo.post('/users/update-details', { name, bio: 'else' }));
const avatar = async () =>
  (await expectOk(demo.postForm('/users/upload-avatar', formOf({}, 'avatar', await noise(20))))).data.avatar ?? '';
const isThere = async (address: string) => (await demo.open(address)).status === 200;
const images = async () => {
  const { rows } = await server.database.query('SELECT FROM files.images WHERE user_id = $1', [userId]);
  return rows.length;
};

test('a changed profile is restored after 15 minutes, and the ledger stays', async () => {
  await upkeepAt(5);
  await rename('Somebody');
  await expectOk(demo.post('/users/update-currency', { newCurrency: '€' }));
  await expectOk(demo.post('/users/update-date', { date: '2000-01-01' }));
  await expectOk(demo.post('/users/update-date-order', { dateOrder: 'mdy' }));
  await expectOk(demo.post('/users/update-calendar', { weekStart: 7 }));
  await expectOk(demo.post('/users/update-word-list', { usesWordList: false }));
  const address = await avatar();
  await enter('Found');
  await upkeepAt(6);
  await upkeepAt(15);
  expect(await demo.user()).toMatchObject({ fullName: 'Somebody', currency: '€', avatar: address });
  // A second change doesn't extend the time.
  await rename('Somebody else');
  await upkeepAt(20);
  expect(await demo.user()).toMatchObject({ ...OWN, ...{ dateOfBirth: '1991-04-17', dateOrder: null } });
  expect(await demo.user()).toMatchObject({ weekStart: null, usesWordList: true });
  expect(await titles()).toContain('Found');
  expect(await isThere(address)).toBe(false);

  await rename('Again');
  await upkeepAt(21);
  await upkeepAt(34);
  expect((await demo.user()).fullName).toBe('Again');
  await upkeepAt(35);
  expect((await demo.user()).fullName).toBe('Clara Whitfield');
});

test('the demo user is reset a day after the last reset, with samples up to that day', async () => {
  await enter('Found');
  await upkeepAt(1);
  await upkeepAt(DAY_MINUTES - 1);
  expect(await titles()).toContain('Found');
  await rename('Somebody');
  await upkeepAt(DAY_MINUTES);
  const { data } = await expectOk(demo.get<TransactionsResponse>('/transaction/get-transactions'));
  expect(await titles()).not.toContain('Found');
  expect(data.transactions.every(({ date }) => date <= '2026-11-21')).toBe(true);
  expect(await demo.user()).toMatchObject(OWN);
  const reset = await lastReset();
  await upkeepAt(DAY_MINUTES + 1);
  await upkeepAt(2 * DAY_MINUTES - 1);
  expect(await lastReset()).toBe(reset);
  await upkeepAt(2 * DAY_MINUTES);
  expect(await lastReset()).toBeGreaterThan(reset ?? 0n);
});

test('a due reset waits until the ledger has been quiet', async () => {
  await upkeepAt(DAY_MINUTES - 10);
  await enter('Mine');
  await upkeepAt(DAY_MINUTES - 5);
  await upkeepAt(DAY_MINUTES);
  await upkeepAt(DAY_MINUTES + 9);
  expect(await titles()).toContain('Mine');
  await upkeepAt(DAY_MINUTES + 10);
  expect(await titles()).not.toContain('Mine');
});

test('a due reset waits at most three hours', async () => {
  const last = await lastRevision();
  let minutes = DAY_MINUTES - 10;
  for (; minutes < DAY_MINUTES + 180; minutes += 10) {
    at(minutes);
    await enter('Mine');
    await upkeepAt(minutes);
    expect((await revisions(last)).map(({ type }) => type)).not.toContain('LedgerReset');
  }
  const before = await lastReset();
  await enter('Mine');
  await upkeepAt(minutes);
  expect(await lastReset()).toBeGreaterThan(before ?? 0n);
});

test('several processes reset the demo user once', async () => {
  const last = await lastRevision();
  at(DAY_MINUTES);
  await Promise.all(Array.from({ length: 4 }, () => restoreDemoUserIfDue(server.services)));
  expect((await revisions())[0]).toEqual({ type: 'LedgerReset', revision: last + 1n });
  expect((await revisions()).filter(({ type }) => type === 'LedgerReset')).toHaveLength(1);
});

test('no reset runs beside a manual one', async () => {
  const last = await lastRevision();
  at(DAY_MINUTES);
  const appending = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const append: typeof server.log.append = async (user, after, events) => {
    appending.resolve();
    await goOn.promise;
    return await server.log.append(user, after, events);
  };
  const byHand = resetDemoUser({ ...server.services, log: { ...server.log, append } }, user);
  await appending.promise;
  await restoreDemoUserIfDue(server.services);
  goOn.resolve();
  await byHand;
  await restoreDemoUserIfDue(server.services);
  expect((await revisions())[0]).toEqual({ type: 'LedgerReset', revision: last + 1n });
});

test('a manual reset restarts the interval', async () => {
  at(DAY_MINUTES - 60);
  await caughtUp((await resetDemoUser(server.services, user)).revision);
  const reset = await lastReset();
  await upkeepAt(DAY_MINUTES);
  expect(await lastReset()).toBe(reset);
});

test('unreferenced uploads are deleted', async () => {
  const form = formOf({ title: 'Bowls', amount: '5' }, 'receipt', await noise(20));
  await expectOk(demo.postForm('/transaction/create-income', form));
  const old = await avatar();
  const used = await avatar();
  await upkeepAt(4);
  // With the two receipts that the demo begins with.
  expect(await images()).toBe(5);
  await upkeepAt(6);
  expect([await images(), await isThere(old), await isThere(used)]).toEqual([4, false, true]);
  await caughtUp((await resetDemoUser(server.services, user)).revision);
  await upkeepAt(7);
  expect(await images()).toBe(2);
});

test('an interrupted reset is repeated', async () => {
  const broken = { ...server.services, log: { ...server.log, append: () => Promise.reject(new Error('killed')) } };
  await rename('Somebody');
  at(DAY_MINUTES);
  await expect(restoreDemoUserIfDue(broken)).rejects.toThrow('killed');
  expect((await demo.user()).fullName).toBe('Somebody');
  await upkeepAt(DAY_MINUTES + 1);
  expect((await demo.user()).fullName).toBe('Clara Whitfield');
});

test('does nothing without a demo user', async () => {
  await server.database.query('UPDATE identity.users SET is_demo = false WHERE user_id = $1', [userId]);
  const before = await lastReset();
  await upkeepAt(DAY_MINUTES);
  expect(await lastReset()).toBe(before);
  await server.database.query('UPDATE identity.users SET is_demo = true WHERE user_id = $1', [userId]);
});

test('who logs in after a visitor has gone finds the demo as it was', async () => {
  // Other tests have sessions of later days.
  await server.database.query('DELETE FROM identity.sessions WHERE seen_at > $1', [server.clock.now]);
  const loginAt = async (minutes: number) => {
    at(minutes);
    await expectOk(server.visitor().post('/users/login', { email: DEMO_EMAIL, password: DEMO_PASSWORD }));
    return titles();
  };
  at(5);
  await enter('Planted');
  // The visitor looks on, and writes nothing.
  at(25);
  await expectOk(demo.get('/ledger/views'));
  expect(await loginAt(29)).toContain('Planted');
  // Somebody uses it until the 29th minute.
  expect(await loginAt(38)).toContain('Planted');
  at(49);
  expect(await loginAt(49)).not.toContain('Planted');
  expect((await revisions())[0]?.type).toBe('LedgerReset');
});

test('a command that is under way while it is reset is refused', async () => {
  const { commandMutex } = server.services;
  const gate = Promise.withResolvers<void>();
  const held = commandMutex.run(user.ledgerId, () => gate.promise);
  const reset = resetDemoUser(server.services, user);
  await expect.poll(() => commandMutex.waiting).toBe(1);
  const planted = demo.post('/transaction/create-income', { title: 'Planted', amount: 5 });
  await expect.poll(() => commandMutex.waiting).toBe(2);
  gate.resolve();
  await Promise.all([held, reset]);
  expect((await planted).problem.code).toBe('busy');
  expect(await titles()).not.toContain('Planted');
});
