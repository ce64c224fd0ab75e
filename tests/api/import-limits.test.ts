import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORT_BYTES_MAX } from '#contract/limits.ts';
import { IMPORT_ROWS_MAX } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import type { Caller } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** A file of rows, each with a text of its own that is so long. */
function fileOf(rows: number, length: number): Blob {
  const lines = Array.from({ length: rows }, (_, row) => {
    const text = `Payee ${row} `.padEnd(length, 'abcdefghij');
    return `${shifted('2016-01-01', Math.floor(row / 30))},${text},-${(row % 9_000) + 1}.50`;
  });
  return new Blob([`Date,Description,Amount\n${lines.join('\n')}\n`]);
}

async function previewed(user: Caller, file: Blob) {
  const form = new FormData();
  form.append('file', file, 'rows.csv');
  return await user.postForm<{ importId: string }>('/import/preview', form);
}

test('a file of the most rows and almost the most bytes is imported as its preview says', async () => {
  const user = await server.newUser();
  const file = fileOf(IMPORT_ROWS_MAX, 170);
  expect(file.size).toBeGreaterThan(0.9 * IMPORT_BYTES_MAX);
  expect(file.size).toBeLessThan(IMPORT_BYTES_MAX);
  // An answer to a question is a second preview of the file, by a process that has read it before.
  expect((await previewed(user, file)).status).toBe(200);
  const { status, data } = await previewed(user, file);
  expect(status).toBe(200);
  const commit = await user.post<{ imported: { recorded: number } }>('/import/commit', { importId: data.importId });
  expect([commit.status, commit.data?.imported.recorded]).toEqual([200, IMPORT_ROWS_MAX]);
});

test('a row more is refused by the preview', async () => {
  const user = await server.newUser();
  expect((await previewed(user, fileOf(IMPORT_ROWS_MAX + 1, 20))).status).toBe(422);
});
