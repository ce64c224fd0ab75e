import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../postgres/start.ts';

/**
 * Starts one Postgres for a run of tests, in a new folder that is removed at the end, unless TEST_POSTGRES_URL names a
 * server. Each test file creates its own databases there.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_POSTGRES_URL !== undefined) return async () => {};
  const folder = await mkdtemp(join(tmpdir(), 'eventstore-tests-'));
  await chmod(folder, 0o755); // As root, Postgres runs as another user, who has to pass.
  const postgres = await startPostgres({ dataDir: folder, log: () => {} });
  process.env.TEST_POSTGRES_URL = postgres.superuserUrl('postgres');
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
