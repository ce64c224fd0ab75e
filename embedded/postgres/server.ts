import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Account, runAs } from './account.ts';
import { plainEnvironment } from './cluster.ts';
import { startedBy } from './leftover.ts';

/** A Postgres that accepts connections. `exited` resolves when it has ended, whatever ended it. */
export type Server = { pid: number; exited: Promise<void>; stop(): Promise<void> };

/** Postgres ended before it accepted connections; the message is its own last complaint. */
export class ServerRefusal extends Error {}

/**
 * Runs Postgres over the cluster on 127.0.0.1 and waits until it accepts connections, after a crash recovery if need
 * be. It gets a process group of its own, so that Ctrl-C in the terminal leaves it to its programs.
 * Takes each line of its log to `log`. Throws a `ServerRefusal`.
 */
export async function serve(
  postgres: string,
  cluster: string,
  port: number,
  account: Account,
  log: (line: string) => void,
): Promise<Server> {
  const { command, args, options } = runAs(account, postgres, ['-D', cluster, ...settings(port)]);
  const child = spawn(command, args, {
    ...options,
    cwd: '/',
    env: plainEnvironment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await ready(child, log);
  return { pid: child.pid ?? 0, exited, stop: () => stop(child, exited) };
}

function settings(port: number): string[] {
  return [
    startedBy(process.pid),
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
    'shared_buffers=128MB',
    'fsync=on',
    'timezone=UTC',
    'log_timezone=UTC',
  ].flatMap((setting) => ['-c', setting]);
}

function ready(child: ChildProcess, log: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let complaint = '';
    child.once('error', reject);
    if (!child.stderr) return;
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      log(line);
      complaint = /(?:FATAL|PANIC):\s+(.*)$/.exec(line)?.[1] ?? complaint;
      if (complaint === '' && /could not (?:bind|create any)/.test(line)) complaint = line;
      if (line.includes('database system is ready to accept connections')) resolve();
    });
    // 'close' and not 'exit': by then its last lines have been read.
    child.once('close', () => reject(new ServerRefusal(complaint || 'it ended without a word')));
  });
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  // Fast shutdown first; then immediate shutdown, then SIGKILL where a disk hangs. Either way it recovers.
  const harder = [setTimeout(() => child.kill('SIGQUIT'), 10_000), setTimeout(() => child.kill('SIGKILL'), 20_000)];
  child.kill('SIGINT');
  await exited;
  for (const timer of harder) clearTimeout(timer);
}
