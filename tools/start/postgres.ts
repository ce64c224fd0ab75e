import { type Postgres, startPostgres } from '../embedded/postgres/start.ts';
import { appendLine } from './log-file.ts';
import { freePort } from './ports.ts';
import { forceStopLater, type Program } from './program.ts';

/**
 * Creates a launcher of the data folder's Postgres, for `SupervisedProgram`. Every launch uses the port of the first
 * one, so that its URL stays valid. It doesn't take the port `reserved`.
 */
export function postgresLauncher(dataDir: string, reserved: number) {
  let current: Postgres | undefined;
  return {
    async launch(log: string): Promise<Program> {
      const port = current ? current.port : reserved === 5432 ? await freePort(5432, reserved) : undefined;
      const postgres = await startPostgres({
        dataDir,
        ...(port !== undefined && { port }),
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
