import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paced } from '#api/commands/pace.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import { encode } from '#ledger/log/codec.ts';
import { earned } from '#ledger/testing/scenario.ts';
import { expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.worker.resume());

/** Whether a promise is settled within some milliseconds. */
const isSettled = async (promise: Promise<unknown>, ms: number) =>
  await Promise.race([promise.then(() => true), pause(ms, false)]);

test('a piece waits until the read model lacks 2,000 events, and none after the first wait in vain', async () => {
  const ledgerId = randomUUID();
  const recording = { commandId: 'import', inputHash: 'hash', recordedAt: '2026-11-20T18:30:00.000Z' };
  const { waiters } = server.services;
  const beforePiece = paced(waiters, ledgerId);
  await beforePiece(1, -1n);
  expect(await isSettled(beforePiece(1, 1_999n), 1_000)).toBe(true);
  const next = beforePiece(1, 2_000n);
  expect(await isSettled(next, 300)).toBe(false);
  await server.log.append(ledgerId, -1n, [{ id: randomUUID(), ...encode(earned(1), recording) }]);
  expect(await isSettled(next, 1_500)).toBe(true);
  expect(await isSettled(beforePiece(1, 2_000n), 1_000)).toBe(true);
  const inVain = beforePiece(1, 2_001n);
  expect(await isSettled(inVain, 1_500)).toBe(false);
  await inVain;
  expect(await isSettled(beforePiece(1, 100_000n), 1_000)).toBe(true);
});

test('while no worker applies events, an import leads by 2,000, and is recorded two seconds later', async () => {
  const rows = 4_000;
  const lines = Array.from({ length: rows }, (_, at) => `2026-11-${10 + (at % 10)},Shop ${at},-1.00`);
  const user = await server.newUser();
  const form = new FormData();
  form.set('file', new File([['Date,Payee,Amount', ...lines].join('\n')], 'bank.csv'));
  const { importId } = (await expectOk(user.postForm<ImportPreview>('/import/preview', form))).data;
  const newest = async () => Number((await server.log.readBefore(user.userId, null, 1))[0]?.revision ?? -1);
  server.worker.pause();
  const committing = expectOk(user.post('/import/commit', { importId }));
  let before = -2;
  for (let now = await newest(); now < 2_000 || now !== before; now = await newest()) {
    before = now;
    await pause(200);
  }
  // A piece has less than a thousand.
  expect(before).toBeLessThan(3_000);
  await committing;
  expect(await newest()).toBe(rows);
});
