import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROBLEMS } from '#contract/problems.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ premium: 'everyone' });
});
afterAll(() => server.close());

test('where everyone has Premium, a new user has it and cannot pay for it', async () => {
  const user = await server.newUser();
  expect(await user.user()).toMatchObject({ isPaidUser: true, stripeSessionId: null });
  await user.post('/users/initial-deposit', { depositAmount: 100 });
  for (const path of [
    '/stats/get-income-expense-by-time-range',
    '/stats/get-by-category?from=2026-11-01&to=2026-11-30',
    '/ledger/explain?figure=expense:month:2026-11',
    '/ledger/what-changed?figure=expense:month:2026-11&from=0&to=0',
  ]) {
    const { status } = await user.get(path);
    expect([path, status]).toEqual([path, 200]);
  }
  const { status, problem } = await user.post('/pay/create-checkout');
  expect([status, problem?.code]).toEqual([PROBLEMS.already_paid.status, 'already_paid']);
});
