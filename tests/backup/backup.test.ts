import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import type { LedgerSeal, SealCheck } from '#contract/ledger-calls.ts';
import { randomNumbers } from '#platform/random-numbers.ts';
import { manifestIn } from '#tools/backup/open.ts';
import { Caller, expectOk } from '../support/caller.ts';
import { Daybook } from '../support/daybook.ts';
import { formOf } from '../support/forms.ts';
import { noise } from '../support/images.ts';
import { noteSecret } from '../support/leaks.ts';
import { previewed, registerFile } from '../support/register-file.ts';
import { runCommand } from '../support/run-command.ts';
import { settled } from '../support/settled.ts';

// `npm run backup`, `npm run restore` and the backups of `npm start`, on one small Daybook.

const onLinux = existsSync('/proc/self/status');
if (!onLinux) console.info('Skipped: backups of a running Daybook need /proc.');

const PASSPHRASE = 'horse and staple';
const ROWS = 1_500;
const FILE = registerFile(
  Array.from({ length: ROWS }, (_, at) => ({
    ...{ account: 'Everyday', date: '2026-03-14', payee: `Shop ${at}`, amount: at % 2 === 0 ? -1 : 3 },
  })),
);

let daybook: Daybook;
/** Where scheduled backups go; it has a file that looks like one of them, and is none. */
let scheduledFolder: string;
/** Backups by hand, and folders that are restored. */
let folder: string;
const FOREIGN = 'daybook-2020-01-01T00-00-00Z.zip';
beforeAll(async () => {
  if (!onLinux) return;
  noteSecret('the passphrase of backups', PASSPHRASE);
  scheduledFolder = await mkdtemp(join(tmpdir(), 'daybook-scheduled-'));
  await writeFile(join(scheduledFolder, FOREIGN), 'mine');
  daybook = await Daybook.prepare({
    BACKUP_EVERY: '1h',
    BACKUP_KEEP: '1d',
    BACKUP_TO: scheduledFolder,
    BACKUP_PASSPHRASE: PASSPHRASE,
  });
  folder = `${daybook.folder}-backups`;
  await mkdir(folder, { mode: 0o755 });
  await daybook.start();
});
afterAll(async () => {
  await daybook?.remove();
  for (const path of [folder, scheduledFolder]) if (path) await rm(path, { recursive: true, force: true });
});

const backup = (args: string[], env: Record<string, string> = { BACKUP_PASSPHRASE: PASSPHRASE }) =>
  runCommand('tools/start/backup.ts', args, { DAYBOOK_DATA: daybook.folder, ...env });
const restore = (args: string[], env: Record<string, string> = { BACKUP_PASSPHRASE: PASSPHRASE }) =>
  runCommand('tools/start/restore.ts', args, { DAYBOOK_DATA: join(folder, 'unnamed'), ...env });

const sealOf = async (user: Caller) => (await expectOk(user.get<LedgerSeal>('/ledger/seal'))).data;

/** Everything that the store has of events up to a position, but for the id of the log, as one hash. */
async function eventsUpTo(dataFolder: string, position: string): Promise<{ count: number; hash: string }> {
  const { eventsDatabaseUrl } = JSON.parse(await readFile(join(dataFolder, 'services.json'), 'utf8'));
  const client = new pg.Client({ connectionString: eventsDatabaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count, md5(string_agg(md5(events::text), '' ORDER BY position)) AS hash FROM events
        WHERE position <= $1 AND stream <> 'daybook-log'`,
      [position],
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

/** The same user at another Daybook, who logs in with the same password. */
async function elsewhere(user: Caller, address: string, password = user.password): Promise<Caller> {
  const other = new Caller(address);
  await expectOk(other.post('/users/login', { email: user.email, password }));
  return other;
}

/** How fast each writer writes, and how many receipts at most. */
const PAUSE_MS = 100;
const RECEIPTS_MAX = 10;

/** The ledger that a user sees as it was known at a revision. */
const seenAt = async (user: Caller, revision: number) =>
  await Promise.all([
    user.getText(`/users/get-current-user?known=${revision}`),
    user.getText(`/ledger/entries?limit=50&known=${revision}`),
    user.getText(`/goals/get-goals?known=${revision}`),
  ]);

test.runIf(onLinux)(
  'a backup under load is restored elsewhere: every event, user, receipt and figure of its moment, and what is half ' +
    'done there is finished',
  async () => {
    const writers = await Promise.all(Array.from({ length: 3 }, () => Caller.registered(daybook.address)));
    const [gone, sorter] = [await Caller.registered(daybook.address), await Caller.registered(daybook.address)];
    const { importId } = (await expectOk(previewed(sorter, FILE))).data;
    await expectOk(sorter.post('/import/commit', { importId }));
    await expectOk(writers[0]?.post('/ledger/save-view', { name: 'Large', q: 'amount>10' }) ?? Promise.reject());
    await expectOk(gone.post('/users/delete-account', { password: gone.password }));

    let isStopped = false;
    const draw = randomNumbers(7);
    const photo = await noise(200);
    const writing = writers.map(async (user) => {
      // Below the limits of a user, however long the backup takes.
      for (let receipts = 0; !isStopped; await pause(PAUSE_MS)) {
        const income = { title: `Käse ${randomUUID().slice(0, 8)}`, amount: String(1 + Math.floor(draw() * 90)) };
        if (receipts < RECEIPTS_MAX && draw() < 0.3) {
          receipts += 1;
          await expectOk(user.postForm('/transaction/create-income', formOf(income, 'receipt', photo)));
        } else await expectOk(user.post('/transaction/create-income', { ...income, amount: Number(income.amount) }));
      }
    });
    const sorting = sorter.post('/ledger/bulk', { select: { q: 'shop' }, change: { title: 'Sorted' } });
    const file = join(folder, 'load.zip');
    const made = await backup([file]);
    isStopped = true;
    await Promise.all(writing);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining(`The backup is complete: ${file}`) });
    expect((await sorting).status).toBe(200);
    const { log } = await manifestIn(file);
    const position = log?.position ?? '0';

    const into = join(folder, 'restored');
    const restored = await restore([file, '--into', into]);
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing differs') });
    expect(restored.stdout).toMatch(/The audit took [\d.]+ s\.\n.* is restored/);
    const other = await Daybook.on(into);
    try {
      await other.start();
      expect(await eventsUpTo(into, position)).toEqual(await eventsUpTo(daybook.folder, position));
      for (const user of writers) {
        const there = await elsewhere(user, other.address);
        const { revision, seal } = await settled(
          () => sealOf(there),
          (found) => found.revision,
        );
        expect((await expectOk(user.post<SealCheck>('/ledger/check-seal', { seal }))).data).toMatchObject({
          holds: true,
        });
        expect(await seenAt(there, revision ?? 0)).toEqual(await seenAt(user, revision ?? 0));
        const { transactionHistory } = await there.user();
        const receipts = transactionHistory.flatMap(({ receipt }) => receipt ?? []);
        for (const receipt of receipts) {
          const [here, copy] = await Promise.all([user.open(receipt), there.open(receipt)]);
          expect(copy.status).toBe(200);
          expect(Buffer.from(await copy.arrayBuffer()).equals(Buffer.from(await here.arrayBuffer()))).toBe(true);
        }
      }
      const [first] = writers;
      if (!first) throw new Error('There are no writers.');
      const there = await elsewhere(first, other.address);
      expect(await there.getText('/ledger/views')).toContain('amount>10');
      // Whatever the bulk had done by then, it is done as a whole, and undone, too.
      const sorted = await elsewhere(sorter, other.address);
      await expectOk(sorted.post('/transaction/create-income', { title: 'Pay', amount: 1 }));
      const { status } = await gone
        .copy(other.address)
        .post('/users/login', { email: gone.email, password: gone.password });
      expect(status).toBeGreaterThanOrEqual(400);
      const audit = await runCommand('tools/start/audit.ts', [], { DAYBOOK_DATA: into });
      expect(audit).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing differs') });
    } finally {
      await other.stop();
    }
  },
);

test.runIf(onLinux)(
  'npm start makes backups by its schedule, records them, and deletes no file that isn’t its own',
  async () => {
    const names = await settled(
      () => readdir(scheduledFolder),
      (found) => found.length === 2 && !found.some((name) => name.endsWith('.part')),
    );
    const [name = ''] = names.filter((found) => found !== FOREIGN);
    expect(name).toMatch(/^daybook-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ\.zip$/);
    expect(await readFile(join(scheduledFolder, FOREIGN), 'utf8')).toBe('mine');
    const record = await settled(
      async () => JSON.parse(await readFile(join(daybook.folder, 'backups.json'), 'utf8')),
      ({ writing }) => writing === null,
    );
    expect(record).toMatchObject({ lastSuccess: { bytes: expect.any(Number) }, lastFailure: null });
    const { schedule } = await manifestIn(join(scheduledFolder, name));
    expect(schedule).toBe(record.schedule);
    const { api } = daybook.pids();
    expect(await readFile(`/proc/${api}/environ`, 'utf8')).not.toContain(PASSPHRASE);
  },
);

test.runIf(onLinux)('what a newer version wrote is refused, in its tables and in its folder', async () => {
  const { databaseUrl } = JSON.parse(await readFile(join(daybook.folder, 'services.json'), 'utf8'));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const file = join(folder, 'newer.zip');
  try {
    await client.query("INSERT INTO public.migrations (name) VALUES ('api: of tomorrow')");
    const tables = await backup([file]);
    expect(tables).toMatchObject({ code: 2, stderr: expect.stringContaining('A newer version of Daybook wrote this') });
  } finally {
    await client.query("DELETE FROM public.migrations WHERE name = 'api: of tomorrow'");
    await client.end();
  }
  const layout = join(daybook.folder, 'layout');
  const own = await readFile(layout, 'utf8');
  try {
    await writeFile(layout, '999\n');
    const inFolder = await backup([file]);
    expect(inFolder).toMatchObject({ code: 2, stderr: expect.stringContaining('its layout is 999') });
  } finally {
    await writeFile(layout, own);
  }
  expect(existsSync(file)).toBe(false);
});

test.runIf(onLinux)('a stopped Daybook is backed up, too; what exists is never overwritten', async () => {
  const user = await Caller.registered(daybook.address);
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 1000 }));
  await daybook.stop();
  const file = join(folder, 'stopped.zip');
  const refused = await backup([file], {});
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('set BACKUP_PASSPHRASE, or') });
  expect(existsSync(file)).toBe(false);

  expect(await backup([file])).toMatchObject({ code: 0, stderr: expect.stringContaining('Starting Postgres') });
  expect(await backup([file])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a backup overwrites nothing'),
  });
  expect(await restore([file, '--into', daybook.folder])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has data: a restore overwrites nothing'),
  });
  expect(await restore([file, '--into', join(folder, 'a')], { BACKUP_PASSPHRASE: 'horse and stable' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The passphrase is not that of this backup.'),
  });
  const nobody = join(folder, 'nobody');
  expect(await backup([join(folder, 'n.zip')], { BACKUP_PASSPHRASE: PASSPHRASE, DAYBOOK_DATA: nobody })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`There is no Daybook in ${nobody}`),
  });
  expect(existsSync(nobody)).toBe(false);

  expect(await restore([file, '--verify'], { BACKUP_PASSPHRASE: 'horse and stable' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The passphrase is not that of this backup.'),
  });
  const verified = await restore([file, '--verify']);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(`${file} can be restored.`) });
  expect(verified.stdout).toContain('Nothing differs');
  const beside = (await readdir(dirname(daybook.folder))).filter((name) => name.startsWith('.daybook-verified'));
  expect(beside).toEqual([]);
  expect((await readdir(folder)).filter((name) => /\.part$|restoring|^a$|nobody/.test(name))).toEqual([]);

  // A backup is due, and its folder goes, as a disk does that is taken away.
  for (const name of await readdir(scheduledFolder)) await rm(join(scheduledFolder, name));
  await daybook.start();
  await rm(scheduledFolder, { recursive: true });
  expect((await user.user()).currentBalance).toBe(1000);
  await settled(
    async () => daybook.told(),
    (told) => told.includes(`The backup failed: ${scheduledFolder} is no folder`),
  );
  const { lastFailure, lastSuccess } = JSON.parse(await readFile(join(daybook.folder, 'backups.json'), 'utf8'));
  expect(lastFailure).toMatchObject({ reason: expect.stringContaining('is no folder'), at: expect.any(String) });
  expect(lastSuccess).toMatchObject({ file });
  await mkdir(scheduledFolder);
});

test.runIf(onLinux)('without secrets each user has a new password after a restore', async () => {
  const user = await Caller.registered(daybook.address);
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 500 }));
  const file = join(folder, 'open.zip');
  expect(await backup([file, '--without-secrets'], {})).toMatchObject({ code: 0 });
  const into = join(folder, 'open');
  const restored = await restore([file, '--into', into], {});
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Each user has a new password') });
  const passwords = await readFile(join(into, 'new-passwords.txt'), 'utf8');
  const [, password = ''] = new RegExp(`^${user.email} (\\S+)$`, 'm').exec(passwords) ?? [];
  const other = await Daybook.on(into);
  try {
    await other.start();
    const refused = await new Caller(other.address).post('/users/login', {
      email: user.email,
      password: user.password,
    });
    expect(refused.problem.code).toBe('incorrect_password');
    expect((await (await elsewhere(user, other.address, password)).user()).currentBalance).toBe(500);
    const demo = { email: DEMO_EMAIL, password: DEMO_PASSWORD };
    await expectOk(new Caller(other.address).post('/users/login', demo));
  } finally {
    await other.stop();
  }
});

test.runIf(onLinux)('settings of a schedule that can’t be right are refused at the start', async () => {
  const start = (env: Record<string, string>) =>
    runCommand('tools/start/main.ts', [], { DAYBOOK_DATA: join(folder, 'unstarted'), ...env });
  const sound = { BACKUP_EVERY: '24h', BACKUP_TO: scheduledFolder, BACKUP_PASSPHRASE: PASSPHRASE };
  const refusals = [
    [{ ...sound, BACKUP_EVERY: 'often' }, "BACKUP_EVERY is 'often'"],
    [{ ...sound, BACKUP_TO: join(folder, 'unmounted') }, 'which is no folder: make it, or mount the disk'],
  ] as const;
  for (const [env, sentence] of refusals) {
    expect(await start(env)).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
  }
  expect(existsSync(join(folder, 'unstarted'))).toBe(false);
});

test.runIf(onLinux)('a restore onto a full disk says so, and leaves nothing', async (context) => {
  const disk = await mkdtemp(join(tmpdir(), 'daybook-full-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'daybook-test', disk], { encoding: 'utf8' });
  try {
    if (mounted.status !== 0) {
      console.info(`No disk could be mounted, so the test of a full one is skipped: ${mounted.stderr?.trim()}`);
      return context.skip();
    }
    await chmod(disk, 0o755);
    const file = join(folder, 'stopped.zip');
    // It passes the first look at the space, and has too little left once Postgres has set up its data.
    const full = await restore([file, '--into', join(disk, 'data')]);
    expect(full).toMatchObject({ code: 2, stderr: expect.stringContaining(`The disk of ${disk} became full`) });
    expect(await readdir(disk)).toEqual([]);
    await writeFile(join(disk, 'filler'), Buffer.alloc(20 * 1024 * 1024));
    const early = await restore([file, '--into', join(disk, 'data')]);
    expect(early).toMatchObject({ code: 2, stderr: expect.stringContaining(`The disk of ${disk} is too full`) });
    expect(await readdir(disk)).toEqual(['filler']);
  } finally {
    if (mounted.status === 0) spawnSync('umount', [disk]);
    await rm(disk, { recursive: true, force: true });
  }
});
