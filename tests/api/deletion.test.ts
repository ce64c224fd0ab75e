import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { finishDeletions } from '#api/identity/deletion.ts';
import { LedgerErased } from '#event-log/errors.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';
import { settled } from '../support/settled.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.worker.resume());
afterAll(() => server.close());

async function newUserWithData(): Promise<Caller> {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 100 }));
  await expectOk(user.post('/transaction/create-expense', { title: 'Secret', amount: 5 }));
  await expectOk(user.post('/schedules/make-calendar-token', {}));
  await expectOk(user.post('/feedback/create-feedback', { rating: '1-star', description: 'Goodbye' }));
  await expectOk(user.postForm('/users/upload-avatar', formOf({}, 'avatar', await plainImage(20, 20), 'me.jpg')));
  return user;
}

const TABLES = [
  'identity.users',
  'identity.sessions',
  'identity.totp',
  'identity.recovery_codes',
  'identity.oidc_identities',
  'identity.tokens',
  'identity.passkeys',
  'identity.tickets',
  'identity.security_events',
  'proposals.proposals',
  'webhooks.webhooks',
  'schedules.calendar_tokens',
  'feedback.entries',
  'files.images',
  'projections.ledgers',
  'projections.entries',
  'projections.past_entries',
  'projections.statistics',
  'projections.change_sets',
  'projections.events',
  'projections.receipts',
];

/** The tables that still hold a row of the user. */
async function traces(userId: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of TABLES) {
    const { rows } = await server.database.query(
      `SELECT FROM ${table} WHERE ${table.startsWith('projections.') ? 'ledger_id' : 'user_id::text'} = $1`,
      [userId],
    );
    if (rows.length > 0) found.push(table);
  }
  return found;
}

/** Does what the API does periodically. */
const gone = (userId: string) =>
  settled(
    async () => {
      await finishDeletions(server.services);
      return await traces(userId);
    },
    (left) => left.length === 0,
  );

test('a deleted account leaves no row, no session, no ledger, and its email is free', async () => {
  const user = await newUserWithData();
  const kept = user.copy();
  expect((await expectOk(user.post('/users/delete-account', { password: user.password }))).data).toEqual({});
  expect((await kept.get('/users/get-current-user')).problem.code).toBe('session_required');
  expect((await kept.post('/transaction/create-income', { title: 'x', amount: 5 })).status).toBe(401);
  const { email, password } = user;
  expect((await server.visitor().post('/users/login', { email, password })).status).toBe(404);
  await gone(user.userId);
  await expect(eventsOf(server, user.userId)).rejects.toThrow(LedgerErased);

  const again = server.visitor();
  await expectOk(again.post('/users/register', { email, password, fullName: 'New' }));
  const { data } = await expectOk(again.post('/users/login', { email, password }));
  expect(data).toMatchObject({ currentBalance: 0, transactionCount: 0 });
});

test('the wrong password deletes nothing', async () => {
  const user = await newUserWithData();
  const refused = await user.post('/users/delete-account', { password: 'wrong' });
  expect([refused.status, refused.problem.errors]).toEqual([422, { password: 'Incorrect password' }]);
  expect(refused.headers.get('Clear-Site-Data')).toBeNull();
  expect((await user.user()).transactionCount).toBe(1);
});

test('an account without any event can be deleted', async () => {
  const user = await server.newUser();
  const { headers } = await expectOk(user.post('/users/delete-account', { password: user.password }));
  expect(headers.get('Clear-Site-Data')).toBe('"cache"');
  await gone(user.userId);
});

test('the user row is deleted after the worker has deleted its rows, also after an interruption', async () => {
  const user = await newUserWithData();
  server.worker.pause();
  await expectOk(user.post('/users/delete-account', { password: user.password }));
  await finishDeletions(server.services);
  expect(await traces(user.userId)).toContain('identity.users');
  server.worker.resume();
  await gone(user.userId);
});
