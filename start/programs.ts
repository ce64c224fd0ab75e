import { join } from 'node:path';
import { runChild } from './child.ts';
import type { ServiceUrls } from './services.ts';
import type { Settings } from './settings.ts';
import type { Launch, Supervisor } from './supervisor.ts';

/**
 * Starts Daybook's own two programs in `supervisor`, the projection worker and then the API, joined to the services and to
 * each other by environment variables alone; `more` are further ones for the API. With `watch` they are started anew
 * whenever one of their files changes. Throws a `StartFailure`.
 */
export async function startPrograms(
  settings: Settings,
  services: ServiceUrls,
  more: NodeJS.ProcessEnv,
  supervisor: Supervisor,
  root: string,
  watch = false,
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
    (script: string, ofProgram: NodeJS.ProcessEnv = {}): Launch =>
    async (log) =>
      runChild({ script, cwd: root, env: { ...env, ...ofProgram }, log, watch });
  await supervisor.start('The projection worker', 'projections', launch('projections/main.ts'));
  await supervisor.start('The API', 'api', launch('api/main.ts', more));
}
