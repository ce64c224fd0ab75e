import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { User } from '#contract/user.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
/** Two clients of one user, each of an API of its own. */
let here: Caller;
let there: Caller;

beforeAll(async () => {
  server = await openTestServer();
  here = await server.newUser();
  there = here.at((await server.visitorElsewhere()).origin);
});
afterAll(() => server.close());

/** The user as an API answers that has kept nothing. */
async function unkept(): Promise<User> {
  return (await here.at((await server.visitorElsewhere()).origin).get<User>('/users/get-current-user')).data;
}

const current = async (caller: Caller) => (await caller.get<User>('/users/get-current-user')).data;
const spend = (caller: Caller, date: string, key = randomUUID()) =>
  caller.post<User>(
    '/transaction/create-expense',
    { title: 'Tea', amount: 1, wallet: 'Bank', date },
    { 'Idempotency-Key': key },
  );
/** A day of July 2026 by its number. */
const july = (day: number) => `2026-07-${String(day).padStart(2, '0')}`;

test('each command of two APIs in turn is answered with the books as they are, and read at once at the other', async () => {
  await here.post('/users/initial-deposit', { depositAmount: 10_000 });
  const callers = [here, there] as const;
  const ids: string[] = [];
  /**
   * The actions of a person, in turn: more transactions than a view lists, which are moved, deleted and brought back.
   */
  const actions: ((caller: Caller, turn: number) => Promise<Answer<User>>)[] = [
    (caller, turn) => spend(caller, july(1 + (turn % 28))),
    (caller, turn) => spend(caller, july(28 - (turn % 28))),
    (caller) =>
      caller.post('/transaction/create-income', { title: 'Pay', amount: 9, date: july(15), category: 'Salary' }),
    (caller) => caller.post('/transaction/delete-transaction', { transactionId: ids.at(-1) }),
    (caller, turn) =>
      caller.post('/transaction/update-transaction', {
        transactionId: ids[turn % ids.length],
        date: july(1 + (turn % 5)),
      }),
    (caller, turn) => caller.post('/transaction/update-transaction', { transactionId: ids[0], title: `Tea ${turn}` }),
    (caller, turn) => caller.post('/goals/create-goal', { title: `Bike ${turn}`, finalAmount: 5, category: 'Travel' }),
    (caller) => spend(caller, july(20)),
  ];
  for (let turn = 0; turn < 160; turn += 1) {
    const caller = callers[turn % 3 === 0 ? 1 : 0] as Caller;
    const answer = await (actions[turn % actions.length] as (typeof actions)[number])(caller, turn);
    const { status } = answer;
    const { goal: _, ...data } = answer.data as User & { goal?: unknown };
    expect(status, `turn ${turn}: ${JSON.stringify(answer.problem)}`).toBe(200);
    const [other, same] = [await current(callers[turn % 3 === 0 ? 0 : 1] as Caller), await current(caller)];
    expect(other, `turn ${turn}`).toEqual(data);
    expect(same).toEqual(data);
    if (turn % 4 === 0) expect(await unkept(), `turn ${turn}`).toEqual(data);
    ids.splice(0, ids.length, ...data.transactionHistory.map(({ _id }) => _id));
  }
  expect((await loadLedgerView(server.database, here.userId)).transactionCount).toBeGreaterThan(55);
});

test('a key that the other API has taken is not carried out again', async () => {
  const before = (await current(here)).transactionCount;
  for (let round = 0; round < 20; round += 1) {
    const key = randomUUID();
    const answers = await Promise.all([
      spend(here, july(3), key),
      spend(there, july(3), key),
      spend(here, july(3), key),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  expect((await current(there)).transactionCount).toBe(before + 20);
});

test('what the tables of a rebuilt read model have is shown, not what was kept of the tables before', async () => {
  const before = await current(here);
  await server.database.query(`
    BEGIN;
    CREATE TABLE projections.rebuilt (LIKE projections.ledgers INCLUDING ALL);
    INSERT INTO projections.rebuilt SELECT * FROM projections.ledgers;
    UPDATE projections.rebuilt SET balance = balance + 100;
    ALTER TABLE projections.ledgers RENAME TO replaced;
    ALTER TABLE projections.rebuilt RENAME TO ledgers;
    COMMIT`);
  try {
    expect((await current(here)).currentBalance).toBe(before.currentBalance + 1);
  } finally {
    await server.database.query(`
      BEGIN;
      DROP TABLE projections.ledgers;
      ALTER TABLE projections.replaced RENAME TO ledgers;
      COMMIT`);
  }
  expect(await current(here)).toEqual(before);
});
