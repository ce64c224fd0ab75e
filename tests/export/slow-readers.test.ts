import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE_PATH, EXPORT_PATH } from '#contract/addresses.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { exported } from '../support/unzipped.ts';
import { sent } from '../support/wire.ts';

/** Together more than all buffers of a connection hold. */
const RECEIPTS = 3;
const RECEIPT_BYTES = 4 * 1024 * 1024;

let server: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** A user with receipts that are too large for the buffers of a connection. */
async function userOfMuch(): Promise<Caller> {
  const user = await server.newUser();
  const expense = { title: 'Kiln', amount: '3', wallet: 'Bank', date: '2026-03-14' };
  for (let at = 0; at < RECEIPTS; at += 1) {
    const form = formOf(expense, 'receipt', await plainImage(8, 8));
    await expectOk(user.postForm('/transaction/create-expense', form));
  }
  await server.database.query(
    `UPDATE files.images SET bytes = (SELECT string_agg(sha256(at::text::bytea), '') FROM generate_series(1, $2) at)
     WHERE user_id = $1`,
    [user.userId, RECEIPT_BYTES / 32],
  );
  return user;
}

/** Begins an export, and takes some 200 KB/s of it, which is too slow while others wait. */
async function begun({ cookie }: Caller): Promise<void> {
  const head = `GET ${BASE_PATH}${EXPORT_PATH} HTTP/1.1\r\nHost: daybook\r\nCookie: ${cookie}\r\n\r\n`;
  const socket = await sent(server.origin, head);
  sockets.push(socket);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const timer = setInterval(() => socket.read(40_000), 200);
  socket.on('close', () => clearInterval(timer)).on('error', () => {});
}

test('slow clients do not delay the export of a small ledger', async () => {
  for (const user of await Promise.all([1, 2, 3].map(userOfMuch))) await begun(user);
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 10 }));
  expect(await exported(user)).toHaveProperty('size', 10);
  for (const { closed, bytesRead } of sockets) {
    expect(closed).toBe(false);
    expect(bytesRead).toBeLessThan(RECEIPTS * RECEIPT_BYTES);
  }
});

test('slow clients are cut off while others wait', async () => {
  expect(await exported(await userOfMuch())).toHaveProperty('size', 13);
});
