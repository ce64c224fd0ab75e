import { buildDashboard, isBuilt, sourcesHash } from './start/dashboard-build.ts';
import { isPlain } from './start/failure.ts';
import { House } from './start/house.ts';
import { endLeftovers } from './start/leftovers.ts';
import { lockFolder } from './start/lock.ts';
import { mustBeFree } from './start/ports.ts';
import { startPrograms } from './start/programs.ts';
import { reachDatabase, reachEventStore } from './start/reach.ts';
import { type StartedServices, startServices } from './start/services.ts';
import { removeServices, writeServices } from './start/services-file.ts';
import { readSettings, type Settings } from './start/settings.ts';
import { listenForStop, Stopped } from './start/stop-requests.ts';
import { startStripe } from './start/stripe.ts';
import { voice } from './start/voice.ts';

// `npm start`: brings up all of Daybook on one machine, with stand-ins for the services that no URL names, keeps it
// running, and takes it down again in order.

const root = import.meta.dirname;
// When the terminal is closed there is nobody left to tell, and all must still be stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const aloud = voice((text) => process.stdout.write(text));
const { stopping, hastening } = listenForStop();

process.exit(await run());

async function run(): Promise<number> {
  try {
    const settings = readSettings(process.env);
    const lock = await lockFolder(settings.dataDir, settings.address);
    await live(settings).finally(lock.release);
  } catch (error) {
    if (error instanceof Stopped) {
      aloud.say('Daybook has stopped.');
      return 0;
    }
    console.error(isPlain(error) ? error.message : error);
  }
  return 1;
}

/** Lives until it is stopped or something fails, and throws the reason when all programs have ended. */
async function live(settings: Settings): Promise<never> {
  const house = new House(settings.dataDir, aloud, stopping);
  const end = new Promise<never>((_, reject) => {
    stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason));
  });
  const broughtUp = bringUp(settings, house);
  try {
    const { eventStorePagesUrl } = await Promise.race([broughtUp, end]);
    if (eventStorePagesUrl) aloud.say(`The event store's pages are at ${eventStorePagesUrl}`);
    aloud.say(`Daybook is ready at ${settings.address}`);
    return await end;
  } finally {
    // What is still being brought up must not go on.
    stopping.abort(new Stopped());
    await house.stop(hastening);
    await broughtUp.catch(() => undefined);
    await removeServices(settings.dataDir);
  }
}

async function bringUp(settings: Settings, house: House): Promise<StartedServices> {
  const { databaseUrl, eventStoreUrl, dataDir, port, address } = settings;
  await endLeftovers(dataDir);
  await removeServices(dataDir);
  await mustBeFree(port);
  if (databaseUrl) await aloud.step('Looking for the database', () => reachDatabase(databaseUrl));
  if (eventStoreUrl) await aloud.step('Looking for the event store', () => reachEventStore(eventStoreUrl));
  const hash = await sourcesHash(root);
  if (!(await isBuilt(root, hash))) {
    await aloud.step('Building the dashboard', () => buildDashboard(root, hash, stopping.signal));
  }
  const services = await startServices(settings, house, root);
  await writeServices(dataDir, { address, ...services });
  const stripe = await startStripe(settings, house, root);
  await startPrograms(settings, services, stripe, house, root);
  return services;
}
