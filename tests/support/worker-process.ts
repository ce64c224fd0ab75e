import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { keepingOutput } from './leaks.ts';

const main = fileURLToPath(new URL('../../projections/main.ts', import.meta.url));

/** A projection worker as a process. */
export type WorkerProcess = {
  /** The role that it reported when it was ready: `leading` or `standby`. */
  role: string;
  signal(name: NodeJS.Signals): void;
  /** Kills it, whatever state it is in. */
  end(): Promise<void>;
};

/** Starts a projection worker on these services. Throws with the reason where it can't start. */
export async function startWorkerProcess(databaseUrl: string, eventStoreUrl: string): Promise<WorkerProcess> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl };
  const child: ChildProcess = keepingOutput('worker', (output) =>
    spawn(process.execPath, [main], { env, stdio: ['ignore', output, output, 'ipc'] }),
  );
  const exited = once(child, 'exit');
  const [said] = (await Promise.race([once(child, 'message'), exited])) as [{ type?: string; role?: string }];
  if (said?.type !== 'ready') throw new Error(`The worker could not start: ${JSON.stringify(said)}`);
  return {
    role: said.role ?? '',
    signal: (name) => void child.kill(name),
    end: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
