import { anyFreePort } from '../embedded/postgres/port.ts';
import { type Postgres, startPostgres } from '../embedded/postgres/start.ts';
import { appendLine } from './log-file.ts';
import { freePortFrom } from './ports.ts';
import { type ChildProgram, forceStopLater } from './program.ts';

/**
 * Creates a launcher of the data folder's Postgres, for `SupervisedProgram`. Every launch uses the port of the first
 * one, so that its URL stays valid. It doesn't take the port `reserved`.
 */
export function postgresLauncher(dataDir: string, reserved: number) {
  let current: Postgres | undefined;
  return {
    async launch(log: string): Promise<ChildProgram> {
      // Not 5432, which the system's own Postgres takes when it starts.
      const port = current?.port ?? (await freePortFrom(await anyFreePort(), reserved));
      const postgres = await startPostgres({
        dataDir,
        port,
        log: (line) => appendLine(log, line),
      });
      current = postgres;
      return {
        pid: undefined,
        ready: Promise.resolve(),
        exited: postgres.exited.then(() => 'its process is gone'),
        stop: (forced) => forceStopLater(postgres.stop(), forced, () => quit(postgres.pid)),
      };
    },
    /** See `Postgres.database`. */
    async database(name: string): Promise<string> {
      if (!current) throw new Error('Postgres has not been started');
      return await current.database(name);
    },
  };
}

function quit(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // It has exited.
  }
}
