import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appending } from './log-file.ts';
import { insistLater, type Program } from './program.ts';

/** What a program says when it is ready: where its pages for browsers are, if it has some. */
export type Ready = { pagesUrl: string | undefined };

/**
 * What Node is told for every program: gRPC names the address of the event store as TLS server name, of which Node warns
 * where that is an IP address.
 */
export const NODE_OPTIONS = ['--disable-warning=DEP0123'];

const WATCH = ['--watch', '--watch-preserve-output'];

/** How often a program is asked whether it still answers. */
const PING_EVERY_MS = 1_000;
/** How many pings in a row may stay without an answer: counted, so that the sleep of the whole machine isn't held against it. */
const UNANSWERED_MAX = 10;

/**
 * Runs a TypeScript program by this very Node, its output appended to `log`. It says over IPC when it is ready
 * (`{ type: 'ready', pagesUrl? }`), or why it can't start (`{ type: 'failed', message }`) before it ends. Once ready it has
 * to answer each `{ type: 'ping' }` with `{ type: 'pong' }`; one that doesn't for 10 seconds is killed.
 *
 * With `watch`, Node starts the program anew whenever one of its files changes. It then isn't asked whether it answers:
 * between two versions, and while one has an error, it doesn't.
 */
export function runChild(options: {
  script: string;
  args?: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  log: string;
  watch?: boolean;
}): Program & { ready: Promise<Ready> } {
  const child = appending(options.log, (output) =>
    spawn(
      process.execPath,
      [...NODE_OPTIONS, ...(options.watch ? WATCH : []), options.script, ...(options.args ?? [])],
      {
        cwd: options.cwd,
        env: options.env,
        // A process group of its own, so that Ctrl-C in the terminal reaches start.ts alone, which ends all in order.
        detached: true,
        stdio: ['ignore', output, output, 'ipc'],
      },
    ),
  );
  let complaint: string | undefined;
  let unanswered = 0;
  let pinging: NodeJS.Timeout | undefined;
  const ping = () => {
    if (unanswered === UNANSWERED_MAX) {
      complaint = `it did not answer for ${(UNANSWERED_MAX * PING_EVERY_MS) / 1000} seconds`;
      child.kill('SIGKILL');
      return;
    }
    unanswered += 1;
    // It may just have ended.
    if (child.connected) child.send({ type: 'ping' }, () => undefined);
  };
  const ready = Promise.withResolvers<Ready>();
  child.on('message', (message) => {
    if (typeof message !== 'object' || message === null || !('type' in message)) return;
    if (message.type === 'ready') {
      ready.resolve({ pagesUrl: 'pagesUrl' in message ? String(message.pagesUrl) : undefined });
      if (!options.watch) pinging ??= setInterval(ping, PING_EVERY_MS);
    }
    if (message.type === 'pong') unanswered = 0;
    if (message.type === 'failed' && 'message' in message) complaint = String(message.message);
  });
  // The channel closes after its last message was read, which may be later than the end of the process.
  const exited = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(
    ([[code, signal]]) => complaint ?? (signal ? `ended by ${signal}` : `exit code ${code}`),
    (error: Error) => error.message,
  );
  exited.then((reason) => {
    clearInterval(pinging);
    ready.reject(new Error(reason));
  });
  ready.promise.catch(() => undefined);
  return {
    pid: child.pid,
    ready: ready.promise,
    exited,
    async stop(hasten) {
      child.kill('SIGTERM');
      await insistLater(exited, hasten, () => child.kill('SIGKILL'));
    },
  };
}
