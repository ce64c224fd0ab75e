import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE_PATH, EXPORT_PATH } from '../../contract/addresses.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { exported } from '../support/unzipped.ts';
import { sent } from '../support/wire.ts';

/** More than all buffers of a connection hold. */
const RECEIPT_BYTES = 12 * 1024 * 1024;

let server: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** A user with a receipt that is too large for the buffers of a connection. */
async function userOfMuch(): Promise<Caller> {
  const user = await server.newUser();
  const expense = { title: 'Kiln', amount: '3', wallet: 'Bank', date: '2026-03-14' };
  const form = formOf(expense, 'receipt', await plainImage(8, 8));
  await expectOk(user.postForm('/transaction/create-expense', form));
  await server.database.query('UPDATE files.images SET bytes = $2 WHERE user_id = $1', [
    user.userId,
    randomBytes(RECEIPT_BYTES),
  ]);
  return user;
}

/** Begins an export, and takes some 20 KB/s of it, until it is cut off. */
async function begun({ cookie }: Caller): Promise<void> {
  const head = `GET ${BASE_PATH}${EXPORT_PATH} HTTP/1.1\r\nHost: daybook\r\nCookie: ${cookie}\r\n\r\n`;
  const socket = await sent(server.origin, head);
  sockets.push(socket);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const timer = setInterval(() => socket.read(4_000), 200);
  socket.on('close', () => clearInterval(timer)).on('error', () => {});
}

test('slow clients do not delay the export of a small ledger', async () => {
  for (const user of await Promise.all([1, 2, 3].map(userOfMuch))) await begun(user);
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 10 }));
  expect(await exported(user)).toHaveProperty('size', 8);
  expect(sockets.filter(({ closed }) => closed)).toEqual([]);
});

test('slow clients are cut off while others wait', async () => {
  expect(await exported(await userOfMuch())).toHaveProperty('size', 9);
});
