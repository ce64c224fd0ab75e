import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { freeBytesAt, RESERVE_BYTES } from '#api/disk/disk-space.ts';
import { type Postgres, startPostgres } from '#tools/embedded/postgres/start.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { noise } from '../support/images.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

// Postgres on a full disk: a small tmpfs, which only root may mount.

const MEGABYTE = 1024 * 1024;
const CREATE = '/transaction/create-income';

const disk = await mkdtemp(join(tmpdir(), 'daybook-disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'daybook-test', disk], { encoding: 'utf8' });
const reason = mounted.error?.message ?? mounted.stderr.trim();
if (mounted.status !== 0)
  console.warn(`A disk that is really full is not tested: it could not be mounted (${reason}).`);

let postgres: Postgres | undefined;
let server: TestServer | undefined;
afterAll(async () => {
  try {
    await server?.close();
  } finally {
    await postgres?.stop();
    if (mounted.status === 0) spawnSync('umount', [disk]);
    await rmdir(disk);
  }
});

test.skipIf(mounted.status !== 0)(
  'on a full disk Postgres keeps its reserve, reads work, and writes resume when there is space',
  async () => {
    await chmod(disk, 0o755); // As root, Postgres runs as another user, which needs access.
    postgres = await startPostgres({ dataDir: disk });
    const freeBytes = freeBytesAt(disk);
    vi.stubEnv('TEST_POSTGRES_URL', postgres.superuserUrl('postgres'));
    const opened = await openTestServer({ freeBytes }).finally(() => vi.unstubAllEnvs());
    server = opened;
    const users = await Promise.all(Array.from({ length: 4 }, () => opened.newUser()));
    const photo = await noise(2400);
    const upload = async (user: Caller) =>
      await user.postForm(CREATE, formOf({ title: 'Bowls', amount: '5' }, 'receipt', photo));

    const filler = join(disk, 'filler');
    const room = (await freeBytes()) - RESERVE_BYTES - 30 * MEGABYTE;
    await writeFile(filler, Buffer.alloc(room));
    let refused = 0;
    for (let round = 0; refused < 8 && round < 40; round += 1) {
      const answers = await Promise.all(users.flatMap((user) => [upload(user), upload(user)]));
      for (const { status, problem } of answers.filter(({ status }) => status !== 200)) {
        expect([status, problem.code]).toEqual([503, 'disk_full']);
      }
      refused = answers.filter(({ status }) => status !== 200).length;
    }
    expect(refused).toBe(8);
    // A command writes little, and Postgres' write-ahead log grows by 16 MB segments.
    expect(await freeBytes()).toBeGreaterThan(RESERVE_BYTES - 2 * 16 * MEGABYTE);
    const [user] = users as [Caller];
    const { transactionCount } = await user.user();
    for (const { receipt } of (await user.user()).transactionHistory) {
      expect((await user.open(receipt ?? '')).status).toBe(200);
    }

    // Another file takes the rest of the space: small writes are refused as well.
    await writeFile(join(disk, 'more'), Buffer.alloc(Math.max(0, (await freeBytes()) - RESERVE_BYTES + MEGABYTE)));
    expect((await user.post(CREATE, { title: 'Cups', amount: 5 })).problem.code).toBe('disk_full');
    expect((await user.user()).transactionCount).toBe(transactionCount);
    await expectOk(opened.visitor().post('/users/login', { email: user.email, password: user.password }));

    await rm(filler);
    await expectOk(upload(user));
    expect((await user.user()).transactionCount).toBe(transactionCount + 1);
  },
);
