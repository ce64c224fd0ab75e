import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderFailure } from '../embedded/postgres/failure.ts';
import { StartFailure } from './failure.ts';
import { type Identity, identify, lives } from './process-identity.ts';

/** A data folder that this process has for itself until `release`. */
export type Lock = { release(): Promise<void> };

/** Who has a data folder for itself, and where the Daybook is that it is. */
export type Holder = Identity & { address: string };

/**
 * Takes the data folder, making it where it is missing, for the Daybook that will be at `address`. A lock whose
 * holder has ended is taken over.
 * Throws a `StartFailure` that names the process and the address of the Daybook which runs there.
 */
export async function lockFolder(dataDir: string, address: string): Promise<Lock> {
  const file = join(dataDir, 'daybook.lock');
  const mine = `${file}.${process.pid}`;
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(mine, JSON.stringify({ ...(await identify(process.pid)), address }), { mode: 0o600 });
  } catch (error) {
    throw folderFailure(error, dataDir);
  }
  try {
    // A link, because it is made whole or not at all and refuses to replace another.
    while (!(await linked(mine, file))) {
      const text = await readFile(file, 'utf8').catch(() => '');
      const holder = parse(text);
      if (holder && (await lives(holder))) {
        throw new StartFailure(
          `Daybook already runs over ${dataDir} (process ${holder.pid}, ${holder.address}): ` +
            'use that one, stop it, or name another folder in DAYBOOK_DATA.',
        );
      }
      await remove(file, text);
    }
  } finally {
    await rm(mine, { force: true });
  }
  return { release: () => rm(file, { force: true }) };
}

/** Gives the process that has the data folder for itself and where its Daybook is; null where it has ended, or none has. */
export async function holderOf(dataDir: string): Promise<Holder | null> {
  const holder = parse(await readFile(join(dataDir, 'daybook.lock'), 'utf8').catch(() => ''));
  return holder && (await lives(holder)) ? holder : null;
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes the lock that reads `stale`, and puts back one that another start made in the meantime. */
async function remove(file: string, stale: string): Promise<void> {
  const aside = `${file}.stale-${process.pid}`;
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if ((await readFile(aside, 'utf8')) !== stale) await linked(aside, file);
  await rm(aside);
}
