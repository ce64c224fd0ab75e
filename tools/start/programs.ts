import { join } from 'node:path';
import { type RunningChild, runChild } from './child.ts';
import { followLog } from './follow-log.ts';
import { logFile } from './log-file.ts';
import { mergedMetrics } from './merge-metrics.ts';
import type { ServiceUrls } from './services.ts';
import type { ProgramSettings } from './settings.ts';
import type { Launch, Supervisor } from './supervisor.ts';

type Name = 'worker' | 'api';
/** A third less memory after exports, at no cost for a request (docs/performance.md). */
export const API_NODE_OPTIONS = ['--max-semi-space-size=16'];

const PROGRAMS: Record<Name, { title: string; file: string; script: string; nodeOptions: readonly string[] }> = {
  worker: { title: 'The projection worker', file: 'projections', script: 'projections/main.ts', nodeOptions: [] },
  api: { title: 'The API', file: 'api', script: 'api/main.ts', nodeOptions: API_NODE_OPTIONS },
};

/** The environment of the programs as far as it is known before their stores are. */
function environment(settings: ProgramSettings): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PORT: String(settings.port),
    // The API checks the free space of the disk that the local Postgres writes to.
    DAYBOOK_DATA: settings.databaseUrl ? '' : settings.dataDir,
    METRICS_PORT: settings.metricsPort === undefined ? '' : 'parent',
  };
}

/** The programs that load their modules and wait for the rest of their environment. */
export type LoadedPrograms = ReadonlyMap<Name, RunningChild>;

/**
 * Begins both programs, which load their modules while their stores start: half of the time of a start. They end by
 * themselves where this process ends before `startPrograms` takes them.
 */
export async function loadPrograms(settings: ProgramSettings, root: string): Promise<LoadedPrograms> {
  const env = { ...environment(settings), REST_OF_ENVIRONMENT: 'parent' };
  const loading = Object.entries(PROGRAMS).map(async ([name, { file, script, nodeOptions }]) => {
    const log = await logFile(settings.dataDir, file);
    return [name as Name, runChild({ script, nodeOptions, cwd: root, env, log })] as const;
  });
  return new Map(await Promise.all(loading));
}

/**
 * Starts the projection worker and the API side by side in `supervisor`, those that are loaded first. They are
 * configured by environment variables; `apiEnv` has more of them for the API. With `watching` they restart when one of
 * their files changes, and it gets what goes wrong in them, until its signal aborts. Gives what their metrics are read
 * by, as one text. Throws a `StartFailure`.
 */
export async function startPrograms(
  settings: ProgramSettings,
  services: ServiceUrls,
  apiEnv: NodeJS.ProcessEnv,
  supervisor: Supervisor,
  { root, dist }: { root: string; dist: string },
  { loaded = new Map(), watching }: { loaded?: LoadedPrograms; watching?: Watching } = {},
): Promise<() => Promise<string>> {
  const urls = { DATABASE_URL: services.databaseUrl, EVENTSTORE_URL: services.eventStoreUrl };
  /** The programs as they run now, by the value of the label `process`. */
  const running = new Map<Name, RunningChild>();
  const launch =
    (name: Name): Launch =>
    async (log) => {
      if (watching) void followLog(log, (text) => watching.print(`${name}: ${text}`), watching.signal);
      const watch = watching !== undefined;
      const rest = { ...urls, DASHBOARD_DIR: join(dist, 'dashboard'), ...(name === 'api' && apiEnv) };
      const first = running.has(name) ? undefined : loaded.get(name);
      first?.give(rest);
      const env = { ...environment(settings), ...rest };
      const { script, nodeOptions } = PROGRAMS[name];
      const program = first ?? runChild({ script, nodeOptions, cwd: root, env, log, watch });
      running.set(name, program);
      return program;
    };
  const start = (name: Name) => supervisor.start(PROGRAMS[name].title, PROGRAMS[name].file, launch(name));
  await Promise.all([start('worker'), start('api')]);
  return async () => {
    const texts = [...running].map(
      async ([name, program]) => [name, await program.metrics().catch(() => null)] as const,
    );
    return mergedMetrics(new Map(await Promise.all(texts)));
  };
}

type Watching = { print: (text: string) => void; signal: AbortSignal };
