import { join } from 'node:path';
import { runChild } from './child.ts';
import { followLog } from './follow-log.ts';
import { mergedMetrics } from './merge-metrics.ts';
import type { ServiceUrls } from './services.ts';
import type { ProgramSettings } from './settings.ts';
import type { Launch, Supervisor } from './supervisor.ts';

/**
 * Starts the projection worker and the API side by side in `supervisor`. They are configured by environment variables;
 * `apiEnv` has more of them for the API. With `watching` they restart when one of their files changes, and it gets what
 * goes wrong in them, until its signal aborts. Gives what their metrics are read by, as one text. Throws a
 * `StartFailure`.
 */
export async function startPrograms(
  settings: ProgramSettings,
  services: ServiceUrls,
  apiEnv: NodeJS.ProcessEnv,
  supervisor: Supervisor,
  { root, dist }: { root: string; dist: string },
  watching?: { print: (text: string) => void; signal: AbortSignal },
): Promise<() => Promise<string>> {
  const env = {
    ...process.env,
    DATABASE_URL: services.databaseUrl,
    EVENTSTORE_URL: services.eventStoreUrl,
    PORT: String(settings.port),
    // The API checks the free space of the disk that the local Postgres writes to.
    DAYBOOK_DATA: settings.databaseUrl ? '' : settings.dataDir,
    DASHBOARD_DIR: join(dist, 'dashboard'),
    METRICS_PORT: settings.metricsPort === undefined ? '' : 'parent',
  };
  /** The programs as they run now, by the value of the label `process`. */
  const running = new Map<string, ReturnType<typeof runChild>>();
  const launch =
    (name: string, script: string, programEnv: NodeJS.ProcessEnv = {}): Launch =>
    async (log) => {
      if (watching) void followLog(log, (text) => watching.print(`${name}: ${text}`), watching.signal);
      const watch = watching !== undefined;
      const program = runChild({ script, cwd: root, env: { ...env, ...programEnv }, log, watch });
      running.set(name, program);
      return program;
    };
  await Promise.all([
    supervisor.start('The projection worker', 'projections', launch('worker', 'projections/main.ts')),
    supervisor.start('The API', 'api', launch('api', 'api/main.ts', apiEnv)),
  ]);
  return async () => {
    const texts = [...running].map(
      async ([name, program]) => [name, await program.metrics().catch(() => null)] as const,
    );
    return mergedMetrics(new Map(await Promise.all(texts)));
  };
}
