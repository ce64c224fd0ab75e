import { type Postgres, startPostgres } from '../embedded/postgres/start.ts';
import { appendLine } from './log-file.ts';
import { freePort } from './ports.ts';
import { insistLater, type Program } from './program.ts';

/**
 * Gives a launcher of the Postgres stand-in, for `SupervisedProgram`, and the running Postgres's addresses. Its port is settled at
 * the first launch and is the same at every later one, so that the programs find it again. `reserved` is never taken.
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
        stop: (hasten) => insistLater(postgres.stop(), hasten, () => quit(postgres.pid)),
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
    // It ended a moment ago.
  }
}
