import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sweep } from '#api/files/sweep.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { noise } from '../support/images.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => {
  server.worker.resume();
  server.clock.now = null;
});
afterAll(() => server.close());

const later = (minutes: number) => {
  server.clock.now = new Date(server.services.now().getTime() + minutes * MINUTE_MS);
};

async function upload(user: Caller, path: string, field: string, photo?: Buffer, fields = {}): Promise<string> {
  const { data } = await expectOk(user.postForm(path, formOf(fields, field, photo ?? (await noise(20)))));
  return (field === 'avatar' ? data.avatar : data.transactionHistory.at(-1)?.receipt) ?? 'none';
}

const avatar = (user: Caller, photo?: Buffer) => upload(user, '/users/upload-avatar', 'avatar', photo);
const receipt = (user: Caller) =>
  upload(user, '/transaction/create-income', 'receipt', undefined, { title: 'Bowls', amount: '5' });

const isThere = async (user: Caller, address: string) => (await user.open(address)).status === 200;

test('unreferenced images are deleted after an hour, referenced ones are kept', async () => {
  const user = await server.newUser();
  const orphan = await avatar(user);
  const used = await avatar(user);
  const kept = await receipt(user);
  const deleted = await receipt(user);
  const [, last] = (await user.user()).transactionHistory;
  await expectOk(user.post('/transaction/delete-transaction', { transactionId: last?._id }));
  const all = async () => await Promise.all([orphan, used, kept, deleted].map((address) => isThere(user, address)));

  later(59);
  expect(await sweep(server.services)).toBe(0);
  expect(await all()).toEqual([true, true, true, true]);
  later(2);
  // The deletion may be undone.
  expect(await sweep(server.services)).toBe(1);
  expect(await all()).toEqual([false, true, true, true]);
});

test('a repeated upload keeps the image for another hour', async () => {
  const user = await server.newUser();
  const portrait = await noise(20);
  const address = await avatar(user, portrait);
  later(50);
  expect(await avatar(user, portrait)).toBe(address);
  await server.database.query('UPDATE identity.users SET avatar_id = NULL WHERE user_id = $1', [user.userId]);
  later(50);
  await sweep(server.services);
  expect(await isThere(user, address)).toBe(true);
});

test('a receipt referenced only in the log is kept while the read model lags', async () => {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 5 }));
  server.worker.pause();
  const address = await receipt(user);
  later(24 * 60);
  await sweep(server.services);
  server.worker.resume();
  await settled(
    async () => (await user.user()).transactionCount,
    (count) => count === 1,
  );
  expect(await isThere(user, address)).toBe(true);
});

test('deletes nothing before read models exist', async () => {
  const user = await server.newUser();
  const orphan = await avatar(user);
  await avatar(user);
  later(61);
  await server.worker.stop();
  await server.database.query('ALTER SCHEMA projections RENAME TO away');
  expect(await sweep(server.services)).toBe(0);
  await server.database.query('ALTER SCHEMA away RENAME TO projections');
  await server.restartWorker();
  expect(await isThere(user, orphan)).toBe(true);
});

test('only one process sweeps at a time', async () => {
  const user = await server.newUser();
  await avatar(user);
  await avatar(user);
  later(61);
  const reading = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slowLog: EventLog = {
    ...server.log,
    readAfter: async function* (userId, revision) {
      reading.resolve();
      await goOn.promise;
      yield* server.log.readAfter(userId, revision);
    },
  };
  const first = sweep({ ...server.services, log: slowLog });
  await reading.promise;
  const second = await sweep(server.services);
  goOn.resolve();
  expect(second).toBe(0);
  expect(await first).toBeGreaterThan(0);
});

test('images of an erased ledger are deleted', async () => {
  const user = await server.newUser();
  const address = await receipt(user);
  await server.log.erase(user.userId);
  await settled(
    async () => (await user.user()).transactionCount,
    (count) => count === 0,
  );
  later(61);
  await sweep(server.services);
  expect(await isThere(user, address)).toBe(false);
});
