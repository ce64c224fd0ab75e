import { buildDashboard, isBuilt, sourcesHash } from './start/dashboard-build.ts';
import { mustBeFree } from './start/ports.ts';
import { startPrograms } from './start/programs.ts';
import { reachDatabase, reachEventStore } from './start/reach.ts';
import { type BringingUp, run } from './start/run.ts';
import { type StartedServices, startServices } from './start/services.ts';
import { startStripe } from './start/stripe.ts';

// `npm start`: brings up all of Daybook on one machine, with stand-ins for the services that no URL names, keeps it
// running, and takes it down again in order.

const root = import.meta.dirname;

process.exit(await run(bringUp));

async function bringUp({ settings, supervisor, aloud, stopping }: BringingUp): Promise<StartedServices> {
  const { databaseUrl, eventStoreUrl, port } = settings;
  await mustBeFree(port);
  if (databaseUrl) await aloud.step('Looking for the database', () => reachDatabase(databaseUrl));
  if (eventStoreUrl) await aloud.step('Looking for the event store', () => reachEventStore(eventStoreUrl));
  const hash = await sourcesHash(root);
  if (!(await isBuilt(root, hash))) {
    await aloud.step('Building the dashboard', () => buildDashboard(root, hash, stopping));
  }
  const services = await startServices(settings, supervisor, root);
  const stripe = await startStripe(settings, supervisor, root);
  await startPrograms(settings, services, stripe, supervisor, root);
  return services;
}
