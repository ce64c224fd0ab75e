import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { plainEnvironment } from './cluster.ts';
import { startedBy } from './leftover.ts';
import { runAs, type SystemUser } from './system-user.ts';

/** A Postgres that accepts connections. `exited` resolves when its process has ended in any way. */
export type Server = { pid: number; exited: Promise<void>; stop(): Promise<void> };

/** Postgres ended before it accepted connections; the message is its last FATAL or PANIC line. */
export class ServerRefusal extends Error {}

/**
 * Runs Postgres with a cluster on 127.0.0.1 and waits until it accepts connections, after crash recovery if needed. It
 * has its own process group, so that Ctrl-C in the terminal stops its clients first. `log` gets each line of its log.
 * Throws a `ServerRefusal`.
 */
export async function serve(
  postgres: string,
  cluster: string,
  port: number,
  user: SystemUser,
  log: (line: string) => void,
): Promise<Server> {
  const { command, args, options } = runAs(user, postgres, ['-D', cluster, ...settings(port)]);
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
    // The write-ahead log of 1 GB, the default, took as much as 300,000 imported entries.
    'max_wal_size=256MB',
    'fsync=on',
    'timezone=UTC',
    'log_timezone=UTC',
  ].flatMap((setting) => ['-c', setting]);
}

function ready(child: ChildProcess, log: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let lastError = '';
    child.once('error', reject);
    if (!child.stderr) return;
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      log(line);
      lastError = /(?:FATAL|PANIC):\s+(.*)$/.exec(line)?.[1] ?? lastError;
      if (lastError === '' && /could not (?:bind|create any)/.test(line)) lastError = line;
      if (line.includes('database system is ready to accept connections')) resolve();
    });
    // 'close', not 'exit': then its last lines have been read.
    child.once('close', () => reject(new ServerRefusal(lastError || 'it ended without a word')));
  });
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  // Fast shutdown first; then immediate shutdown; then SIGKILL, if a disk hangs. Each is safe, since Postgres recovers.
  const escalation = [setTimeout(() => child.kill('SIGQUIT'), 10_000), setTimeout(() => child.kill('SIGKILL'), 20_000)];
  child.kill('SIGINT');
  await exited;
  for (const timer of escalation) clearTimeout(timer);
}
