import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureDemoUser, findDemoUser, resetDemoUser } from '#api/demo/demo-user.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  await ensureDemoUser(server.services);
});
afterAll(() => server.close());

/** A visitor of the demo, with a session of its own. */
async function visitor(): Promise<Caller> {
  const demo = server.visitor();
  await expectOk(demo.post('/users/login', { email: DEMO_EMAIL, password: DEMO_PASSWORD }));
  return demo;
}

/** Previews a file of Everyday. */
async function preview(user: Caller, lines: readonly string[], fields: object = {}) {
  const form = new FormData();
  form.set('file', new File([['Date,Text,Amount,Other', ...lines].join('\n')], 'secret.csv'));
  for (const [key, value] of Object.entries(fields)) form.set(key, JSON.stringify(value));
  form.set('accountId', (await user.user()).accounts[0]?._id ?? '');
  return await user.postForm<ImportPreview>('/import/preview', form);
}
const previewed = async (...args: Parameters<typeof preview>) => (await expectOk(preview(...args))).data;
const commit = (user: Caller, importId: string, choices?: object) =>
  user.post('/import/commit', { importId, ...(choices && { choices }) });
const pageOf = (user: Caller, importId: string) => user.get(`/import/rows?importId=${importId}`);

const RENT = '2026-03-02,Rent,-800.00,5.00';
const FOOD = '2026-03-03,Food,-12.00,6.00';

/** How many rows are stored of the imports of the demo user. */
async function stored(): Promise<object> {
  const { rows } = await server.database.query<object>(
    `SELECT (SELECT count(*) FROM imports.files) AS files, (SELECT count(*) FROM imports.plans) AS plans,
      (SELECT count(*) FROM imports.left_out) AS left, (SELECT count(*) FROM imports.remembered) AS remembered`,
  );
  return rows[0] ?? {};
}

describe("a demo visitor's import", () => {
  test('does not decide how the file of the next is read', async () => {
    const [one, other] = [await visitor(), await visitor()];
    const mapping = { columns: { date: 0, title: 1, amount: 3 }, negate: false };
    const { importId } = await previewed(one, [RENT], { mapping });
    await expectOk(commit(one, importId));
    expect((await previewed(other, [RENT, FOOD])).rows[1]).toMatchObject({ amount: -12 });
    expect(await stored()).toMatchObject({ remembered: 0 });
  });

  test('belongs to a session: another reads and commits none of it, and evicts none', async () => {
    const [one, other] = [await visitor(), await visitor()];
    const { importId } = await previewed(one, [FOOD]);
    for (const call of [
      commit(other, importId),
      pageOf(other, importId),
      other.get(`/import/progress?importId=${importId}`),
    ]) {
      expect(await call).toMatchObject({ status: 404, problem: { code: 'import_not_found' } });
    }
    for (let times = 0; times < 6; times += 1) await previewed(other, [RENT]);
    await expectOk(pageOf(one, importId));
    await expectOk(commit(one, importId));
  });

  test('leaves nothing behind after a reset', async () => {
    const demo = await visitor();
    const { importId } = await previewed(demo, ['2026-04-02,Left out,-3.00,1.00', '2026-04-03,Taken,-4.00,1.00']);
    await expectOk(commit(demo, importId, { 2: 'leave' }));
    const { importId: another } = await previewed(demo, [FOOD]);
    const user = await findDemoUser(server.services);
    if (!user) throw new Error('There is no demo user.');
    expect(await stored()).not.toMatchObject({ files: 0 });
    await resetDemoUser(server.services, user);
    expect(await stored()).toEqual({ files: 0, plans: 0, left: 0, remembered: 0 });
    expect(await commit(demo, another)).toMatchObject({ status: 404 });
  });

  test('may have a limited number of rows a day, of which a refused one uses nothing', async () => {
    const { limits } = server.services;
    const demo = await visitor();
    const { importId } = await previewed(demo, [RENT, FOOD]);
    const context = { ip: '198.51.100.1', set() {} } as unknown as Parameters<typeof limits.takeDemoRows>[0];
    await limits.takeDemoRows(context, 25_000);
    await expect(limits.takeDemoRows(context, 10)).rejects.toMatchObject({ code: 'too_many_demo_rows' });
    for (const last of [2, 3]) await limits.takeDemoRows({ ...context, ip: `198.51.100.${last}` } as never, 25_000);
    await limits.takeDemoRows({ ...context, ip: '198.51.100.4' } as never, 24_000);
    // Of all visitors fewer than 1,000 are left.
    await expect(limits.takeDemoRows({ ...context, ip: '198.51.100.5' } as never, 1_000)).rejects.toMatchObject({
      code: 'too_many_demo_rows',
    });
    await limits.takeDemoRows({ ...context, ip: '198.51.100.5' } as never, 900);
    await server.database.query(`UPDATE limits.tries SET points = 100000 WHERE key LIKE 'demo-rows:%'`);
    const refused = await commit(demo, importId);
    expect(refused).toMatchObject({ status: 429, problem: { code: 'too_many_demo_rows' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test('the previews of an ordinary user are counted for each session, and each of the sessions can import them', async () => {
  const user = await server.newUser();
  const { importId } = await previewed(user, [FOOD]);
  const elsewhere = server.visitor();
  await expectOk(elsewhere.post('/users/login', { email: user.email, password: user.password }));
  for (let times = 0; times < 6; times += 1) await previewed(elsewhere, [RENT]);
  await expectOk(commit(elsewhere, importId));
});
