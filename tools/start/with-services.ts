import { StartFailure } from './failure.ts';
import { checkLayout } from './layout.ts';
import { endLeftovers } from './leftovers.ts';
import { lockFolder, lockHolder } from './lock.ts';
import { reachDatabase, reachEventStore } from './reach.ts';
import { type ServiceUrls, type StartedServices, startServices } from './services.ts';
import { readServices, removeServices } from './services-file.ts';
import { type ProgramSettings, readSettings } from './settings.ts';
import { listenForStop, Stopped } from './stop-requests.ts';
import { Supervisor } from './supervisor.ts';
import type { Terminal } from './terminal.ts';

/**
 * Calls `work` with the URLs of both services: the URLs of `DATABASE_URL` and `EVENTSTORE_URL`; for an unset one, the
 * URL of the Daybook that runs on the data folder; and if none runs, of stand-ins, which it stops afterwards. `root` is
 * the project's folder. `work` must end when its signal aborts. Throws a `StartFailure`, a `Stopped` when the user
 * interrupts, and what `work` throws.
 */
export async function withServices<Value>(
  env: NodeJS.ProcessEnv,
  root: string,
  terminal: Terminal,
  work: (urls: ServiceUrls, signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const settings = readSettings(env);
  const stops = listenForStop();
  const running = await runningServices(settings);
  if (running) return await work(running, stops.stopping.signal);
  return await withPrograms(settings.dataDir, stops, terminal, async (supervisor) => {
    const urls = await startServices(settings, supervisor, root);
    stops.stopping.signal.throwIfAborted();
    return await work(urls, stops.stopping.signal);
  });
}

/**
 * Calls `work` with a supervisor of programs on a data folder, which it locks, and stops these programs afterwards.
 * Throws a `StartFailure` where the folder is in use, and what `work` throws.
 */
export async function withPrograms<Value>(
  dataDir: string,
  { stopping, forcing }: ReturnType<typeof listenForStop>,
  terminal: Terminal,
  work: (supervisor: Supervisor) => Promise<Value>,
): Promise<Value> {
  const lock = await lockFolder(dataDir, 'a command on its books');
  const supervisor = new Supervisor(dataDir, terminal, stopping);
  try {
    await endLeftovers(dataDir);
    // Left by a killed run.
    await removeServices(dataDir);
    return await work(supervisor);
  } finally {
    stopping.abort(new Stopped());
    await supervisor.stop(forcing);
    await lock.release();
  }
}

/**
 * The URLs of running services; null when stand-ins have to be started. Throws a `StartFailure`, also where a newer
 * version has written the data folder.
 */
export async function runningServices({
  databaseUrl,
  eventStoreUrl,
  dataDir,
}: ProgramSettings): Promise<StartedServices | null> {
  if (databaseUrl) await reachDatabase(databaseUrl);
  if (eventStoreUrl) await reachEventStore(eventStoreUrl);
  if (databaseUrl && eventStoreUrl) return { databaseUrl, eventStoreUrl };
  await checkLayout(dataDir);
  const holder = await lockHolder(dataDir);
  if (!holder) return null;
  const running = await readServices(dataDir);
  if (running) {
    const urls = { ...running, databaseUrl: databaseUrl ?? running.databaseUrl };
    return eventStoreUrl ? { databaseUrl: urls.databaseUrl, eventStoreUrl } : urls;
  }
  throw new StartFailure(
    `${dataDir} is in use by ${holder === 'unknown' ? 'a process' : `process ${holder.pid}`}, which is starting, ` +
      'stopping or another command: try again shortly.',
  );
}
