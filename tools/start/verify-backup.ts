import { dirname, join } from 'node:path';
import { type FolderToRestore, restoreFolder } from './restore-folder.ts';
import type { ProgramSettings } from './settings.ts';
import type { listenForStop } from './stop-requests.ts';

/**
 * Restores a backup beside the data folder, on a disk on which Postgres works, audits it, and deletes it again. Gives
 * the exit code. Throws what `restoreFolder` throws.
 */
export async function verifyBackup(
  restoring: Pick<FolderToRestore, 'file' | 'askPassphrase' | 'root' | 'terminal'>,
  { dataDir, port }: ProgramSettings,
  stops: ReturnType<typeof listenForStop>,
): Promise<number> {
  const { file } = restoring;
  const beside = join(dirname(dataDir), '.daybook-verified');
  const { isClean } = await restoreFolder({ ...restoring, beside, port }, stops);
  console.log(isClean ? `${file} can be restored.` : `${file} can be restored, but the audit found differences.`);
  return isClean ? 0 : 1;
}
