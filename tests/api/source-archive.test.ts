import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const archive = gzipSync('the source code');
const notFound = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' };

let folder: string;
let path: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-source-'));
  path = join(folder, 'any name.tgz');
  await writeFile(join(folder, 'index.html'), '<title>Daybook</title>');
  server = await openTestServer({ files: { dashboardFolder: folder, sourceArchive: path } });
});
beforeEach(() => writeFile(path, archive));
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** A request without a session. */
const request = (init?: RequestInit, { origin } = server) => fetch(`${origin}/source-code.tgz`, init);

/** The headers by which a browser asks whether the archive has changed. */
const revalidation = async () => ({
  'If-None-Match': (await request()).headers.get('etag') ?? '',
  // Else fetch asks for a new copy in any case.
  'Cache-Control': 'max-age=0',
});

test('the archive is a download that is named after the version, and revalidated each time', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const answer = await request();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="daybook-${version}.tgz"`,
    'content-length': String(archive.length),
    'cache-control': 'no-cache',
    etag: expect.stringMatching(/^"[^"]+"$/),
  });
  expect(answer.headers.has('content-encoding')).toBe(false);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(archive);
});

test('HEAD has the headers of GET', async () => {
  const [get, head] = [await request(), await request({ method: 'HEAD' })];
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const name of ['content-type', 'content-disposition', 'content-length', 'cache-control', 'etag'])
    expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
});

test('a browser that has the archive is told so, until another replaces it', async () => {
  const headers = await revalidation();
  const again = await request({ headers });
  expect([again.status, await again.text()]).toEqual([304, '']);
  await writeFile(path, gzipSync('another source code'));
  expect((await request({ headers })).status).toBe(200);
});

test('a missing archive is not found, even where the dashboard answers every address', async () => {
  await rm(path);
  const answer = await request();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  expect(answer.headers.has('content-disposition')).toBe(false);
  expect(await answer.json()).toEqual(notFound);
  expect((await request({ method: 'HEAD' })).status).toBe(404);
});

test('a folder in its place is not found', async () => {
  await rm(path);
  await mkdir(path);
  expect(await (await request()).json()).toEqual(notFound);
  await rm(path, { recursive: true });
});

test('an API without an archive answers not found', async () => {
  const without = await openTestServer({ files: { dashboardFolder: folder } });
  try {
    const answer = await request({}, without);
    expect([answer.status, await answer.json()]).toEqual([404, notFound]);
  } finally {
    await without.close();
  }
});
