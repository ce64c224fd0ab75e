import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Unique values that must not appear in a log. */
const SECRET = {
  password: 'quincunx-password',
  newPassword: 'quincunx-another',
  title: 'quincunx-title',
  description: 'quincunx-description',
  name: 'quincunx-name',
};
const AMOUNT = 918_273.64;

async function everything(user: Caller): Promise<void> {
  await expectOk(user.post('/users/initial-deposit', { depositAmount: AMOUNT }));
  await expectOk(user.post('/transaction/create-expense', { title: SECRET.title, amount: AMOUNT, wallet: 'Bank' }));
  await user.post('/transaction/create-expense', { title: SECRET.title, amount: AMOUNT * 1000 + 0.001 });
  await user.post('/transaction/create-expense', `{"title": "${SECRET.title}", `);
  await user.get(`/transaction/get-transactions?before=${SECRET.title}`);
  await expectOk(
    user.post('/goals/create-goal', {
      ...SECRET,
      name: undefined,
      password: undefined,
      newPassword: undefined,
      finalAmount: AMOUNT,
    }),
  );
  await expectOk(user.post('/users/update-details', { name: SECRET.name, bio: SECRET.description }));
  await user.post('/users/update-password', { oldPassword: 'wrong', newPassword: SECRET.newPassword });
  await expectOk(
    user.post('/users/update-password', { oldPassword: SECRET.password, newPassword: SECRET.newPassword }),
  );
  await user.post('/users/login', { email: user.email, password: SECRET.password });
}

test('log lines have call and user, and no password, token, title, text or amount', async () => {
  const visitor = server.visitor();
  const email = 'quincunx@example.com';
  await expectOk(visitor.post('/users/register', { email, password: SECRET.password, fullName: SECRET.name }));
  const { headers, data } = await expectOk(visitor.post('/users/login', { email, password: SECRET.password }));
  const token = /daybook=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
  await everything(visitor);

  // An internal error is logged, and must not contain them either.
  await server.log.append(data._id, BigInt((await eventsOf(server, data._id)).length - 1), [
    { id: crypto.randomUUID(), type: 'ExpenseRecorded', data: { title: SECRET.title, amount: AMOUNT }, metadata: {} },
  ]);
  await settled(async () => server.logged.some((line) => line.includes('projection stalled')), Boolean);
  await server.database.query('ALTER TABLE projections.entries RENAME COLUMN date TO datum');
  expect((await visitor.get('/transaction/recent-transactions')).status).toBe(500);
  await server.database.query('ALTER TABLE projections.entries RENAME COLUMN datum TO date');

  const lines = server.logged.join('');
  expect(lines).toContain('/api/v1/transaction/create-expense');
  expect(lines).toContain(data._id);
  expect(token).not.toBe('');
  for (const secret of [...Object.values(SECRET), token, email, String(AMOUNT), String(AMOUNT * 100)]) {
    expect(lines).not.toContain(secret);
  }
});
