import { join } from 'node:path';
import { readCommandLine } from '../command-lines/read.ts';
import { buildDashboard, isBuilt, sourcesHash } from './dashboard-build.ts';
import { distFolder } from './dist-folder.ts';
import { requireFreePort } from './ports.ts';
import { loadPrograms, startPrograms } from './programs.ts';
import { reachStores } from './reach.ts';
import { runTool, type StartContext } from './run.ts';
import { serveStartMetrics } from './serve-metrics.ts';
import { type StartedServices, startServices } from './services.ts';
import { sourceArchive } from './source-archive.ts';
import { startStripeProgram } from './stripe.ts';

// `npm start`: runs all of Daybook on one machine, with stand-ins for the services that no URL names, restarts its
// programs as needed, and stops them in order.

const root = join(import.meta.dirname, '..', '..');

const USAGE = `Runs all of Daybook on this machine, until Ctrl-C stops it.

  --help   this

It needs no settings. PORT (3000) and DAYBOOK_DATA (.daybook) name its port and its data folder; DATABASE_URL and
EVENTSTORE_URL name a Postgres and an EventStoreDB to use instead of its own. docs/operations.md has all settings.
Exit code: 0 it was stopped, 1 it could not start or keep running, 2 the command was not understood.`;

readCommandLine(USAGE, {});
process.exit(await runTool(bringUp));

async function bringUp({ settings, supervisor, terminal, stopping }: StartContext): Promise<StartedServices> {
  await requireFreePort(settings.port);
  const loaded = await loadPrograms(settings, root);
  const metricsFrom = await serveStartMetrics(settings);
  await reachStores(settings, terminal);
  const hash = await sourcesHash(root);
  const dist = await distFolder(root, settings.dataDir, hash);
  const build = async () => {
    if (await isBuilt(dist, hash)) return;
    await terminal.step('Building the dashboard', () => buildDashboard({ root, dist, hash }, stopping));
  };
  // Side by side: none of these waits for another one.
  const [services, stripe, archive] = await Promise.all([
    startServices(settings, supervisor, root),
    startStripeProgram(settings, supervisor, root),
    sourceArchive(root, dist, terminal.print, stopping),
    build(),
  ]);
  const apiEnv = { ...stripe, SOURCE_ARCHIVE: archive ?? '' };
  metricsFrom(await startPrograms(settings, services, apiEnv, supervisor, { root, dist }, { loaded }));
  return services;
}
