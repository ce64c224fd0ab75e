import { join } from 'node:path';
import { runChild } from './child.ts';
import type { House, Launch } from './house.ts';
import type { ServiceUrls } from './services.ts';
import type { Settings } from './settings.ts';

/**
 * Starts Daybook's own two programs in `house`, the projection worker and then the API, joined to the services and to
 * each other by environment variables alone; `stripe` are those by which the API reaches Stripe. Throws a `StartFailure`.
 */
export async function startPrograms(
  settings: Settings,
  services: ServiceUrls,
  stripe: NodeJS.ProcessEnv,
  house: House,
  root: string,
) {
  const env = {
    ...process.env,
    DATABASE_URL: services.databaseUrl,
    EVENTSTORE_URL: services.eventStoreUrl,
    PORT: String(settings.port),
    // The API watches the disk that Postgres writes to, where that is this machine's.
    DAYBOOK_DATA: settings.databaseUrl ? '' : settings.dataDir,
    DASHBOARD_DIR: join(root, 'dist', 'dashboard'),
  };
  const launch =
    (script: string, more: NodeJS.ProcessEnv = {}): Launch =>
    async (log) =>
      runChild({ script, cwd: root, env: { ...env, ...more }, log });
  await house.keep('The projection worker', 'projections', launch('projections/main.ts'));
  await house.keep('The API', 'api', launch('api/main.ts', stripe));
}
