import { isPlain } from './failure.ts';
import { endLeftovers } from './leftovers.ts';
import { lockFolder } from './lock.ts';
import type { StartedServices } from './services.ts';
import { removeServices, writeServices } from './services-file.ts';
import { readSettings, type Settings } from './settings.ts';
import { listenForStop, Stopped } from './stop-requests.ts';
import { Supervisor } from './supervisor.ts';
import { type Voice, voice } from './voice.ts';

/** What bringing Daybook up works with. `stopping` aborts when it isn't wanted any more. */
export type BringingUp = { settings: Settings; supervisor: Supervisor; aloud: Voice; stopping: AbortSignal };

/**
 * Runs Daybook over its data folder until it is stopped, saying so in the terminal: `bringUp` starts all programs in the
 * supervisor. Gives the exit code: 0 where a person stopped it, 1 where it can't be brought or kept up, after the reason was said.
 */
export async function run(bringUp: (parts: BringingUp) => Promise<StartedServices>): Promise<number> {
  // When the terminal is closed there is nobody left to tell, and all must still be stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const aloud = voice((text) => process.stdout.write(text));
  try {
    const settings = readSettings(process.env);
    const lock = await lockFolder(settings.dataDir, settings.address);
    await runOver(settings, aloud, bringUp).finally(lock.release);
  } catch (error) {
    if (error instanceof Stopped) {
      aloud.say('Daybook has stopped.');
      return 0;
    }
    console.error(isPlain(error) ? error.message : error);
  }
  return 1;
}

/** Runs until it is stopped or something fails, and throws the reason when all programs have ended. */
async function runOver(
  settings: Settings,
  aloud: Voice,
  bringUp: (parts: BringingUp) => Promise<StartedServices>,
): Promise<never> {
  const { dataDir, address } = settings;
  const { stopping, hastening } = listenForStop();
  const supervisor = new Supervisor(dataDir, aloud, stopping);
  const end = new Promise<never>((_, reject) => {
    stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason));
  });
  const begin = async () => {
    await endLeftovers(dataDir);
    await removeServices(dataDir);
    const services = await bringUp({ settings, supervisor, aloud, stopping: stopping.signal });
    await writeServices(dataDir, { address, ...services });
    return services;
  };
  const broughtUp = begin();
  try {
    const { eventStorePagesUrl } = await Promise.race([broughtUp, end]);
    if (eventStorePagesUrl) aloud.say(`The event store's pages are at ${eventStorePagesUrl}`);
    aloud.say(`Daybook is ready at ${address}`);
    return await end;
  } finally {
    // What is still being brought up must not go on.
    stopping.abort(new Stopped());
    await supervisor.stop(hastening);
    await broughtUp.catch(() => undefined);
    await removeServices(dataDir);
  }
}
