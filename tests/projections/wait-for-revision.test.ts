import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.worker.resume());
afterAll(() => server.close());

async function depositor(): Promise<string> {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 5 }));
  return user.userId;
}

test('resolves at once for a reached revision, and times out for a later one', async () => {
  const { waiters } = server.services;
  const userId = await depositor();
  const [reached, later, nobody] = [
    waiters.wait(userId, 0n, 5_000),
    waiters.wait(userId, 1n, 400),
    waiters.wait('nobody', 0n, 400),
  ];
  waiters.hint();
  expect(await Promise.all([reached, later, nobody])).toEqual([true, false, false]);
});

test('polls the database without a notification', async () => {
  expect(await server.services.waiters.wait(await depositor(), 0n, 5_000)).toBe(true);
});

test('resolves when the worker reaches the revision, also after notifications for other ledgers', async () => {
  const { waiters } = server.services;
  const userId = await depositor();
  const other = await server.newUser();
  let gone = false;
  const waiting = waiters.wait(userId, 1n, 20_000).then((reached) => {
    gone = true;
    return reached;
  });
  await expectOk(other.post('/users/initial-deposit', { depositAmount: 5 }));
  expect(gone).toBe(false);
  const metadata = { commandId: 'c', inputHash: 'h', recordedAt: '2026-11-20T18:30:00.000Z', version: 1 };
  const data = { income: 5, expense: 5 };
  await server.log.append(userId, 0n, [{ id: crypto.randomUUID(), type: 'MonthlyFiguresSet', data, metadata }]);
  expect(await waiting).toBe(true);
});
