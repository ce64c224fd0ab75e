import { join } from 'node:path';
import { buildDashboard, isBuilt, sourcesHash } from './dashboard-build.ts';
import { requireFreePort } from './ports.ts';
import { startPrograms } from './programs.ts';
import { reachDatabase, reachEventStore } from './reach.ts';
import { run, type StartContext } from './run.ts';
import { serveMetrics } from './serve-metrics.ts';
import { type StartedServices, startServices } from './services.ts';
import { sourceArchive } from './source-archive.ts';
import { startStripe } from './stripe.ts';

// `npm start`: runs all of Daybook on one machine, with stand-ins for the services that no URL names, restarts its
// programs as needed, and stops them in order.

const root = join(import.meta.dirname, '..', '..');

process.exit(await run(bringUp));

async function bringUp({ settings, supervisor, terminal, stopping }: StartContext): Promise<StartedServices> {
  const { databaseUrl, eventStoreUrl, port } = settings;
  await requireFreePort(port);
  const metricsFrom = await serveMetrics(settings);
  if (databaseUrl) await terminal.step('Looking for the database', () => reachDatabase(databaseUrl));
  if (eventStoreUrl) await terminal.step('Looking for the event store', () => reachEventStore(eventStoreUrl));
  const archive = sourceArchive(root, terminal.print, stopping); // beside the steps that follow
  const hash = await sourcesHash(root);
  if (!(await isBuilt(root, hash))) {
    await terminal.step('Building the dashboard', () => buildDashboard(root, hash, stopping));
  }
  const services = await startServices(settings, supervisor, root);
  const stripe = await startStripe(settings, supervisor, root);
  const apiEnv = { ...stripe, SOURCE_ARCHIVE: (await archive) ?? '' };
  metricsFrom(await startPrograms(settings, services, apiEnv, supervisor, root));
  return services;
}
