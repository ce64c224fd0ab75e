import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Making, makeBackup } from '../backup/make.ts';
import { partialName } from '../backup/new-file.ts';
import type { Databases } from '../backup/open-cut.ts';
import { readBackupSchedule } from '../backup/schedule.ts';
import { thin } from '../backup/thin.ts';
import { readCommandLine, refuse } from '../command-lines/read.ts';
import { progressOn, secondsSinceBackup, sizeText } from './backup-progress.ts';
import { changeRecord, readRecord } from './backup-record.ts';
import { endingWell } from './command.ts';
import { StartFailure } from './failure.ts';
import { passphraseFor } from './passphrase.ts';
import { startDatabases } from './services.ts';
import { type ProgramSettings, readSettings } from './settings.ts';
import { listenForStop } from './stop-requests.ts';
import { createTerminal } from './terminal.ts';
import { verifyBackup } from './verify-backup.ts';
import { runningServices, withPrograms } from './with-services.ts';

// `npm run backup`: everything of the Daybook of a data folder in one file, while it runs or is stopped.

const USAGE = `Makes one file of everything of Daybook at one moment, while it runs or is stopped.

  FILE               the new file, a zip
  --without-secrets  leaves out the hashes of passwords and the addresses of calendars
  --verify FILE      restores a backup into a temporary folder, audits that, and deletes it; makes no backup
  --help             this

It needs a passphrase, which encrypts the secrets: BACKUP_PASSPHRASE, or it is asked for. DAYBOOK_DATA names the data
folder. With EVENTSTORE_URL the events are not in the file: back them up with the event store's own tools.
Exit code: 0 done, 1 the audit of a verified backup found differences, 2 it could not be done, 130 interrupted.`;

const root = fileURLToPath(new URL('../../', import.meta.url));
const terminal = createTerminal((text) => process.stderr.write(text));

process.exit(await endingWell(run));

async function run(): Promise<number> {
  const options = {
    verify: { type: 'boolean', default: false },
    'without-secrets': { type: 'boolean', default: false },
    // Of the schedule of `npm start`: such a backup may be deleted by a later one.
    scheduled: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = readCommandLine(USAGE, options, 1);
  const [file] = positionals;
  if (file === undefined) refuse('FILE is missing');
  const settings = readSettings(process.env);
  const stops = listenForStop();
  const { signal } = stops.stopping;
  const passphrase = (purpose: 'new' | 'existing') =>
    values['without-secrets'] ? null : () => passphraseFor(purpose, process.env, signal);
  if (values.verify) {
    const askPassphrase = passphrase('existing');
    return await verifyBackup({ file: resolve(file), askPassphrase, root, terminal }, settings, stops);
  }
  const secret = (await passphrase('new')?.()) ?? null;
  const making = { file: resolve(file), passphrase: secret };
  await withDatabases(settings, stops, async (databases) => {
    if (values.scheduled) await backUpBySchedule({ ...making, databases }, settings, signal);
    else await backUp({ ...making, databases, schedule: null }, settings, signal);
  });
  return 0;
}

/**
 * Calls `work` with the URLs of the databases: the running Daybook's, or the databases of a Postgres that it starts.
 */
async function withDatabases(
  settings: ProgramSettings,
  stops: ReturnType<typeof listenForStop>,
  work: (databases: Databases) => Promise<void>,
): Promise<void> {
  const { databaseUrl, eventStoreUrl, dataDir } = settings;
  const running = await runningServices(settings);
  if (running) {
    const { eventsDatabaseUrl } = running;
    if (!eventStoreUrl && !eventsDatabaseUrl) {
      throw new StartFailure('The Daybook that runs is of an older version: stop it first, or start it again.');
    }
    return await work({ daybook: running.databaseUrl, eventstore: eventsDatabaseUrl });
  }
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartFailure(`There is no Daybook in ${dataDir}.`);
  await withPrograms(dataDir, stops, terminal, async (supervisor) => {
    const { database } = await startDatabases(settings, supervisor);
    stops.stopping.signal.throwIfAborted();
    await work({
      daybook: databaseUrl ?? (await database('daybook')),
      eventstore: eventStoreUrl ? undefined : await database('eventstore'),
    });
  });
}

type ToMake = Pick<Making, 'file' | 'databases' | 'passphrase' | 'schedule'>;

/** Makes a backup, then deletes those that are no longer kept; first what a run that was cut off has left. */
async function backUpBySchedule(
  making: Omit<ToMake, 'schedule'>,
  settings: ProgramSettings,
  signal: AbortSignal,
): Promise<void> {
  const { dataDir } = settings;
  const { schedule = null, writing } = await readRecord(dataDir);
  const id = schedule ?? randomUUID();
  if (writing) await rm(partialName(writing), { force: true });
  await changeRecord(dataDir, { schedule: id, writing: making.file });
  await backUp({ ...making, schedule: id }, settings, signal).finally(() => changeRecord(dataDir, { writing: null }));
  const keep = readBackupSchedule(process.env, dataDir)?.keep;
  if (!keep) return;
  for (const name of await thin(dirname(making.file), keep, id))
    console.log(`${name} is deleted: newer ones are kept.`);
}

async function backUp(making: ToMake, { dataDir }: ProgramSettings, signal: AbortSignal): Promise<void> {
  const { file, databases } = making;
  const startMs = performance.now();
  const now = new Date();
  terminal.print(`Writing ${file}`);
  const { bytes } = await makeBackup({ ...making, now, isGentle: true, told: progressOn(terminal.print) }, signal);
  if (existsSync(dataDir)) {
    const seconds = Math.round((performance.now() - startMs) / 1000);
    await changeRecord(dataDir, { lastSuccess: { at: now.toISOString(), file, bytes, seconds } });
  }
  console.log(`The backup is complete: ${file}, ${sizeText(bytes)}, in ${secondsSinceBackup(startMs)}.`);
  if (making.passphrase === null) {
    console.log('It has no passwords: a restore gives each user a new one.');
  }
  if (!databases.eventstore) {
    console.log('It has no events: back up the event store now, after this, with its own tools (docs/operations.md).');
  }
}
