import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { zipOf } from '#api/export/zip.ts';
import { randomNumbers } from '#platform/random-numbers.ts';
import { scheduledName } from '#tools/backup/keep.ts';
import { type Making, makeBackup, sumLine } from '#tools/backup/make.ts';
import { MANIFEST_PATH, type Manifest, SUMS_PATH } from '#tools/backup/manifest.ts';
import { openBackup } from '#tools/backup/open.ts';
import { thin } from '#tools/backup/thin.ts';
import { expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { unzipped } from '../support/unzipped.ts';

// A backup file that is damaged, cut off, of another passphrase or of a newer Daybook, and disks that are full.

const PASSPHRASE = 'horse and staple';

let server: TestServer;
let folder: string;
let file: string;
let bytes: Buffer;
let manifest: Manifest;
const making = (target: string, change: Partial<Making> = {}): Making => ({
  databases: { daybook: server.databaseUrl, eventstore: server.eventsDatabaseUrl },
  file: target,
  passphrase: PASSPHRASE,
  schedule: null,
  isGentle: false,
  now: new Date(),
  told: () => {},
  ...change,
});
const never = new AbortController().signal;

beforeAll(async () => {
  server = await openTestServer();
  folder = await mkdtemp(join(tmpdir(), 'daybook-backup-'));
  const user = await server.newUser();
  const receipt = formOf({ title: 'Käse 🧀', amount: '5' }, 'receipt', await plainImage(40, 40));
  await expectOk(user.postForm('/transaction/create-income', receipt));
  await expectOk(user.post('/schedules/make-calendar-token', {}));
  await expectOk(user.post('/ledger/save-view', { name: 'All', q: 'amount>1' }));
  file = join(folder, 'sound.zip');
  ({ manifest } = await makeBackup(making(file), never));
  bytes = await readFile(file);
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Writes bytes as a backup, opens it, and gives all lines of it, or the sentence of the refusal. With a passphrase the
 * secrets are among them, which takes a second.
 */
async function read(contents: Buffer, passphrase: string | null = null): Promise<string[] | string> {
  const path = join(folder, 'other.zip');
  await writeFile(path, contents);
  try {
    const backup = await openBackup(path, passphrase === null ? null : async () => passphrase);
    try {
      const parts = backup.manifest.parts.map((part) => Array.fromAsync(backup.linesOf(part)));
      return [JSON.stringify(backup.manifest), ...(await Promise.all(parts)).flat()];
    } finally {
      backup.close();
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'BackupFailure') throw error;
    return error.message;
  }
}

/** The backup as a zip with a changed manifest, whose sums fit. */
async function rewritten(change: (parts: Manifest) => object): Promise<Buffer> {
  const files = await unzipped(bytes);
  const text = `${JSON.stringify(change(manifest))}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const contents = new Map([...files].filter(([path]) => path !== MANIFEST_PATH && path !== SUMS_PATH));
  const sums = [...manifest.parts, { path: MANIFEST_PATH, sha256 }].map(sumLine).join('');
  const all = [...contents, [MANIFEST_PATH, Buffer.from(text)] as const, [SUMS_PATH, Buffer.from(sums)] as const];
  const listed = (async function* () {
    for (const [path, content] of all) yield { path, contents: [content] };
  })();
  return await buffer(zipOf(listed, new Date()));
}

test('a backup has all that was written, and no secret is readable in it', async () => {
  const lines = await read(bytes, PASSPHRASE);
  expect(lines.length).toBeGreaterThan(8);
  const files = await unzipped(bytes);
  const open = [...files].filter(([path]) => !path.endsWith('.encrypted'));
  expect(open.length).toBeLessThan(files.size);
  const text = open.map(([, content]) => content.toString('latin1')).join('');
  expect(text).toContain('Clara Whitfield');
  const { rows } = await server.database.query<{ secret: string }>(
    `SELECT password_hash AS secret FROM identity.users
      UNION ALL SELECT encode(token_hash, 'hex') FROM identity.sessions
      UNION ALL SELECT encode(token_hash, 'hex') FROM schedules.calendar_tokens`,
  );
  expect(rows.length).toBeGreaterThan(2);
  for (const { secret } of rows) expect(text.includes(secret)).toBe(false);
  expect((lines as string[]).some((line) => line.includes('$argon2id$'))).toBe(true);
});

test('the sums are those that sha256sum reads', async () => {
  const files = await unzipped(bytes);
  const sums = [...files].filter(([path]) => path !== SUMS_PATH);
  const expected = sums.map(([path, content]) =>
    sumLine({ path, sha256: createHash('sha256').update(content).digest('hex') }),
  );
  expect(files.get(SUMS_PATH)?.toString()).toBe(expected.join(''));
});

test('a byte changed in any part is refused, with the part in the sentence', async () => {
  const zip = await fromBufferPromise(bytes);
  const entries = await Array.fromAsync(zip.eachEntry());
  expect(entries.length).toBe(manifest.parts.length + 2);
  for (const entry of entries.filter(({ compressedSize }) => compressedSize > 2)) {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const changed = Buffer.from(bytes);
    const at = fileDataStart + Math.floor(entry.compressedSize / 2);
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    const isPart = manifest.parts.some(({ path }) => path === entry.fileName);
    expect(await read(changed), entry.fileName).toContain(isPart ? `damaged in ${entry.fileName}` : 'is damaged');
  }
});

test('a byte changed anywhere is refused, or changes nothing of what is read', async () => {
  const lines = await read(bytes);
  expect(await read(await rewritten((same) => same))).toEqual(lines);
  const draw = randomNumbers(20261126);
  let refused = 0;
  for (let round = 0; round < 60; round += 1) {
    const changed = Buffer.from(bytes);
    const at = Math.floor(draw() * bytes.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(draw() * 8));
    const found = await read(changed);
    if (typeof found === 'string') refused += 1;
    else expect(found, `byte ${at}`).toEqual(lines);
  }
  expect(refused).toBeGreaterThan(30);
});

test('a file that is cut off is refused, wherever', async () => {
  for (const length of [0, 1, 100, Math.floor(bytes.length / 2), bytes.length - 30, bytes.length - 1]) {
    expect(await read(bytes.subarray(0, length)), `${length} bytes`).toContain('cut off, damaged, or no backup');
  }
  expect(await read(Buffer.from('no zip at all'))).toContain('no backup of Daybook');
});

test('another passphrase is refused; without one there are no secrets', async () => {
  expect(await read(bytes, 'horse and stable')).toBe('The passphrase is not that of this backup.');
  const backup = await openBackup(file, null);
  expect(backup.manifest.parts.filter(({ path }) => path.endsWith('.encrypted'))).toEqual([]);
  backup.close();
});

test('a newer format, and tables that this Daybook doesn’t know, are refused', async () => {
  expect(await read(await rewritten((of) => ({ ...of, format: 2, more: true })))).toContain('has format 2, of a newer');
  const { schemas } = manifest;
  const newer = { ...schemas, daybook: [...schemas.daybook, 'identity: what is to come'] };
  expect(await read(await rewritten((of) => ({ ...of, schemas: newer })))).toContain('made by a newer Daybook');
  expect(await read(await rewritten((of) => ({ ...of, schemas: { ...schemas, eventstore: 99 } })))).toContain('newer');
});

test('a part that the manifest doesn’t name, and a missing one, are refused', async () => {
  const fewer = (of: Manifest) => ({ ...of, parts: of.parts.slice(1) });
  expect(await read(await rewritten(fewer))).toContain('is damaged');
});

describe('the file', () => {
  test('is never overwritten, and one that was interrupted is not there', async () => {
    await expect(makeBackup(making(file), never)).rejects.toThrow('a backup overwrites nothing');
    const stopping = new AbortController();
    const target = join(folder, 'interrupted.zip');
    const interrupted = makeBackup(
      making(target, { told: () => stopping.abort(new Error('enough')) }),
      stopping.signal,
    );
    await expect(interrupted).rejects.toThrow('enough');
    await expect(makeBackup(making(join(folder, 'nowhere', 'a.zip')), never)).rejects.toThrow('is no folder');
    expect((await readdir(folder)).filter((name) => name.startsWith('interrupted'))).toEqual([]);
  });

  test('is not there where another backup writes it', async () => {
    const target = join(folder, 'twice.zip');
    await writeFile(`${target}.part`, '');
    await expect(makeBackup(making(target), never)).rejects.toThrow('another backup writes it now, or was cut off');
    await rm(`${target}.part`);
  });

  test('is readable by its owner alone', async () => {
    const handle = await open(file);
    expect((await handle.stat()).mode & 0o777).toBe(0o600);
    await handle.close();
  });
});

test('of the backups in a folder those are deleted that their schedule made and no longer keeps', async () => {
  const [mine, other] = [randomUUID(), randomUUID()];
  const made = join(folder, 'scheduled');
  await mkdir(made);
  const add = async (schedule: string | null, days: string[]) => {
    const source = join(folder, `of-${schedule}.zip`);
    await makeBackup(making(source, { schedule, passphrase: null }), never);
    for (const day of days) await copyFile(source, join(made, scheduledName(new Date(`2026-01-${day}T03:00:00Z`))));
  };
  await add(mine, ['01', '02', '03', '04']);
  await add(other, ['05', '06']);
  await add(null, ['07']);
  await writeFile(join(made, scheduledName(new Date('2026-01-08T03:00:00Z'))), 'damaged');
  await writeFile(join(made, 'notes.txt'), 'mine');
  const gone = await thin(made, { days: 2, weeks: 0, months: 0 }, mine);
  expect(gone).toEqual(['daybook-2026-01-01T03-00-00Z.zip', 'daybook-2026-01-02T03-00-00Z.zip']);
  const days = ['03', '04', '05', '06', '07', '08'];
  const left = [...days.map((day) => `daybook-2026-01-${day}T03-00-00Z.zip`), 'notes.txt'];
  expect((await readdir(made)).toSorted()).toEqual(left);
});

describe('a full disk', async () => {
  const disk = await mkdtemp(join(tmpdir(), 'daybook-full-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'daybook-test', disk], { encoding: 'utf8' });
  if (mounted.status !== 0) console.warn(`A disk that is really full is not tested: ${mounted.stderr?.trim()}.`);
  afterAll(async () => {
    if (mounted.status === 0) spawnSync('umount', [disk]);
    await rm(disk, { recursive: true, force: true });
  });

  test.skipIf(mounted.status !== 0)('ends a backup with a sentence, and leaves nothing', async () => {
    const target = join(disk, 'full.zip');
    await server.database.query(
      `INSERT INTO files.images SELECT gen_random_uuid(), user_id, 'image/png', sha256(n::text::bytea), 'd', now()
        FROM identity.users, generate_series(1, 2000) n`,
    );
    await expect(makeBackup(making(target), never)).rejects.toThrow(`The disk of ${target} is full`);
    expect(existsSync(target)).toBe(false);
    expect(await readdir(disk)).toEqual([]);
  });
});
