import { join } from 'node:path';
import { createServer } from 'vite';
import { readCommandLine } from '../command-lines/read.ts';
import { anyFreePort } from '../embedded/postgres/port.ts';
import { sourcesHash } from './dashboard-build.ts';
import { distFolder } from './dist-folder.ts';
import { requireFreePort } from './ports.ts';
import { startPrograms } from './programs.ts';
import { reachStores } from './reach.ts';
import { runTool, type StartContext } from './run.ts';
import { serveStartMetrics } from './serve-metrics.ts';
import { type StartedServices, startServices } from './services.ts';
import { sourceArchive } from './source-archive.ts';
import { startStripeProgram } from './stripe.ts';

// `npm run dev`: like `npm start`, for development. The API and the worker restart when one of their files changes, and
// Vite serves the dashboard with hot module replacement. What goes wrong in them is printed.

const root = join(import.meta.dirname, '..', '..');

const USAGE = `Runs Daybook for development: what is changed is loaded at once.

  --help   this

The settings are those of npm start. Exit code: 0 it was stopped, 1 it could not start or keep running, 2 the command
was not understood.`;

readCommandLine(USAGE, {});
process.exit(await runTool(bringUp));

async function bringUp({ settings, supervisor, terminal, stopping }: StartContext): Promise<StartedServices> {
  await requireFreePort(settings.port);
  const metricsFrom = await serveStartMetrics(settings);
  await reachStores(settings, terminal);
  const dist = await distFolder(root, settings.dataDir, await sourcesHash(root));
  const apiSettings = { ...settings, port: await anyFreePort() };
  const [services, stripe, archive] = await Promise.all([
    startServices(settings, supervisor, root),
    startStripeProgram(apiSettings, supervisor, root),
    sourceArchive(root, dist, terminal.print, stopping),
  ]);
  // The browser's origin is Vite's server.
  const apiEnv = { ...stripe, PUBLIC_ORIGIN: settings.address, SOURCE_ARCHIVE: archive ?? '' };
  const watching = { print: terminal.print, signal: stopping };
  metricsFrom(await startPrograms(apiSettings, services, apiEnv, supervisor, { root, dist }, { watching }));
  await terminal.step('Starting the dashboard', () => serveDashboard(settings.port, apiSettings.port));
  return services;
}

/** Starts Vite's development server on loopback at `port`, with a proxy to the API at `apiPort`. */
async function serveDashboard(port: number, apiPort: number): Promise<void> {
  const api = `http://127.0.0.1:${apiPort}`;
  const server = await createServer({
    root: join(root, 'dashboard'),
    configFile: join(root, 'dashboard', 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
    server: { host: 'localhost', port, strictPort: true, proxy: { '/api': api, '/source-code.tgz': api } },
  });
  await server.listen();
}
