import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { keepingOutput } from './leaks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A program of Daybook as a process. `ready` is its message when it was ready. `end` rejects where it had ended. */
export type StartedProgram = { ready: Record<string, unknown>; end(): Promise<void> };

/**
 * Starts `api/main.ts` or `projections/main.ts` by itself, with these settings. Throws with the reason where it can't
 * start.
 */
export async function startProgram(script: string, settings: Record<string, string>): Promise<StartedProgram> {
  const env = { ...process.env, ...settings };
  const child: ChildProcess = keepingOutput('program', (output) =>
    spawn(process.execPath, [script], { cwd: root, env, stdio: ['ignore', output, output, 'ipc'] }),
  );
  const exited = once(child, 'exit');
  const [said] = (await Promise.race([once(child, 'message'), exited])) as [{ type?: string }];
  if (said?.type !== 'ready') throw new Error(`${script} could not start: ${JSON.stringify(said)}`);
  return {
    ready: said,
    end: async () => {
      if (child.exitCode !== null) throw new Error(`${script} had ended by itself, with exit code ${child.exitCode}`);
      child.kill('SIGTERM');
      await exited;
    },
  };
}
