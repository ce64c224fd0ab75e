import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { keepLog } from './leaks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A command's output and its exit code. */
export type Said = { code: number; stdout: string; stderr: string };

/**
 * Runs a script of the project as its npm script does. Of the variables that name services it gets only those in `env`.
 */
export async function runCommand(script: string, args: string[], env: Record<string, string>): Promise<Said> {
  const { DATABASE_URL: _, EVENTSTORE_URL: __, ...environment } = process.env;
  return await new Promise((resolve) => {
    const command = ['--import', './platform/require-node.mjs', script, ...args];
    execFile(process.execPath, command, { cwd: root, env: { ...environment, ...env } }, (error, stdout, stderr) => {
      keepLog('command', stdout + stderr);
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
