import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Whether this process may install Debian's packages: as root, on Debian. */
export function canInstallDebianPackages(): boolean {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0;
}

let updated: Promise<boolean> | null = null;

/** Installs packages, after the first call has fetched the list of what there is. Gives whether that succeeded. */
export async function installDebianPackages(names: readonly string[]): Promise<boolean> {
  updated ??= succeeds('apt-get', ['update', '-qq']);
  await updated;
  return await succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names]);
}

/**
 * Runs a command with its output on this process's. Gives whether it ended with 0, and prints that it failed otherwise.
 */
export async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
  // `once` rejects where the command is not found.
  const [code] = await once(child, 'exit').catch(() => [null]);
  if (code !== 0) console.error(`${[command, ...args].join(' ')} failed.`);
  return code === 0;
}
