import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartFailure } from './failure.ts';

/** Patterns of the files that the dashboard is built from. */
export const SOURCES = [
  'dashboard/**',
  'contract/**',
  'ledger/model/**',
  'ledger/{line,reconcile,reports,rules,schedules,search}/**',
  'package.json',
  'package-lock.json',
];
/** Holds the hash of the sources that a build was made from. */
const HASH_FILE = '.built-from';

/** Gives the hash of the dashboard's sources; `root` is the project's folder. */
export async function sourcesHash(root: string): Promise<string> {
  const paths: string[] = [];
  for await (const file of glob(SOURCES, { cwd: root, withFileTypes: true })) {
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

/** Whether `dashboard` in a folder was built from the sources with this hash. */
export async function isBuilt(dist: string, hash: string): Promise<boolean> {
  return (await readFile(join(dist, 'dashboard', HASH_FILE), 'utf8').catch(() => '')) === hash;
}

/**
 * Builds the dashboard into `dashboard` of the folder `dist`, whose hash file gets `hash`. Builds in a temporary folder
 * and renames it when complete, so concurrent builds and a running server never see a partial one. Throws a
 * `StartFailure` with the build's output, or one that names the missing development packages.
 */
export async function buildDashboard(
  { root, dist, hash }: { root: string; dist: string; hash: string },
  stopping: AbortSignal,
): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // With NODE_ENV=production npm installs no development packages.
  await access(vite).catch((cause) => {
    throw new StartFailure(
      "The packages that build the dashboard aren't installed: run 'npm ci --include=dev', then try again.",
      { cause },
    );
  });
  await mkdir(dist, { recursive: true });
  const work = await mkdtemp(join(dist, 'build-'));
  try {
    const fresh = join(work, 'fresh');
    // The native loader: the default one writes a bundled configuration into node_modules.
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
    await writeFile(join(fresh, HASH_FILE), hash);
    await replaceFolder(fresh, join(dist, 'dashboard'), work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function replaceFolder(fresh: string, target: string, work: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    await rename(target, join(work, `old-${attempt}`)).catch(ignoreMissing);
    try {
      await rename(fresh, target);
      return;
    } catch (error) {
      // A concurrent build was renamed to the target between the two renames: replace that one.
      if (attempt === 10) throw error;
    }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
