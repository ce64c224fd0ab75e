import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartFailure } from './failure.ts';

const sources = ['dashboard/**', 'contract/**', 'ledger/{constants,money}.ts', 'package.json', 'package-lock.json'];
const mark = '.built-from';

/** Gives what the dashboard is built from, as one hash of all its sources under the project's folder `root`. */
export async function sourcesHash(root: string): Promise<string> {
  const paths: string[] = [];
  for await (const file of glob(sources, { cwd: root, withFileTypes: true })) {
    if (file.isFile() && !/\.test\.tsx?$/.test(file.name)) paths.push(join(file.parentPath, file.name));
  }
  const hash = createHash('sha256');
  for (const path of paths.sort())
    hash
      .update(path.slice(root.length))
      .update('\0')
      .update(await readFile(path));
  return hash.digest('hex');
}

/** Tells whether `dist/dashboard` was built from the sources with this hash. */
export async function isBuilt(root: string, hash: string): Promise<boolean> {
  return (await readFile(join(root, 'dist', 'dashboard', mark), 'utf8').catch(() => '')) === hash;
}

/**
 * Builds the dashboard from the sources with this hash into `dist/dashboard`.
 * It is built in a folder beside and put in place when whole, so that two builds at once, and whoever serves the old
 * one, never see half of it.
 * Throws a `StartFailure` with the build's output, or one that says so where the packages that build it are missing.
 */
export async function buildDashboard(root: string, hash: string, stopping: AbortSignal): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // With NODE_ENV=production npm leaves out what only development needs.
  await access(vite).catch((cause) => {
    throw new StartFailure(
      "The packages that build the dashboard aren't installed: run 'npm ci --include=dev', then try again.",
      { cause },
    );
  });
  const dist = join(root, 'dist');
  await mkdir(dist, { recursive: true });
  const work = await mkdtemp(join(dist, 'build-'));
  try {
    const fresh = join(work, 'fresh');
    // Node reads the configuration as it is: bundled first, it would be written into node_modules.
    const args = ['build', 'dashboard', '--outDir', fresh, '--emptyOutDir', '--configLoader', 'native'];
    await promisify(execFile)(process.execPath, [vite, ...args], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: 64 * 1024 * 1024,
      signal: stopping,
    }).catch((error) => {
      throw new StartFailure(`The dashboard can't be built; Vite says:\n${error.stdout}${error.stderr}`, {
        cause: error,
      });
    });
    await writeFile(join(fresh, mark), hash);
    await putInPlace(fresh, join(dist, 'dashboard'), work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function putInPlace(fresh: string, place: string, work: string): Promise<void> {
  for (let round = 0; ; round += 1) {
    await rename(place, join(work, `old-${round}`)).catch(ifNothingThere);
    try {
      await rename(fresh, place);
      return;
    } catch (error) {
      // Another build was put there between the two renames: it makes way as well.
      if (round === 10) throw error;
    }
  }
}

function ifNothingThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
