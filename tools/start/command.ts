import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderFailure } from '../embedded/postgres/failure.ts';
import { NODE_OPTIONS } from './child.ts';
import { isUserFacing } from './failure.ts';
import type { ServiceUrls } from './services.ts';
import { Stopped } from './stop-requests.ts';
import { createTerminal } from './terminal.ts';
import { withServices } from './with-services.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Exit code when the command could not start; other codes are the command's own. */
const EXIT_NOT_STARTED = 2;
const EXIT_INTERRUPTED = 130;

/**
 * Runs a command like `audit/main.ts` as a child process with this process's arguments and the services' URLs,
 * and exits with its exit code. Progress goes to stderr; stdout belongs to the command.
 */
export async function runCommand(script: string): Promise<never> {
  const args = process.argv.slice(2);
  const run = async (urls: Partial<ServiceUrls>, signal?: AbortSignal) => await runToEnd(script, args, urls, signal);
  const exitCode = await endingWell(async () => {
    const terminal = createTerminal((text) => process.stderr.write(text));
    return await withServices(process.env, root, terminal, run);
  });
  process.exit(exitCode);
}

/** Gives the exit code of a command. Prints what it throws: a sentence, or an error with its stack. */
export async function endingWell(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (error instanceof Stopped) return EXIT_INTERRUPTED;
    const failure = fileFailure(error);
    console.error(isUserFacing(failure) ? failure.message : failure);
    return EXIT_NOT_STARTED;
  }
}

/** Words the error of a file operation as the failure of the file's folder; gives any other error back unchanged. */
function fileFailure(error: unknown): unknown {
  const path = error instanceof Error && 'path' in error ? error.path : undefined;
  return typeof path === 'string' ? folderFailure(error, dirname(path)) : error;
}

async function runToEnd(
  script: string,
  args: string[],
  urls: Partial<ServiceUrls>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const env = {
    ...process.env,
    ...(urls.databaseUrl && { DATABASE_URL: urls.databaseUrl }),
    ...(urls.eventStoreUrl && { EVENTSTORE_URL: urls.eventStoreUrl }),
  };
  const child = spawn(process.execPath, [...NODE_OPTIONS, script, ...args], { cwd: root, env, stdio: 'inherit' });
  const stop = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  const [code] = await once(child, 'exit');
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  return code ?? EXIT_INTERRUPTED;
}
