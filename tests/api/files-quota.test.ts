import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sweep } from '#api/files/sweep.ts';
import type { User } from '#contract/user.ts';
import { type Answer, type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { noise } from '../support/images.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

const MINUTE_MS = 60_000;
const CREATE = '/transaction/create-income';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => {
  server.clock.now = null;
});
afterAll(() => server.close());

const later = (minutes: number) => {
  server.clock.now = new Date(server.services.now().getTime() + minutes * MINUTE_MS);
};

/** The number of a user's stored images and their size in bytes. */
async function stored({ userId }: Caller): Promise<{ bytes: number; images: number }> {
  const { rows } = await server.database.query(
    'SELECT coalesce(sum(length(bytes)), 0)::int AS bytes, count(*)::int AS images FROM files.images WHERE user_id = $1',
    [userId],
  );
  return rows[0];
}

const withReceipt = (user: Caller, photo: Buffer, headers: Record<string, string> = {}): Promise<Answer<User>> =>
  user.postForm(CREATE, formOf({ title: 'Bowls', amount: '5' }, 'receipt', photo), headers);

/** A user whose quota allows `images` images of this size. */
async function userWithRoomFor(images: number, photo: Buffer): Promise<Caller> {
  const measuring = await server.newUser();
  await expectOk(withReceipt(measuring, photo));
  const { bytes } = await stored(measuring);
  // Images of the same dimensions differ a little in bytes.
  server.services.imageQuota.userBytes = Math.round(bytes * (images + 0.5));
  return await server.newUser();
}

test('an image beyond the quota is refused with an error at its field, and nothing is stored', async () => {
  const photo = await noise(200);
  const user = await userWithRoomFor(1, photo);
  await expectOk(withReceipt(user, photo));
  const before = await stored(user);
  const refused = await withReceipt(user, await noise(200));
  expect([refused.status, refused.problem.code]).toEqual([413, 'quota_exceeded']);
  const sentence = 'Your receipts and avatar take up all the space they may';
  expect([refused.problem.title, refused.problem.errors]).toEqual([sentence, { receipt: sentence }]);
  const avatar = await user.postForm('/users/upload-avatar', formOf({}, 'avatar', await noise(200)));
  expect([avatar.status, avatar.problem.errors]).toEqual([413, { avatar: sentence }]);
  expect(await stored(user)).toEqual(before);
  expect(await eventsOf(server, user.userId)).toHaveLength(1);
  expect((await user.user()).avatar).toBeNull();
  // Requests without an image still work, and other users are unaffected.
  await expectOk(user.post(CREATE, { title: 'Bowls', amount: 5 }));
  await expectOk(withReceipt(await server.newUser(), photo));
});

test('concurrent uploads do not exceed the quota together', async () => {
  const photos = await Promise.all(Array.from({ length: 8 }, () => noise(200)));
  const user = await userWithRoomFor(3, photos[0] as Buffer);
  const elsewhere = await server.visitorElsewhere();
  elsewhere.cookie = user.cookie;
  // Between the check of the quota and the insert.
  await server.database.query(`
    CREATE FUNCTION files.slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END';
    CREATE TRIGGER slow BEFORE INSERT ON files.images FOR EACH ROW EXECUTE FUNCTION files.slow()`);
  const answers = await Promise.all(photos.map((photo, at) => withReceipt(at % 2 ? user : elsewhere, photo)));
  await server.database.query('DROP FUNCTION files.slow CASCADE');
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ problem }) => problem.code === 'quota_exceeded')).toHaveLength(5);
  expect((await stored(user)).images).toBe(3);
});

test('a repeated command with a stored image succeeds', async () => {
  const photo = await noise(200);
  const user = await userWithRoomFor(1, photo);
  const key = { 'Idempotency-Key': randomUUID() };
  const first = await expectOk(withReceipt(user, photo, key));
  expect((await expectOk(withReceipt(user, photo, key))).data).toEqual(first.data);
});

test('the receipt of a deleted transaction counts, since the deletion may be undone', async () => {
  const photo = await noise(200);
  const user = await userWithRoomFor(1, photo);
  const { data } = await expectOk(withReceipt(user, photo));
  await expectOk(user.post('/transaction/delete-transaction', { transactionId: data.transactionHistory[0]?._id }));
  later(6);
  expect((await withReceipt(user, await noise(200))).problem.code).toBe('quota_exceeded');
  expect((await stored(user)).images).toBe(1);
});

test('images of rejected commands are deleted to make room, referenced ones are not', async () => {
  const photo = await noise(200);
  const user = await userWithRoomFor(2, photo);
  await expectOk(withReceipt(user, photo));
  const tooMuch = formOf({ title: 'Bowls', amount: '500' }, 'receipt', await noise(200));
  expect((await user.postForm('/transaction/create-expense', tooMuch)).problem.code).toBe('not_enough_balance');
  later(6);
  await expectOk(withReceipt(user, await noise(200)));
  later(6);
  expect((await withReceipt(user, await noise(200))).problem.code).toBe('quota_exceeded');
  for (const { receipt } of (await user.user()).transactionHistory) {
    expect((await user.open(receipt ?? '')).status).toBe(200);
  }
});

test('swept images do not count', async () => {
  const photo = await noise(200);
  const user = await userWithRoomFor(1, photo);
  const rejected = formOf({ title: 'Bowls', amount: '500' }, 'receipt', photo);
  expect((await user.postForm('/transaction/create-expense', rejected)).problem.code).toBe('not_enough_balance');
  later(61);
  await sweep(server.services);
  expect((await stored(user)).images).toBe(0);
  await expectOk(withReceipt(user, await noise(200)));
});

test('the demo user has a separate quota', async () => {
  const photo = await noise(200);
  const user = await userWithRoomFor(3, photo);
  server.services.imageQuota.demoBytes = Math.round(server.services.imageQuota.userBytes / 2);
  await server.database.query('UPDATE identity.users SET is_demo = true WHERE user_id = $1', [user.userId]);
  await expectOk(withReceipt(user, photo));
  expect((await withReceipt(user, await noise(200))).problem.code).toBe('quota_exceeded');
});
