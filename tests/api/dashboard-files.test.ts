import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Koa from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardFiles } from '#api/http/dashboard-files.ts';
import { type Listening, listen } from '#api/http/listen.ts';
import { openLogFile } from '#platform/log.ts';

let folder: string;
let server: Listening;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-files-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>Daybook</title>');
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'app-1a2b.js.gz'), gzipSync('export {};'));
  await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync('export {};'));
  await writeFile(join(folder, '.built-from'), 'kept back');
  await writeFile(`${folder}-beside`, 'kept back');
  server = await listen(
    new Koa().use(dashboardFiles(folder)).callback(),
    0,
    '127.0.0.1',
    openLogFile('test', 'silent'),
  );
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
  await rm(`${folder}-beside`);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { 'Accept-Encoding': 'identity', ...headers } });

test.each(['/', '/transactions', '/transactions/5b0f2f6e', '/index.html', '/assets'])(
  '%s serves the page, without caching',
  async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, '<title>Daybook</title>']);
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
  },
);

test.each([
  '/favicon.ico',
  '/llms.txt',
  '/.git/config',
  '/%2ewell-known/security',
  '/api/nope',
  '/manifest.webmanifest',
  '/.built-from',
  '/.well-known/security',
  '/a/b.map',
])('%s is not there', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('a content-hashed file is cached for a year, and compressed if the client accepts it', async () => {
  const plain = await get('/assets/app-1a2b.js');
  expect(await plain.text()).toBe('export {};');
  expect(plain.headers.get('Cache-Control')).toContain('immutable');
  expect(plain.headers.get('Vary')).toContain('Accept-Encoding');
  for (const [accepted, given] of [
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0', null],
  ] as const) {
    const answer = await get('/assets/app-1a2b.js', { 'Accept-Encoding': accepted });
    expect([accepted, answer.headers.get('Content-Encoding')]).toEqual([accepted, given]);
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(await answer.text()).toBe('export {};');
  }
});

test('HEAD has the headers of GET, and a range request gets the whole file', async () => {
  const url = `http://127.0.0.1:${server.port}/assets/app-1a2b.js`;
  const head = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } });
  const sent = String(brotliCompressSync('export {};').length);
  expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, sent, '']);
  const part = await get('/assets/app-1a2b.js', { Range: 'bytes=0-3' });
  expect([part.status, await part.text()]).toEqual([200, 'export {};']);
});

/** The status of a path exactly as written; `fetch` would normalize it. */
const statusOf = (path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request({ port: server.port, host: '127.0.0.1', path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });

test('no path leads out of the folder', async () => {
  const beside = `${basename(folder)}-beside`;
  const out = [
    `/../${beside}`,
    `/..%2f${beside}`,
    `/assets/../../${beside}`,
    `/%2e%2e/${beside}`,
    `/assets%5c..%5c..%5c${beside}`,
  ];
  for (const path of out) expect([path, await statusOf(path)]).toEqual([path, 403]);
  for (const path of ['//etc/passwd', '/%2fetc/passwd', '/C:/x', '/%00', '/assets/%'])
    expect([path, await statusOf(path)]).toEqual([path, 400]);
});

test.each(['/assets/gone-1a2b.js', '/assets/..%2f..%2fpackage.json', '/assets/%', '/api/v1/users/nobody'])(
  '%s is not served by the dashboard',
  async (path) => {
    expect([400, 403, 404]).toContain((await get(path)).status);
  },
);
