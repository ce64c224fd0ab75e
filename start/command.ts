import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE_OPTIONS } from './child.ts';
import { isPlain } from './failure.ts';
import type { ServiceUrls } from './services.ts';
import { Stopped } from './stop-requests.ts';
import { voice } from './voice.ts';
import { withServices } from './with-services.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The exit code of a command whose work could not be begun, told apart from what the work itself has to say. */
const NOT_BEGUN = 2;
const INTERRUPTED = 130;

/**
 * Runs a command that works on the books, like `projections/audit/main.ts`, with this process's arguments, joined to the
 * services by their URLs, and ends this process with its exit code. What is said on the way there goes to stderr: stdout
 * is the command's own.
 */
export async function runCommand(script: string): Promise<never> {
  const args = process.argv.slice(2);
  const run = async (urls: Partial<ServiceUrls>, signal?: AbortSignal) => await runToEnd(script, args, urls, signal);
  try {
    if (args.includes('--help')) process.exit(await run({}));
    const aloud = voice((text) => process.stderr.write(text));
    process.exit(await withServices(process.env, root, aloud, run));
  } catch (error) {
    if (error instanceof Stopped) process.exit(INTERRUPTED);
    console.error(isPlain(error) ? error.message : error);
    process.exit(NOT_BEGUN);
  }
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
  return code ?? INTERRUPTED;
}
