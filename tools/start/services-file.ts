import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StartedServices } from './services.ts';

/** Daybook's address and its services' URLs with passwords, for commands like `npm run audit`. */
export type ServiceAddresses = StartedServices & { address: string };

const pathIn = (dataDir: string) => join(dataDir, 'services.json');

/** Writes `<dataDir>/services.json`, readable by the owner only. */
export async function writeServices(dataDir: string, services: ServiceAddresses): Promise<void> {
  const file = pathIn(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(services, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Reads the file; null when Daybook isn't running, is still starting, or the file is damaged. */
export async function readServices(dataDir: string): Promise<ServiceAddresses | null> {
  try {
    const services = JSON.parse(await readFile(pathIn(dataDir), 'utf8'));
    return typeof services?.databaseUrl === 'string' && typeof services.eventStoreUrl === 'string' ? services : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Removes the file when Daybook stops. */
export async function removeServices(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true });
}
