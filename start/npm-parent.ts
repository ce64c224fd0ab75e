import { type Identity, identify, lives, parentAndCommand } from './process-identity.ts';

const LOOK_EVERY_MS = 500;

/**
 * Calls `gone` once when the npm that runs this process ends, or the shell between them. npm ends at a signal without
 * passing it on to what its script has started. Does nothing in a process that no npm has started for its own script.
 */
export async function watchNpm(env: NodeJS.ProcessEnv, gone: () => void): Promise<void> {
  // Inherited by every process below; only npm's own child, or its shell's, has npm for a parent.
  if (!env.npm_lifecycle_event) return;
  const watched = await untilNpm(process.ppid);
  if (watched.length === 0) return;
  const timer = setInterval(async () => {
    const alive = await Promise.all(watched.map(lives));
    if (!alive.includes(false)) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** The process and its ancestors up to npm, with no more than one shell before it; none where npm isn't there. */
async function untilNpm(pid: number): Promise<Identity[]> {
  const seen: Identity[] = [];
  for (let next = pid; seen.length < 2; ) {
    const [identity, found] = [await identify(next), await parentAndCommand(next)];
    if (!identity || !found) return [];
    seen.push(identity);
    if (isNpm(found.command)) return seen;
    next = found.parent;
  }
  return [];
}

/** npm calls itself `npm start`; pnpm, yarn and an npm that is started through its script are Node programs of that name. */
const isNpm = (command: string) => /^(npm|pnpm|yarn)\b|[\\/](npm|pnpm|yarn)(-cli)?(\.c?js)?(\s|$)/.test(command);
