import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { withAppendFile } from './log-file.ts';
import { type ChildProgram, forceStopLater } from './program.ts';

/** The `ready` message of a program: the URL of its web pages, if it has any. */
export type Ready = { pagesUrl: string | undefined };

/**
 * Node's options for every child process. DEP0123 warns about an IP address as TLS server name, which gRPC sends for
 * the event store; the library of passkeys asks for algorithms that are experimental.
 */
export const NODE_OPTIONS = ['--disable-warning=DEP0123', '--disable-warning=ExperimentalWarning'];

const WATCH = ['--watch', '--watch-preserve-output'];

const PING_INTERVAL_MS = 1_000;
/** A count of consecutive pings instead of a duration, so that suspending the machine kills no program. */
const UNANSWERED_MAX = 10;

/** A child process. `give` sends it the rest of its environment (`runProgram` of `platform/program.ts`). */
export type RunningChild = ChildProgram & {
  ready: Promise<Ready>;
  metrics(): Promise<string>;
  give(values: NodeJS.ProcessEnv): void;
};

/**
 * Runs a TypeScript program as a child process of the same Node, with its output appended to `log`. Over IPC the
 * program sends `{ type: 'ready', pagesUrl? }`, or `{ type: 'failed', message }` before it exits, and answers each `{
 * type: 'ping' }` with `{ type: 'pong' }`. It is killed when it answers no ping for 10 seconds.
 *
 * With `watch`, Node restarts the program when one of its files changes. There are no pings then, since the program
 * doesn't answer while it restarts or has a syntax error.
 */
export function runChild(options: {
  script: string;
  args?: string[];
  /** Further options of Node. */
  nodeOptions?: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  log: string;
  watch?: boolean;
}): RunningChild {
  const child = withAppendFile(options.log, (output) =>
    spawn(
      process.execPath,
      [
        ...NODE_OPTIONS,
        ...(options.nodeOptions ?? []),
        ...(options.watch ? WATCH : []),
        options.script,
        ...(options.args ?? []),
      ],
      {
        cwd: options.cwd,
        env: options.env,
        // A separate process group, so that Ctrl-C reaches only tools/start/main.ts, which stops the programs in order.
        detached: true,
        stdio: ['ignore', output, output, 'ipc'],
      },
    ),
  );
  let failureReason: string | undefined;
  let unanswered = 0;
  let pinging: NodeJS.Timeout | undefined;
  const ping = () => {
    if (unanswered === UNANSWERED_MAX) {
      failureReason = `it did not answer for ${(UNANSWERED_MAX * PING_INTERVAL_MS) / 1000} seconds`;
      child.kill('SIGKILL');
      return;
    }
    unanswered += 1;
    // The process may have exited.
    if (child.connected) child.send({ type: 'ping' }, () => undefined);
  };
  const ready = Promise.withResolvers<Ready>();
  const asked = new Map<unknown, (text: string) => void>();
  child.on('message', (message) => {
    if (typeof message !== 'object' || message === null || !('type' in message)) return;
    if (message.type === 'ready') {
      ready.resolve({ pagesUrl: 'pagesUrl' in message ? String(message.pagesUrl) : undefined });
      if (!options.watch) pinging ??= setInterval(ping, PING_INTERVAL_MS);
    }
    if (message.type === 'metrics' && 'id' in message && 'text' in message)
      asked.get(message.id)?.(String(message.text));
    if (message.type === 'pong') unanswered = 0;
    if (message.type === 'failed' && 'message' in message) failureReason = String(message.message);
  });
  // A last `failed` message may arrive after the exit; `disconnect` follows the last message.
  const exited = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(
    ([[code, signal]]) => failureReason ?? (signal ? `ended by ${signal}` : `exit code ${code}`),
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
    metrics: () => metricsOf(child, asked),
    give(values) {
      // The process may have exited.
      if (child.connected) child.send({ type: 'environment', values }, () => undefined);
    },
    async stop(forced) {
      child.kill('SIGTERM');
      await forceStopLater(exited, forced, () => child.kill('SIGKILL'));
    },
  };
}

/** A program that has not answered by then is left out of a scrape, for which Prometheus waits for ten seconds. */
const METRICS_MS_MAX = 5_000;

/** Asks a program for its metrics. Rejects where it doesn't answer. */
async function metricsOf(child: ChildProcess, asked: Map<unknown, (text: string) => void>): Promise<string> {
  const id = randomUUID();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error('It did not answer.')), METRICS_MS_MAX);
  asked.set(id, resolve);
  try {
    // Its connection closes when it ends.
    child.send({ type: 'metrics', id }, (error) => error && reject(error));
    return await promise;
  } finally {
    clearTimeout(timer);
    asked.delete(id);
  }
}
