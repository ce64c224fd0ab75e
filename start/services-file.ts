import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StartedServices } from './services.ts';

/** What runs, for the commands that work on it: where Daybook is and the URLs of its services, passwords included. */
export type Services = StartedServices & { address: string };

const fileIn = (dataDir: string) => join(dataDir, 'services.json');

/** Writes `<dataDir>/services.json`, for this user's eyes only. */
export async function writeServices(dataDir: string, services: Services): Promise<void> {
  const file = fileIn(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(services, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Reads it again; null where nothing runs or is still on its way up, or the file was damaged. */
export async function readServices(dataDir: string): Promise<Services | null> {
  try {
    const services = JSON.parse(await readFile(fileIn(dataDir), 'utf8'));
    return typeof services?.databaseUrl === 'string' && typeof services.eventStoreUrl === 'string' ? services : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Removes the file: nothing runs. */
export async function removeServices(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}
