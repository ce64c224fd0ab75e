import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../command-lines/read.ts';
import { type StatusFound, statusOf } from '../status/status.ts';
import { storesOf } from '../status/stores.ts';
import { readRecord } from './backup-record.ts';
import { endingWell } from './command.ts';
import { StartFailure } from './failure.ts';
import { lockHolder } from './lock.ts';
import { readServices } from './services-file.ts';
import { eventStoreHosts, type ProgramSettings, readSettings } from './settings.ts';

// `npm run status`: how Daybook is, in ten lines.

const USAGE = `Says in ten lines how Daybook is: that of the data folder (DAYBOOK_DATA), or of DATABASE_URL and
EVENTSTORE_URL. It starts and changes nothing. A line that somebody should look at begins with an exclamation mark.

  --help  this

Exit code: 0 all is well, 1 something is not, 2 it could not be found out.`;

const root = fileURLToPath(new URL('../../', import.meta.url));

process.exit(await endingWell(run));

async function run(): Promise<number> {
  readCommandLine(USAGE, {});
  const lines = statusOf(await findOut(readSettings(process.env)));
  for (const { name, text, isWell } of lines) console.log(`${isWell ? ' ' : '!'} ${name.padEnd(12)} ${text}`);
  return lines.every(({ isWell }) => isWell) ? 0 : 1;
}

/** Finds out how a Daybook is, and starts nothing. Throws a `StartFailure` where a store doesn't answer. */
async function findOut(settings: ProgramSettings): Promise<StatusFound> {
  const { dataDir } = settings;
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const holder = await lockHolder(dataDir);
  const running = holder === null ? null : await readServices(dataDir);
  // Else the folder is of another Daybook: what is in it says nothing of this database.
  const isOfFolder = !settings.databaseUrl || running?.databaseUrl === settings.databaseUrl;
  const services = isOfFolder ? running : null;
  const databaseUrl = settings.databaseUrl ?? services?.databaseUrl;
  const eventStoreUrl = settings.eventStoreUrl ?? services?.eventStoreUrl;
  const isOutside = settings.databaseUrl !== undefined && settings.eventStoreUrl !== undefined;
  const address = services?.address ?? (isOutside ? 'the services of its settings' : null);
  const pid = services && holder !== null && holder !== 'unknown' ? holder.pid : null;
  const [host] = settings.eventStoreUrl ? eventStoreHosts(settings.eventStoreUrl) : [];
  const { eventsDatabaseUrl } = settings.eventStoreUrl ? {} : (services ?? {});
  const urls = databaseUrl && eventStoreUrl ? { databaseUrl, eventStoreUrl, eventsDatabaseUrl } : null;
  const hasFolder = (await stat(dataDir).catch(() => null)) !== null;
  if (!hasFolder && !urls) throw new StartFailure(`There is no Daybook in ${dataDir}.`);
  return {
    now: new Date(),
    version,
    dataDir,
    running: address === null ? null : { address, pid },
    stores: urls && (await told(storesOf(urls, host ? `${host.host}:${host.port}` : null))),
    folderBytes: isOfFolder && hasFolder ? await bytesIn(dataDir) : null,
    backup: isOfFolder ? await readRecord(dataDir) : null,
    disk: isOfFolder && hasFolder ? await diskOf(dataDir) : null,
  };
}

async function told<Value>(work: Promise<Value>): Promise<Value> {
  return await work.catch((error) => {
    throw new StartFailure(`Postgres doesn't tell how Daybook is: ${error instanceof Error ? error.message : error}`);
  });
}

async function diskOf(folder: string): Promise<StatusFound['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** The bytes of the files below a folder, which may come and go meanwhile. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  }
  return bytes;
}
