import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isBuilt } from './dashboard-build.ts';

/**
 * Gives the folder of the built files: `dist` of the project, or `dist` of the data folder where the project can't be
 * written to and has no dashboard of these sources. `hash` is the hash of its sources. Rejects with the obstacle to
 * both.
 */
export async function distFolder(root: string, dataDir: string, hash: string): Promise<string> {
  const ofProject = join(root, 'dist');
  if ((await isBuilt(ofProject, hash)) || (await isWritable(ofProject))) return ofProject;
  const ofData = join(dataDir, 'dist');
  await mkdir(ofData, { recursive: true });
  return ofData;
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
