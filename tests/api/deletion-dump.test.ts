import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishDeletions } from '#api/identity/deletion.ts';
import { scavengeOf } from '#tools/embedded/eventstore/testing/scavenge.ts';
import { expectOk } from '../support/caller.ts';
import { dumpOf } from '../support/dump.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let client: EventStoreDBClient;
beforeAll(async () => {
  server = await openTestServer();
  client = EventStoreDBClient.connectionString(server.eventStoreUrl);
});
afterAll(() => server.close());

/** Words and amounts that occur nowhere else. */
const SECRETS = ['Zanzibar trip', 'Quokka fund', 'Marmoset', '7346.19', '734619', '8812.44', '881244', 'Petunia'];

/** The secrets found in the event store's responses or in a dump of either database. */
async function found(): Promise<string[]> {
  const all = await Array.fromAsync(client.readAll());
  const eventsText = JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  const text = [eventsText, await dumpOf(server.databaseUrl), await dumpOf(server.eventsDatabaseUrl)].join('\n');
  return SECRETS.filter((secret) => text.includes(secret));
}

test('after a deletion and a scavenge, no call and no dump contains data of the account', async () => {
  const user = await server.newUser();
  const other = await server.newUser();
  await expectOk(user.post('/users/update-details', { name: 'Petunia', bio: 'Likes Marmosets' }));
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 7346.19 }));
  await expectOk(user.post('/transaction/create-expense', { title: 'Zanzibar trip', amount: 8812.44, wallet: 'Bank' }));
  await expectOk(user.post('/goals/create-goal', { title: 'Quokka fund', finalAmount: 8812.44 }));
  await expectOk(user.post('/feedback/create-feedback', { rating: '1-star', description: 'Petunia says goodbye' }));
  await expectOk(other.post('/transaction/create-income', { title: 'Stays', amount: 12.34 }));
  expect(await found()).toEqual(
    expect.arrayContaining(['Zanzibar trip', 'Quokka fund', '734619', '881244', 'Petunia']),
  );

  await expectOk(user.post('/users/delete-account', { password: user.password }));
  await settled(
    async () => {
      await finishDeletions(server.services);
      return await server.database.query('SELECT FROM identity.users WHERE user_id = $1', [user.userId]);
    },
    ({ rowCount }) => rowCount === 0,
  );
  expect(await found()).toEqual(expect.arrayContaining(['Zanzibar trip']));
  await scavengeOf(Number(new URL(server.eventStoreUrl).port), client);
  expect(await found()).toEqual([]);

  await server.database.query('DROP SCHEMA projections CASCADE');
  await server.restartWorker();
  expect((await other.user()).currentBalance).toBe(12.34);
});
