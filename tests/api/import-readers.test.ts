import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportPreview } from '#contract/import-calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => await server.close());

function previewOf(user: Caller, text: string) {
  const form = new FormData();
  form.set('file', new File([text], 'bank.csv'));
  return user.postForm<ImportPreview>('/import/preview', form);
}

const preview = (user: Caller, lines: readonly string[]) =>
  previewOf(user, ['Date,Account,Description,Amount', ...lines].join('\n'));

const SMALL = ['2026-03-02,Giro,Coffee,-3.50'];

/** Rows of two accounts, each of which may be the other half of any of the other account, some days apart. */
function halves(count: number, days: number): string[] {
  const from = '2020-01-01';
  const to = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, at) => (at % 2 ? `${from},Giro,Out,-5.00` : `${to},Savings,In,5.00`));
}

describe('files of several users', () => {
  test('take turns: one user with many files that take long delays no other', async () => {
    const [busy, other] = [await server.newUser(), await server.newUser()];
    // Both processes have started.
    await Promise.all([busy, other].map((user) => expectOk(preview(user, SMALL))));
    const done: string[] = [];
    const long = Array.from({ length: 4 }, () => preview(busy, halves(6_000, 30)).then(() => done.push('busy')));
    const small = preview(other, SMALL).then(({ status }) => done.push(`other ${status}`));
    await Promise.all([...long, small]);
    // The first of the busy user may be read before.
    expect(done.slice(0, 2)).toContain('other 200');
  });

  test('are refused where they take too much memory, which the API itself does not', async () => {
    const user = await server.newUser();
    const before = process.memoryUsage.rss();
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 50);
    const objects = `{"budgetDataVersion":"1","x":[${'{},'.repeat(6_000_000)}{}]}`;
    const refused = await previewOf(user, objects);
    clearInterval(timer);
    expect(refused).toMatchObject({
      status: 422,
      problem: { code: 'unreadable_file', errors: { file: 'This file takes too much memory to read' } },
    });
    expect((most - before) / 1024 / 1024).toBeLessThan(200);
    await expectOk(preview(user, SMALL));
  });
});
