import { identify, isRunning, type ProcessIdentity, parentAndCommand } from './process-identity.ts';

const POLL_MS = 500;

/**
 * Calls `onExit` once when the npm that runs this process, or the shell between them, exits. npm doesn't always forward
 * a signal to its script's process. Does nothing in a process that is no npm script.
 */
export async function watchNpm(env: NodeJS.ProcessEnv, onExit: () => void): Promise<void> {
  // All descendants inherit the variable, so the ancestors are checked as well.
  if (!env.npm_lifecycle_event) return;
  const watched = await ancestorsUpToNpm(process.ppid);
  if (watched.length === 0) return;
  const timer = setInterval(async () => {
    const alive = await Promise.all(watched.map(isRunning));
    if (!alive.includes(false)) return;
    clearInterval(timer);
    onExit();
  }, POLL_MS);
  timer.unref();
}

/** The process and its parent up to npm, with at most one shell in between; empty when npm isn't among them. */
async function ancestorsUpToNpm(pid: number): Promise<ProcessIdentity[]> {
  const seen: ProcessIdentity[] = [];
  for (let next = pid; seen.length < 2; ) {
    const [identity, ancestor] = [await identify(next), await parentAndCommand(next)];
    if (!identity || !ancestor) return [];
    seen.push(identity);
    if (isNpm(ancestor.command)) return seen;
    next = ancestor.parent;
  }
  return [];
}

/** npm sets its process title to `npm start`; pnpm, yarn and npm-cli.js run as Node scripts with that name. */
const isNpm = (command: string) => /^(npm|pnpm|yarn)\b|[\\/](npm|pnpm|yarn)(-cli)?(\.c?js)?(\s|$)/.test(command);
