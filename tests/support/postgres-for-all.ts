import { rm } from 'node:fs/promises';
import { startPostgres } from '#tools/embedded/postgres/start.ts';
import { newDataFolder } from './data-folder.ts';
import { keepLog } from './leaks.ts';

/**
 * Starts one Postgres for a run of tests, in a new folder that is removed at the end. TEST_POSTGRES_URL is its address;
 * each test file creates its own databases there.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await newDataFolder('tests');
  const lines: string[] = [];
  const postgres = await startPostgres({ dataDir: folder, log: (line) => void lines.push(line) });
  process.env.TEST_POSTGRES_URL = postgres.superuserUrl('postgres');
  return async () => {
    await postgres.stop();
    keepLog('postgres', lines.join('\n'));
    await rm(folder, { recursive: true, force: true });
  };
}
