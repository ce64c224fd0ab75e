import { join } from 'node:path';
import { PostgresFailure } from './failure.ts';
import { readSecret, secretFile, secretIn } from './secret.ts';

/** The name of the secret with the superuser's password. */
export const SUPERUSER_SECRET = 'postgres-password';

/**
 * Gives the superuser's password, a secret of the data folder, which is created where there is no cluster yet. Throws a
 * `PostgresFailure` where a cluster exists and its password is missing or damaged.
 */
export async function passwordIn(dataDir: string, clusterExists: boolean): Promise<string> {
  if (clusterExists && (await readSecret(dataDir, SUPERUSER_SECRET)) === undefined) {
    throw new PostgresFailure(
      `The password of the database in ${join(dataDir, 'postgres')} is missing: ` +
        `put ${secretFile(dataDir, SUPERUSER_SECRET)} back from your backup.`,
    );
  }
  return await secretIn(dataDir, SUPERUSER_SECRET, { remedy: 'put it back from your backup' });
}
