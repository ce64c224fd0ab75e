import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderFailure } from '../embedded/postgres/failure.ts';
import { StartFailure } from './failure.ts';

/**
 * The layout of the data folder that this version reads and writes. Raise it with a change after which older versions
 * would misread the folder: a file that moves or gets another meaning, another major version of Postgres.
 */
const LAYOUT = 1;

const pathIn = (dataDir: string) => join(dataDir, 'layout');

/**
 * Checks that no newer version has written the data folder, which may be missing. Folders of the first versions have no
 * layout. Changes nothing. Throws a `StartFailure` where the layout is a higher one, or damaged.
 */
export async function checkLayout(dataDir: string): Promise<void> {
  const layout = await readLayout(dataDir);
  if (layout === null || layout <= LAYOUT) return;
  if (Number.isNaN(layout)) {
    throw new StartFailure(`${pathIn(dataDir)} is damaged: put it back from your backup.`);
  }
  throw new StartFailure(
    `A newer version of Daybook wrote ${dataDir} (its layout is ${layout}, and this version knows up to ${LAYOUT}): ` +
      'start that version, or restore a backup from before it.',
  );
}

/**
 * Notes the layout in the data folder, which exists and is locked. Throws a `PostgresFailure` for missing
 * rights or a full disk.
 */
export async function writeLayout(dataDir: string): Promise<void> {
  if ((await readLayout(dataDir)) === LAYOUT) return;
  try {
    // Written to another file and renamed, so that a killed process leaves no incomplete one.
    await writeFile(`${pathIn(dataDir)}.new`, `${LAYOUT}\n`, { mode: 0o600 });
    await rename(`${pathIn(dataDir)}.new`, pathIn(dataDir));
  } catch (error) {
    throw folderFailure(error, dataDir);
  }
}

/** The layout, or null if the folder has none, NaN where it can't be read as a number. */
async function readLayout(dataDir: string): Promise<number | null> {
  try {
    const text = (await readFile(pathIn(dataDir), 'utf8')).trim();
    return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}
