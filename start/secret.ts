import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Gives the secret `name`, which stands in `<dataDir>/secrets` (mode 0600) and is made up where there is none: `prefix`
 * and 48 hexadecimal digits.
 */
export async function secretIn(dataDir: string, name: string, prefix: string): Promise<string> {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (known !== '') return known.trim();
  const secret = prefix + randomBytes(24).toString('hex');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Written aside and renamed, so that a start killed here doesn't leave half a secret.
  await writeFile(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secret;
}
