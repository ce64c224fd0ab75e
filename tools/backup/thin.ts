import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Keep, momentIn, scheduledName, superfluous } from './keep.ts';
import { manifestIn } from './open.ts';

/**
 * Deletes the backups in a folder that are no longer kept, of those alone that this schedule made: by their names, and
 * by what their manifests say. One that can't be read stays. Gives the names of the deleted.
 */
export async function thin(folder: string, keep: Keep, schedule: string): Promise<string[]> {
  const names = superfluous(await backupMadeAt(schedule, folder), keep).map(scheduledName);
  for (const name of names) await rm(join(folder, name));
  return names;
}

/** The moments of the backups in a folder that a schedule has made. */
export async function backupMadeAt(schedule: string, folder: string): Promise<Date[]> {
  const moments: Date[] = [];
  for (const name of await readdir(folder)) {
    const moment = momentIn(name);
    if (moment && (await isOf(schedule, join(folder, name)))) moments.push(moment);
  }
  return moments;
}

async function isOf(schedule: string, file: string): Promise<boolean> {
  const manifest = await manifestIn(file).catch(() => null);
  return manifest?.schedule === schedule;
}
