import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DiskSpace, freeBytesAt, RESERVE_BYTES } from './disk-space.ts';

test('hasSpace() caches the free space', async () => {
  let reads = 0;
  const disk = new DiskSpace(async () => {
    reads += 1;
    return RESERVE_BYTES;
  }, 60_000);
  const results = await Promise.all([disk.hasSpace(), disk.hasSpace(), disk.hasSpace()]);
  expect([results, reads]).toEqual([[true, true, true], 1]);
});

test('hasSpace() is false below the reserve', async () => {
  let free = RESERVE_BYTES - 1;
  const disk = new DiskSpace(async () => free, 0);
  expect(await disk.hasSpace()).toBe(false);
  free = RESERVE_BYTES;
  expect(await disk.hasSpace()).toBe(true);
});

test('a write in progress reserves its bytes until it ends', async () => {
  const disk = new DiskSpace(async () => RESERVE_BYTES + 100);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = disk.write(60, () => promise);
  await expect(disk.write(60, async () => 'second')).rejects.toMatchObject({ code: 'disk_full', status: 503 });
  resolve('first');
  expect(await first).toBe('first');
  expect(await disk.write(60, async () => 'second')).toBe('second');
});

test('freeBytesAt gives the free bytes of a folder, and infinity for a missing one', async () => {
  expect(await freeBytesAt(tmpdir())()).toBeGreaterThan(0);
  expect(await freeBytesAt(join(tmpdir(), 'not', 'there'))()).toBe(Number.POSITIVE_INFINITY);
});
