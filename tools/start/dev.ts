import { join } from 'node:path';
import { createServer } from 'vite';
import { anyFreePort } from '../embedded/postgres/port.ts';
import { requireFreePort } from './ports.ts';
import { startPrograms } from './programs.ts';
import { run, type StartContext } from './run.ts';
import { serveMetrics } from './serve-metrics.ts';
import { type StartedServices, startServices } from './services.ts';
import { sourceArchive } from './source-archive.ts';
import { startStripe } from './stripe.ts';

// `npm run dev`: like `npm start`, for development. The API and the worker restart when one of their files changes, and
// Vite serves the dashboard with hot module replacement.

const root = join(import.meta.dirname, '..', '..');

process.exit(await run(bringUp));

async function bringUp({ settings, supervisor, terminal, stopping }: StartContext): Promise<StartedServices> {
  await requireFreePort(settings.port);
  const metricsFrom = await serveMetrics(settings);
  const archive = sourceArchive(root, terminal.print, stopping); // beside the steps that follow
  const apiSettings = { ...settings, port: await anyFreePort() };
  const services = await startServices(settings, supervisor, root);
  const stripe = await startStripe(apiSettings, supervisor, root);
  // The browser's origin is Vite's server.
  const apiEnv = { ...stripe, PUBLIC_ORIGIN: settings.address, SOURCE_ARCHIVE: (await archive) ?? '' };
  metricsFrom(await startPrograms(apiSettings, services, apiEnv, supervisor, root, true));
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
