import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DemoUser, ensureDemoUser, findDemoUser, resetDemoUser } from '#api/demo/demo-user.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import type { LedgerSeal, SealCheck, Verification } from '#contract/ledger-calls.ts';
import { messages } from '#contract/messages.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';
import { settled } from '../support/settled.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
/** The event store's own database. */
let stored: pg.Client;
beforeAll(async () => {
  server = await openTestServer();
  stored = new pg.Client({ connectionString: server.eventsDatabaseUrl });
  await stored.connect();
});
afterAll(async () => {
  await stored.end();
  await server.close();
});

const sealOf = async (user: Caller) => (await expectOk(user.get<LedgerSeal>('/ledger/seal'))).data;
const check = async (user: Caller, seal: string) =>
  (await expectOk(user.post<SealCheck>('/ledger/check-seal', { seal }))).data;
const verify = async (user: Caller) => (await expectOk(user.get<Verification>('/ledger/verify'))).data;
const earn = (user: Caller, title: string) =>
  expectOk(user.post('/transaction/create-income', { title, amount: 5, date: '2026-11-20' }));

const HOLDS = { holds: true, reason: null };
const broken = (reason: string) => ({ holds: false, reason });

/** Waits until the screens show all of a caller's entries. */
async function waitForAll(user: Caller) {
  await settled(
    () => verify(user),
    ({ onTheirWay }) => onTheirWay === 0,
  );
}

const OF_STREAM = "sha256(stream) = sha256(convert_to('ledger-' || $1, 'UTF8'))";

/** Rebuilds the read models over the log as it is. */
async function rebuild() {
  await server.worker.stop();
  await server.database.query('DROP SCHEMA projections CASCADE');
  await server.restartWorker();
}

describe('the seal', () => {
  test('is the number of entries, and the first 100 bits of the chain over the stored bytes', async () => {
    const user = await server.newUser();
    for (const title of ['Bowls', 'Käse 🧀', 'Cups']) await earn(user, title);
    const { rows } = await stored.query(
      `SELECT type, data, metadata FROM events WHERE ${OF_STREAM} ORDER BY revision`,
      [user.userId],
    );
    const hash = (...parts: Buffer[]) => {
      const sizes = parts.map(({ length }) => Buffer.from(length.toString(16).padStart(16, '0'), 'hex'));
      return createHash('sha256')
        .update(Buffer.concat(parts.flatMap((part, at) => [sizes[at] as Buffer, part])))
        .digest();
    };
    const head = rows.reduce(
      (before, { type, data, metadata }) => hash(before, type, data, metadata),
      hash(Buffer.from(user.userId)),
    );
    const answer = await sealOf(user);
    expect(answer).toEqual({
      seal: expect.stringMatching(/^3(-[0-9A-HJKMNP-TV-Z]{5}){4}$/),
      revision: 2,
      head: head.toString('hex'),
    });
    expect((await verify(user)).seal).toBe(answer.seal);
  });

  test('of a ledger without entries has none, and goes on to hold', async () => {
    const user = await server.newUser();
    const { seal, revision } = await sealOf(user);
    expect([seal.slice(0, 2), revision]).toEqual(['0-', null]);
    await earn(user, 'Bowls');
    expect(await check(user, seal)).toEqual(HOLDS);
    expect(await check(user, (await sealOf(await server.newUser())).seal)).toEqual(broken('Not of this ledger'));
  });

  test('is refused in another form', async () => {
    const user = await server.newUser();
    for (const [seal, message] of [
      ['', messages.sealRequired],
      ['hello', messages.notASeal],
      ['0-00000-00000-00000-0000U', messages.notASeal],
      ['12', messages.notASeal],
    ]) {
      const { status, problem } = await user.post('/ledger/check-seal', { seal });
      expect([status, problem.code, problem.errors]).toEqual([422, 'invalid', { seal: message }]);
    }
    expect((await user.post('/ledger/check-seal', {})).status).toBe(422);
  });

  test('needs a session, and is limited', async () => {
    expect((await server.visitor().get('/ledger/seal')).status).toBe(401);
    expect((await server.visitor().post('/ledger/check-seal', { seal: '1' })).status).toBe(401);
    const user = await server.newUser();
    for (let times = 0; times < 60; times += 1) await sealOf(user);
    expect((await user.get('/ledger/seal')).problem.code).toBe('too_many_requests');
  });
});

test.each([
  `data = data || ' '::bytea`,
  `data = convert_to(replace(convert_from(data, 'UTF8'), ':500', ':500.0'), 'UTF8')`,
  `metadata = convert_to(replace(convert_from(metadata, 'UTF8'), '{', '{"note":"x",'), 'UTF8')`,
])('verification notices without a seal that an entry has other bytes: %s', async (change) => {
  const user = await server.newUser();
  for (const title of ['One', 'Two', 'Three']) await earn(user, title);
  await waitForAll(user);
  const { rowCount } = await stored.query(`UPDATE events SET ${change} WHERE ${OF_STREAM} AND revision = 1`, [
    user.userId,
  ]);
  expect(rowCount).toBe(1);
  const difference = { field: 'entry 1', expected: 'as it was recorded', found: 'of other bytes', revision: 1 };
  expect(await verify(user)).toMatchObject({ intact: false, differences: [difference] });
});

describe('a kept seal', () => {
  let user: Caller;
  let seal: string;
  beforeEach(async () => {
    user = await server.newUser();
    for (const title of ['One', 'Two', 'Three']) await earn(user, title);
    ({ seal } = await sealOf(user));
    await earn(user, 'Four');
  });

  test('holds after further entries, however it is typed in', async () => {
    expect(await check(user, seal)).toEqual(HOLDS);
    expect(
      await check(user, ` ${seal.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'L')}`),
    ).toEqual(HOLDS);
    expect((await sealOf(user)).seal).not.toBe(seal);
    await rebuild();
    expect(await check(user, seal)).toEqual(HOLDS);
  });

  test('does not hold in a ledger with fewer entries, nor in another', async () => {
    const { seal: four } = await sealOf(user);
    const other = await server.newUser();
    await earn(other, 'One');
    expect(await check(other, four)).toEqual(broken('The ledger has fewer entries'));
    for (const title of ['Two', 'Three', 'Four']) await earn(other, title);
    expect(await check(other, four)).toEqual(broken('Not of this ledger'));
  });

  test.each([
    [
      'an entry is changed',
      `UPDATE events SET data = convert_to(replace(convert_from(data, 'UTF8'), '"amount":500', '"amount":600'), 'UTF8')
       WHERE ${OF_STREAM} AND revision = 1`,
    ],
    [
      'the time of an entry is changed',
      `UPDATE events SET metadata = convert_to(replace(convert_from(metadata, 'UTF8'), '"recordedAt":"2', '"recordedAt":"1'), 'UTF8')
       WHERE ${OF_STREAM} AND revision = 1`,
    ],
    ['an entry is taken out', `DELETE FROM events WHERE ${OF_STREAM} AND revision = 1`],
  ])('%s: it does not hold, also after the read models were rebuilt', async (_, tampering) => {
    await stored.query(tampering, [user.userId]);
    expect(await check(user, seal)).toEqual(broken('Entry 1 is not what it was'));
    await rebuild();
    expect(await check(user, seal)).toMatchObject({ holds: false });
  });

  test('bytes that read the same are not the same', async () => {
    await stored.query(
      `UPDATE events SET data = convert_to(' ' || convert_from(data, 'UTF8'), 'UTF8') WHERE ${OF_STREAM} AND revision = 0`,
      [user.userId],
    );
    expect(await check(user, seal)).toEqual(broken('Not of this ledger'));
  });
});

describe('a reset', () => {
  const resetOn = async (day: string) => {
    server.clock.now = new Date(day);
    await resetDemoUser(server.services, await demoUser()).finally(() => {
      server.clock.now = null;
    });
  };
  const demoUser = async () => (await findDemoUser(server.services)) as DemoUser;
  let demo: Caller;
  beforeAll(async () => {
    await ensureDemoUser(server.services);
    demo = server.visitor();
    await expectOk(demo.post('/users/login', { email: DEMO_EMAIL, password: DEMO_PASSWORD }));
  });

  test('carries number and head of what went before, whose seals do not hold any more', async () => {
    const { ledgerId } = await demoUser();
    for (const day of ['2026-11-20T23:30:00.000Z', '2026-11-21T12:00:00.000Z']) {
      const { seal, revision, head } = await sealOf(demo);
      expect(await check(demo, seal)).toEqual(HOLDS);
      await resetOn(day);
      const [first] = await Array.fromAsync(server.log.readAfter(ledgerId, -1n));
      expect(first).toMatchObject({
        type: 'LedgerReset',
        revision: BigInt(revision ?? -1) + 1n,
        data: { before: { entries: (revision ?? -1) + 1, head } },
      });
      const on = day.startsWith('2026-11-20') ? 'November 20, 2026' : 'November 21, 2026';
      expect(await check(demo, seal)).toEqual(broken(`The ledger was begun anew on ${on}`));
    }
    const { seal } = await sealOf(demo);
    await earn(demo, 'Found');
    expect(await check(demo, seal)).toEqual(HOLDS);
    await waitForAll(demo);
    expect(await verify(demo)).toMatchObject({ intact: true, seal: (await sealOf(demo)).seal });
  });

  test('that names another number of entries than there were does not go on from its head', async () => {
    const { seal } = await sealOf(demo);
    const { ledgerId } = await demoUser();
    const tampered = await stored.query(
      `UPDATE events SET data = convert_to(replace(convert_from(data, 'UTF8'), '"entries":', '"entries":1'), 'UTF8')
       WHERE ${OF_STREAM} AND type = 'LedgerReset'`,
      [ledgerId],
    );
    expect(tampered.rowCount).toBeGreaterThan(0);
    expect(await check(demo, seal)).toMatchObject({ holds: false });
  });
});

describe('a receipt', () => {
  const withReceipt = async (path: string, fields: Record<string, string>, side: number) =>
    user.postForm(path, formOf(fields, 'receipt', await plainImage(side, side)));
  const income = { title: 'Bowls', amount: '5.25', date: '2026-11-20' };
  let user: Caller;
  beforeEach(async () => {
    user = await server.newUser();
  });
  const images = async () => {
    const { rows } = await server.database.query(
      'SELECT file_id, bytes FROM files.images WHERE user_id = $1 ORDER BY stored_at',
      [user.userId],
    );
    return rows.map(({ file_id, bytes }) => ({
      receiptId: String(file_id),
      receiptHash: createHash('sha256').update(bytes).digest('hex'),
    }));
  };

  test('is named in the event with the hash of its bytes, and one that is replaced or lost is found', async () => {
    const { data } = await expectOk(withReceipt('/transaction/create-income', income, 30));
    const transactionId = data.transactionHistory[0]?._id ?? '';
    await expectOk(withReceipt('/transaction/update-transaction', { transactionId }, 40));
    await expectOk(user.post('/transaction/update-transaction', { transactionId, title: 'Cups' }));
    await expectOk(user.post('/transaction/delete-transaction', { transactionId }));
    const [first, second] = await images();
    const events = await eventsOf(server, user.userId);
    expect(events).toMatchObject([
      { type: 'IncomeRecorded', data: first },
      {
        type: 'TransactionChanged',
        data: { after: { receiptId: second?.receiptId }, receiptHash: second?.receiptHash },
      },
      { type: 'TransactionChanged' },
      { type: 'TransactionDeleted' },
    ]);
    expect(events.map(({ data }) => 'receiptHash' in (data as object))).toEqual([true, true, false, false]);
    expect(await verify(user)).toMatchObject({ intact: true });

    const other = await plainImage(31, 31);
    await server.database.query("UPDATE files.images SET bytes = $2, digest = 'x' WHERE file_id = $1", [
      first?.receiptId,
      other,
    ]);
    const replaced = {
      field: `receipt ${first?.receiptId}`,
      expected: first?.receiptHash,
      found: createHash('sha256').update(other).digest('hex'),
      revision: 0,
    };
    expect(await verify(user)).toMatchObject({ intact: false, differences: [replaced] });
    await server.database.query('DELETE FROM files.images WHERE file_id = $1', [second?.receiptId]);
    const lost = {
      field: `receipt ${second?.receiptId}`,
      expected: second?.receiptHash,
      found: null,
      revision: 1,
    };
    expect((await verify(user)).differences).toEqual([replaced, lost]);
  });

  test('is there again after an undo, which changes no hash', async () => {
    const recorded = await expectOk(withReceipt('/transaction/create-income', income, 30));
    const transactionId = recorded.data.transactionHistory[0]?._id ?? '';
    const removed = await expectOk(user.post('/transaction/update-transaction', { transactionId, receipt: null }));
    await expectOk(user.post('/ledger/undo', { changeSetId: removed.headers.get('Change-Set') }));
    expect((await user.user()).transactionHistory[0]?.receipt).toBe(recorded.data.transactionHistory[0]?.receipt);
    expect(await verify(user)).toMatchObject({ intact: true });
  });
});

// Last: what the worker has seen of the log is not where these entries are.
test('an entry that is put in is found, also after the read models were rebuilt', async () => {
  const user = await server.newUser();
  for (const title of ['One', 'Two', 'Three']) await earn(user, title);
  const { seal } = await sealOf(user);
  const columns = 'position, stream, revision, id, type, data, metadata, json, created';
  await stored.query(
    `WITH later AS (DELETE FROM events WHERE ${OF_STREAM} AND revision >= 1 RETURNING *)
     SELECT set_config('daybook.later', (SELECT json_agg(later)::text FROM later), false)`,
    [user.userId],
  );
  await stored.query(
    `WITH later AS (SELECT * FROM json_populate_recordset(NULL::events, current_setting('daybook.later')::json)),
       put AS (
         SELECT position, stream, revision, id, type, convert_to(replace(convert_from(data, 'UTF8'), 'Two', 'Put'), 'UTF8') AS data,
           metadata, json, created FROM later WHERE revision = 1
         UNION ALL
         SELECT position + 1000000, stream, revision + 1, gen_random_uuid(), type, data, metadata, json, created FROM later
       )
     INSERT INTO events (${columns}) SELECT ${columns} FROM put`,
  );
  expect(await check(user, seal)).toEqual(broken('Entry 1 is not what it was'));
  await rebuild();
  expect(await check(user, seal)).toEqual(broken('Not of this ledger'));
});
