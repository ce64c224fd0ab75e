import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../embedded/postgres/start.ts';
import { keepLog } from './leaks.ts';

/**
 * Starts one Postgres for a run of tests, in a new folder that is removed at the end. It does not wait for the disk, which
 * takes a fifth of the processor time of the tests. TEST_POSTGRES_URL is its address;
 * each test file creates its own databases there.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-tests-'));
  await chmod(folder, 0o755); // As root, Postgres runs as another user, who has to pass.
  const lines: string[] = [];
  const postgres = await startPostgres({ dataDir: folder, log: (line) => void lines.push(line), durable: false });
  process.env.TEST_POSTGRES_URL = postgres.superuserUrl('postgres');
  return async () => {
    await postgres.stop();
    keepLog('postgres', lines.join('\n'));
    await rm(folder, { recursive: true, force: true });
  };
}
