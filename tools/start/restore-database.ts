import { BackupFailure } from '../backup/failure.ts';
import { loadDaybook } from '../backup/load.ts';
import { giveNewPasswords } from '../backup/new-passwords.ts';
import { type AskPassphrase, openBackup } from '../backup/open.ts';
import { progressOn } from './backup-progress.ts';
import { reachDatabase } from './reach.ts';
import type { Terminal } from './terminal.ts';

/** The restore of a backup without events into a real Postgres. */
export type DatabaseToRestore = {
  file: string;
  databaseUrl: string;
  askPassphrase: AskPassphrase;
  terminal: Terminal;
};

/**
 * Puts a backup without events into an empty database of Daybook, all of it or nothing. Throws a BackupFailure where it
 * has events, or the database isn't empty.
 */
export async function restoreDatabase(
  { file, databaseUrl, askPassphrase, terminal }: DatabaseToRestore,
  signal: AbortSignal,
): Promise<void> {
  await reachDatabase(databaseUrl);
  const backup = await openBackup(file, askPassphrase);
  try {
    if (backup.manifest.log) {
      throw new BackupFailure(
        `${file} is of a whole Daybook: restore it into a folder with --into, and move that to the real services.`,
      );
    }
    await loadDaybook(databaseUrl, backup, progressOn(terminal.print), signal);
    const passwords = await giveNewPasswords(databaseUrl, '.');
    if (passwords) console.log(`Each user has a new password, in ${passwords}.`);
    console.log('The database is restored: start a worker, which builds the read models, then run the audit.');
  } finally {
    backup.close();
  }
}
