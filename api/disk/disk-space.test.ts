import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DiskSpace, freeBytesAt, RESERVE_BYTES } from './disk-space.ts';

test('a look holds for those that follow shortly, whatever they are', async () => {
  let looks = 0;
  const disk = new DiskSpace(async () => {
    looks += 1;
    return RESERVE_BYTES;
  }, 60_000);
  const seen = await Promise.all([disk.hasSpace(), disk.hasSpace(), disk.hasSpace()]);
  expect([seen, looks]).toEqual([[true, true, true], 1]);
});

test('there is none below the reserve', async () => {
  let free = RESERVE_BYTES - 1;
  const disk = new DiskSpace(async () => free, 0);
  expect(await disk.hasSpace()).toBe(false);
  free = RESERVE_BYTES;
  expect(await disk.hasSpace()).toBe(true);
});

test('what is being written counts until it is done', async () => {
  const disk = new DiskSpace(async () => RESERVE_BYTES + 100);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = disk.write(60, () => promise);
  await expect(disk.write(60, async () => 'second')).rejects.toMatchObject({ code: 'disk_full', status: 503 });
  resolve('first');
  expect(await first).toBe('first');
  expect(await disk.write(60, async () => 'second')).toBe('second');
});

test('the disk of a folder tells how much is free, and one that is not there hinders nobody', async () => {
  expect(await freeBytesAt(tmpdir())()).toBeGreaterThan(0);
  expect(await freeBytesAt(join(tmpdir(), 'not', 'there'))()).toBe(Number.POSITIVE_INFINITY);
});
