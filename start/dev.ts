import { join } from 'node:path';
import { createServer } from 'vite';
import { anyFreePort } from '../embedded/postgres/port.ts';
import { mustBeFree } from './ports.ts';
import { startPrograms } from './programs.ts';
import { type BringingUp, run } from './run.ts';
import { type StartedServices, startServices } from './services.ts';
import { startStripe } from './stripe.ts';

// `npm run dev`: like `npm start`, for whoever changes the code. The API and the worker are started anew when a file of
// theirs changes, and the dashboard is served from its sources and changes in the open page.

const root = join(import.meta.dirname, '..');

process.exit(await run(bringUp));

async function bringUp({ settings, supervisor, aloud }: BringingUp): Promise<StartedServices> {
  await mustBeFree(settings.port);
  const ofApi = { ...settings, port: await anyFreePort() };
  const services = await startServices(settings, supervisor, root);
  const stripe = await startStripe(ofApi, supervisor, root);
  // Writes come from the dashboard's address.
  await startPrograms(ofApi, services, { ...stripe, PUBLIC_ORIGIN: settings.address }, supervisor, root, true);
  await aloud.step('Starting the dashboard', () => serveDashboard(settings.port, ofApi.port));
  return services;
}

/** Serves the dashboard from its sources at `port`, on this machine alone, and hands its calls to the API at `apiPort`. */
async function serveDashboard(port: number, apiPort: number): Promise<void> {
  const server = await createServer({
    root: join(root, 'dashboard'),
    configFile: join(root, 'dashboard', 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
    server: { host: 'localhost', port, strictPort: true, proxy: { '/api': `http://127.0.0.1:${apiPort}` } },
  });
  await server.listen();
}
