import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { check, NARROW } from '../../../../tests/browser/axe.ts';
import { tabTo } from '../../../../tests/browser/person.ts';
import { expect, test } from '../../../../tests/browser/story.ts';

const PROGRAM = join(import.meta.dirname, '..', 'main.ts');
const HOSTILE = '<script>document.title="taken"</script> "a/b" 🧀';

let folder: string;
let program: ChildProcess;
let pages = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  // Started by root, Postgres runs as another user, who must be able to pass through.
  folder = await mkdtemp(join(tmpdir(), 'daybook-pages-'));
  await chmod(folder, 0o711);
  const args = [PROGRAM, '--port', '0', '--data', join(folder, 'data')];
  program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let url = '';
  for await (const line of createInterface({ input: program.stdout as NodeJS.ReadableStream })) {
    url ||= /^Event store is ready at (\S+)$/.exec(line)?.[1] ?? '';
    pages = /^Its pages are at (\S+)$/.exec(line)?.[1] ?? '';
    if (pages) break;
  }
  const client = EventStoreDBClient.connectionString(url);
  const events = Array.from({ length: 25 }, (_, n) => jsonEvent({ type: 'Noted', data: { n, long: 'x'.repeat(900) } }));
  await client.appendToStream('orders', events);
  await client.appendToStream(
    HOSTILE,
    jsonEvent({ type: '<b>', data: { html: '</pre><img src=x onerror=alert(1)>' } }),
  );
  await client.setStreamMetadata('orders', { maxCount: 1000 });
  await client.dispose();
});

test.afterAll(async () => {
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
});

test('streams and events can be browsed by keyboard alone', async ({ page }) => {
  await page.goto(pages);
  await tabTo(
    page,
    page.getByRole('region', { name: 'Recently changed' }).getByRole('link', { name: 'orders', exact: true }),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'orders', exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Older' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(5);
  await tabTo(page, page.getByRole('link', { name: '3@orders', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '3@orders' })).toBeVisible();
  await expect(page.getByText('"n": 3')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: '$$orders' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('"$maxCount": 1000')).toBeVisible();
});

test('long data unfold by keyboard, and any stream opens by its name', async ({ page }) => {
  await page.goto(`${pages}/streams/orders`);
  const first = page.getByRole('article').first();
  await expect(first.getByText('"n": 24')).toBeHidden();
  await tabTo(page, first.locator('summary').first());
  await page.keyboard.press('Enter');
  await expect(first.getByText('"n": 24')).toBeVisible();
  await page.goto(pages);
  await tabTo(page, page.getByLabel('Stream'));
  await page.keyboard.insertText(HOSTILE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);
  await expect(page.getByText('</pre><img src=x onerror=alert(1)>')).toBeVisible();
  expect(await page.title()).toBe(`${HOSTILE} - Event store`);
});

test('axe finds nothing on any page', async ({ page }) => {
  test.slow();
  await page.setViewportSize(NARROW);
  for (const path of ['/', '/streams/$all', '/streams/orders', '/streams/orders?event=3', '/streams/never']) {
    await page.goto(pages + path);
    await check(page, path);
  }
});
