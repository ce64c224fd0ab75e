import { join } from 'node:path';
import { runChild } from './child.ts';
import type { ServiceUrls } from './services.ts';
import type { Settings } from './settings.ts';
import type { Launch, Supervisor } from './supervisor.ts';

/**
 * Starts the projection worker and then the API in `supervisor`, configured by environment variables; `apiEnv` has more
 * of them for the API. With `watch` they restart when one of their files changes. Throws a `StartFailure`.
 */
export async function startPrograms(
  settings: Settings,
  services: ServiceUrls,
  apiEnv: NodeJS.ProcessEnv,
  supervisor: Supervisor,
  root: string,
  watch = false,
) {
  const env = {
    ...process.env,
    DATABASE_URL: services.databaseUrl,
    EVENTSTORE_URL: services.eventStoreUrl,
    PORT: String(settings.port),
    // The API checks the free space of the disk that the local Postgres writes to.
    DAYBOOK_DATA: settings.databaseUrl ? '' : settings.dataDir,
    DASHBOARD_DIR: join(root, 'dist', 'dashboard'),
  };
  const launch =
    (script: string, programEnv: NodeJS.ProcessEnv = {}): Launch =>
    async (log) =>
      runChild({ script, cwd: root, env: { ...env, ...programEnv }, log, watch });
  await supervisor.start('The projection worker', 'projections', launch('projections/main.ts'));
  await supervisor.start('The API', 'api', launch('api/main.ts', apiEnv));
}
