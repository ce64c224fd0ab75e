import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresFailure } from './failure.ts';

/**
 * Gives the password of the cluster's superuser, which stands in `<dataDir>/secrets/postgres-password` (mode 0600)
 * and is made up, 48 hexadecimal digits, where there is no cluster yet.
 * Throws a `PostgresFailure` where a cluster exists and its password is gone.
 */
export async function passwordIn(dataDir: string, clusterExists: boolean): Promise<string> {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, 'postgres-password');
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (known !== undefined) return known.trim();
  if (clusterExists) {
    throw new PostgresFailure(
      `The password of the database in ${join(dataDir, 'postgres')} is missing: put ${file} back from your backup.`,
    );
  }
  const password = randomBytes(24).toString('hex');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Written aside and renamed, so that a start killed here doesn't leave half a password.
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return password;
}
