import { statfs } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { commandText } from './command-text.ts';
import type { ProgramSettings } from './settings.ts';

/** The API refuses writes while less is free (`api/disk/disk-space.ts`). */
const WRITABLE_BYTES_MIN = 64 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;
const ANY_HOST = ['0.0.0.0', '::'];
const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost'];
const PASSWORDS = 'Others can reach it: PASSWORD_MIN=8 PASSWORD_COMMON=refuse let nobody take a weak password.';

/** The lines that are printed once Daybook runs: its address first, then what its user should know. */
export async function linesAfterStart(
  { address, host, port, metricsPort, dataDir }: ProgramSettings,
  env: NodeJS.ProcessEnv,
  eventStorePagesUrl: string | undefined,
): Promise<string[]> {
  return [
    `Daybook is ready at ${address}`,
    ...(eventStorePagesUrl ? [`The event store's pages are at ${eventStorePagesUrl}`] : []),
    ...(metricsPort === undefined ? [] : [`Metrics are at http://localhost:${metricsPort}/metrics`]),
    ...(ANY_HOST.includes(host) && !env.PUBLIC_ORIGIN ? fromElsewhere(port, env) : []),
    ...(LOOPBACK_HOSTS.includes(host) || env.PASSWORD_MIN ? [] : [PASSWORDS]),
    ...(await ofFullDisk(dataDir)),
  ];
}

/** Logging in works at the public origin alone. */
function fromElsewhere(port: number, { PORT, DAYBOOK_DATA }: NodeJS.ProcessEnv): string[] {
  const origins = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map((interfaceOfHost) => `http://${interfaceOfHost.address}:${port}`);
  const [first = `http://ADDRESS:${port}`] = origins;
  const at = origins.length > 0 ? ` at ${origins.join(', ')}` : '';
  return [
    `Other machines reach it${at}, but can log in only at PUBLIC_ORIGIN:`,
    `    ${commandText({ PUBLIC_ORIGIN: first, HOST: '0.0.0.0', PORT, DAYBOOK_DATA }, 'npm start')}`,
  ];
}

async function ofFullDisk(dataDir: string): Promise<string[]> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  if (free >= WRITABLE_BYTES_MIN) return [];
  const left = `${Math.floor(free / MEGABYTE)} MB left`;
  return [`The disk is almost full (${left}): Daybook shows the books, and records nothing until 64 MB are free.`];
}
