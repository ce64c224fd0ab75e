import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What runs, for the commands that work on it: where Daybook is and the URLs of its services, passwords included. */
export type Services = { address: string; databaseUrl: string; eventStoreUrl: string };

const fileIn = (dataDir: string) => join(dataDir, 'services.json');

/** Writes `<dataDir>/services.json`, for this user's eyes only. */
export async function writeServices(dataDir: string, services: Services): Promise<void> {
  const file = fileIn(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(services, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Removes the file: nothing runs. */
export async function removeServices(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}
