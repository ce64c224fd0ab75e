import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { finishUnfinished } from '#api/commands/finish-unfinished.ts';
import { RESERVE_BYTES } from '#api/disk/disk-space.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { noise } from '../support/images.ts';
import { previewed, registerFile } from '../support/register-file.ts';
import { settled } from '../support/settled.ts';
import { eventsOf, openTestServer, type TestServer, withoutThreads } from '../support/test-server.ts';

const PLENTY = Number.POSITIVE_INFINITY;
const CREATE = '/transaction/create-income';

let server: TestServer;
let user: Caller;
let free: () => number = () => PLENTY;
beforeAll(async () => {
  server = await openTestServer({ freeBytes: async () => free() });
  user = await server.newUser();
  await expectOk(user.post(CREATE, { title: 'Bowls', amount: 5 }));
});
afterEach(() => {
  free = () => PLENTY;
});
afterAll(() => server.close());

describe('on a full disk', () => {
  test('writes give disk_full, and work again when there is space', async () => {
    const events = await eventsOf(server, user.userId);
    free = () => RESERVE_BYTES - 1;
    for (const [path, body] of [
      [CREATE, { title: 'Cups', amount: 5 }],
      ['/users/update-details', { name: 'Somebody' }],
      ['/users/register', { email: 'new@example.com', password: 'paper', fullName: 'New' }],
      ['/demo/reset-demo-user', undefined],
      ['/pay/webhook', {}],
    ] as const) {
      const refused = await user.post(path, body);
      expect([path, refused.status, refused.problem.code]).toEqual([path, 503, 'disk_full']);
      expect(refused.problem.title).toMatch(
        /^The disk .* is full, so nothing can be saved until there is space again$/,
      );
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(await eventsOf(server, user.userId)).toEqual(events);
    free = () => RESERVE_BYTES;
    await expectOk(user.post(CREATE, { title: 'Cups', amount: 5 }));
  });

  test('queries, login and logout work', async () => {
    free = () => 0;
    const { transactionHistory } = await user.user();
    const transactionId = transactionHistory[0]?._id;
    await expectOk(user.get('/transaction/get-transactions'));
    await expectOk(user.post('/transaction/get-transaction', { transactionId }));
    const again = server.visitor();
    await expectOk(again.post('/users/login', { email: user.email, password: user.password }));
    await expectOk(again.post('/users/logout'));
  });

  test('the log has one line for the begin and one for the end', async () => {
    const lines = () => server.logged.filter((line) => /the disk (is full|has space)/.test(line)).length;
    const [before, all] = [lines(), server.logged.length];
    free = () => 0;
    for (let at = 0; at < 5; at += 1) await user.post(CREATE, { title: 'Cups', amount: 5 });
    free = () => PLENTY;
    await expectOk(user.post(CREATE, { title: 'Cups', amount: 5 }));
    expect(lines() - before).toBe(2);
    // Each refused request has only its request line, so refusals don't fill the disk further.
    const errors = server.logged.slice(all).filter((line) => line.includes('"stack"'));
    expect(errors).toEqual([]);
  });

  test('an image is refused when the space runs out during its upload', async () => {
    const other = await server.newUser();
    let looks = 0;
    free = () => {
      looks += 1;
      return looks === 1 ? PLENTY : RESERVE_BYTES + 1_000;
    };
    const form = formOf({ title: 'Bowls', amount: '5' }, 'receipt', await noise(200));
    const refused = await other.postForm(CREATE, form);
    expect([refused.status, refused.problem.code]).toEqual([503, 'disk_full']);
    expect(await eventsOf(server, other.userId)).toEqual([]);
    const { rows } = await server.database.query('SELECT FROM files.images WHERE user_id = $1', [other.userId]);
    expect(rows).toHaveLength(0);
  });
});

const MEGABYTE = 1024 * 1024;
const ROWS = 1_500;
/** Long names, so that the events take several pieces. */
const FILE = registerFile(
  Array.from({ length: ROWS }, (_, at) => ({
    account: 'Everyday',
    date: '2026-03-14',
    payee: `Shop ${at} ${'in a long street '.repeat(10)}`,
    amount: 1,
  })),
);

describe('a large change-set', () => {
  const refusal = ({ status, problem }: { status: number; problem?: { code: string } }) => [status, problem?.code];
  const shown = (by: Caller, count: number) =>
    settled(
      () => by.user(),
      ({ transactionCount }) => transactionCount === count,
    );

  test('is refused as a whole before anything of it is written where the disk has no space for all of it', async () => {
    const owner = await server.newUser();
    const { importId } = (await expectOk(previewed(owner, FILE))).data;
    const commit = () => owner.post('/import/commit', { importId });
    const before = await eventsOf(server, owner.userId);
    // The import of 1,500 rows takes 9 MB.
    free = () => RESERVE_BYTES + 8 * MEGABYTE;
    expect(refusal(await commit())).toEqual([503, 'disk_full']);
    const { rows } = await server.database.query('SELECT FROM imports.plans WHERE import_id = $1', [importId]);
    expect(rows).toHaveLength(0);
    expect(await eventsOf(server, owner.userId)).toEqual(before);

    free = () => RESERVE_BYTES + 10 * MEGABYTE;
    await expectOk(commit());
    await shown(owner, ROWS);
    const undo = (changeSetId: string, key: string = randomUUID()) =>
      owner.post('/ledger/undo', { changeSetId }, { 'Idempotency-Key': key });
    for (const [changeSetId, key, count] of [
      [importId, 'undone', 0],
      ['undone', 'redone', ROWS],
    ] as const) {
      const imported = await eventsOf(server, owner.userId);
      free = () => RESERVE_BYTES + 8 * MEGABYTE;
      expect(refusal(await undo(changeSetId))).toEqual([503, 'disk_full']);
      expect(await eventsOf(server, owner.userId)).toEqual(imported);
      free = () => RESERVE_BYTES + 10 * MEGABYTE;
      await expectOk(undo(changeSetId, key));
      await shown(owner, count);
    }
  });

  test('stays unfinished where somebody else fills the disk meanwhile, and is finished when there is space', async () => {
    const owner = await server.newUser();
    const { importId } = (await expectOk(previewed(owner, FILE))).data;
    const commit = () => owner.post<{ imported: { recorded: number } }>('/import/commit', { importId });
    let looks = 0;
    // Before the body is read, before the import begins, and before its first piece.
    free = () => {
      looks += 1;
      return looks <= 3 ? PLENTY : RESERVE_BYTES + MEGABYTE;
    };
    expect(refusal(await withoutThreads(server, commit))).toEqual([503, 'disk_full']);
    const recorded = (await eventsOf(server, owner.userId)).length;
    expect(recorded).toBeGreaterThan(1);
    expect(recorded).toBeLessThan(ROWS);
    await settled(
      () =>
        server.database.query("SELECT FROM projections.ledgers WHERE unfinished ->> 'changeSetId' = $1", [importId]),
      ({ rows }) => rows.length === 1,
    );
    await expect(finishUnfinished(server.services)).rejects.toMatchObject({ code: 'disk_full' });
    expect((await eventsOf(server, owner.userId)).length).toBe(recorded);
    free = () => PLENTY;
    await finishUnfinished(server.services);
    await shown(owner, ROWS);
    expect((await expectOk(commit())).data.imported.recorded).toBe(ROWS);
    expect((await eventsOf(server, owner.userId)).length).toBeGreaterThanOrEqual(ROWS + 1);
  });
});
