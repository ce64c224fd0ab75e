import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Koa from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardFiles } from '../../api/http/dashboard-files.ts';
import { type Listening, listen } from '../../api/http/listen.ts';
import { openLog } from '../../platform/log.ts';

let folder: string;
let server: Listening;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-files-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>Daybook</title>');
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'app-1a2b.js.gz'), gzipSync('export {};'));
  server = await listen(new Koa().use(dashboardFiles(folder)).callback(), 0, '127.0.0.1', openLog('test', 'silent'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { 'Accept-Encoding': 'identity', ...headers } });

test.each(['/', '/transactions', '/transactions/5b0f2f6e', '/index.html'])(
  '%s is the page, asked for anew each time',
  async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, '<title>Daybook</title>']);
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
  },
);

test('a file named by its content is kept for good, and compressed for whoever takes that', async () => {
  const plain = await get('/assets/app-1a2b.js');
  expect(await plain.text()).toBe('export {};');
  expect(plain.headers.get('Cache-Control')).toContain('immutable');
  expect(plain.headers.get('Vary')).toContain('Accept-Encoding');
  const zipped = await get('/assets/app-1a2b.js', { 'Accept-Encoding': 'gzip' });
  expect(zipped.headers.get('Content-Encoding')).toBe('gzip');
  expect(await zipped.text()).toBe('export {};');
});

test.each(['/assets/gone-1a2b.js', '/assets/..%2f..%2fpackage.json', '/assets/%', '/api/v1/users/nobody'])(
  '%s is nothing of the dashboard',
  async (path) => {
    expect([400, 403, 404]).toContain((await get(path)).status);
  },
);
