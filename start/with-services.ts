import { StartFailure } from './failure.ts';
import { endLeftovers } from './leftovers.ts';
import { holderOf, lockFolder } from './lock.ts';
import { reachDatabase, reachEventStore } from './reach.ts';
import { type ServiceUrls, startServices } from './services.ts';
import { readServices, removeServices } from './services-file.ts';
import { readSettings, type Settings } from './settings.ts';
import { listenForStop, Stopped } from './stop-requests.ts';
import { Supervisor } from './supervisor.ts';
import type { Voice } from './voice.ts';

/**
 * Does something with Daybook's two services, for a command that works on the books: with those that `DATABASE_URL` and
 * `EVENTSTORE_URL` name; for what they don't name, with those of the Daybook that runs over the data folder; and where
 * none runs, with stand-ins, which are stopped again afterwards. `root` is the project's folder. `work` has to end when
 * its signal aborts. Throws a `StartFailure`, a `Stopped` when a person asked for the end, and what `work` throws.
 */
export async function withServices<Value>(
  env: NodeJS.ProcessEnv,
  root: string,
  voice: Voice,
  work: (urls: ServiceUrls, signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const settings = readSettings(env);
  const { stopping, hastening } = listenForStop();
  const known = await knownServices(settings);
  if (known) return await work(known, stopping.signal);
  const lock = await lockFolder(settings.dataDir, 'a command on its books');
  const supervisor = new Supervisor(settings.dataDir, voice, stopping);
  try {
    await endLeftovers(settings.dataDir);
    // Of a run that was killed: nothing of it is there any more.
    await removeServices(settings.dataDir);
    const urls = await startServices(settings, supervisor, root);
    stopping.signal.throwIfAborted();
    return await work(urls, stopping.signal);
  } finally {
    stopping.abort(new Stopped());
    await supervisor.stop(hastening);
    await lock.release();
  }
}

/** The services that are there already; null where stand-ins have to be started. */
async function knownServices({ databaseUrl, eventStoreUrl, dataDir }: Settings): Promise<ServiceUrls | null> {
  if (databaseUrl) await reachDatabase(databaseUrl);
  if (eventStoreUrl) await reachEventStore(eventStoreUrl);
  if (databaseUrl && eventStoreUrl) return { databaseUrl, eventStoreUrl };
  const holder = await holderOf(dataDir);
  if (!holder) return null;
  const running = await readServices(dataDir);
  if (running)
    return { databaseUrl: databaseUrl ?? running.databaseUrl, eventStoreUrl: eventStoreUrl ?? running.eventStoreUrl };
  throw new StartFailure(
    `${dataDir} is in use by ${holder === 'unknown' ? 'a process' : `process ${holder.pid}`}, which is starting, ` +
      'stopping or another command: try again shortly.',
  );
}
