import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errorText } from './failure.ts';

/** A file of the source code: its path below the project's folder, with `/`, and its metadata. */
type SourceFile = { path: string; stats: Stats };

/** The options of the programs that list the files in `cwd`. */
type ListOptions = { cwd: string; maxBuffer: number; timeout: number; signal: AbortSignal };

/** The longest time in which git or npm may list the files. */
const LIST_TIMEOUT_MS = 30_000;
const LIST_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Gives the path of an archive of the source code of the project in `root`: `source/daybook-<version>.tgz` in the
 * folder `dist`. Makes it if it is missing, or if a file was added, removed or changed since. Never throws: where the
 * archive can't be made, it prints the reason as one line and gives null. When `stopping` aborts, it gives null, too.
 */
export async function sourceArchive(
  root: string,
  dist: string,
  print: (line: string) => void,
  stopping: AbortSignal,
): Promise<string | null> {
  try {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const name = `daybook-${version}`;
    const archive = join(dist, 'source', `${name}.tgz`);
    const options = { cwd: root, maxBuffer: LIST_BYTES_MAX, timeout: LIST_TIMEOUT_MS, signal: stopping };
    const tracked = await trackedPaths(options);
    const files = filesAt(root, tracked ?? (await candidatePaths(root)));
    const hash = hashOf(files);
    if (!(await isMadeFrom(archive, hash))) {
      const listed = new Set(tracked ?? (await packedPaths(options)));
      const paths = files.map(({ path }) => path).filter((path) => listed.has(path));
      await writeArchive(root, name, paths, archive, hash);
    }
    return archive;
  } catch (error) {
    const [reason = ''] = errorText(error).split('\n');
    if (!stopping.aborted)
      print(`The source code can't be downloaded until the next start: no archive of it can be made (${reason}).`);
    return null;
  }
}

/** Lists what git tracks in the folder `cwd`, or null if it tracks no Daybook, for example in an unpacked archive. */
async function trackedPaths(options: ListOptions): Promise<string[] | null> {
  // The arguments keep git from a repository that the folder lies in.
  const args = ['--git-dir=.git', '--work-tree=.', 'ls-files', '-z'];
  const listed = await promisify(execFile)('git', args, options).catch(() => null);
  const paths = listed?.stdout.split('\0') ?? [];
  return paths.includes('package.json') ? paths : null;
}

/**
 * Lists what can be source code where git tracks none: .dockerignore names the files and folders that belong to it, and
 * so leaves out what lies beside them, such as a backup. It takes milliseconds, and `npm pack` a second.
 */
async function candidatePaths(root: string): Promise<string[]> {
  const dockerignore = await readFile(join(root, '.dockerignore'), 'utf8');
  const names = [...dockerignore.matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
  const below = await Promise.all(
    names.map((name) => readdir(join(root, name), { recursive: true }).catch((): string[] => [])),
  );
  return names.flatMap((name, index) => [name, ...(below[index] ?? []).map((path) => join(name, path))]);
}

/** Lists what `npm pack` would take, which .gitignore does not name, with the two files that npm leaves out. */
async function packedPaths(options: ListOptions): Promise<string[]> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await promisify(execFile)('npm', args, options).catch((cause) => {
    throw new Error(`npm does not list the files: ${errorText(cause)}`, { cause });
  });
  const [packed]: { files: { path: string }[] }[] = JSON.parse(stdout);
  return [...(packed?.files.map(({ path }) => path) ?? []), 'package-lock.json', '.gitignore'];
}

/** Gives the paths that are a file or a symbolic link, sorted. A deleted file is none, nor is one behind a link. */
function filesAt(root: string, paths: string[]): SourceFile[] {
  const top = realpathSync(root);
  const folders = new Map<string, boolean>();
  const isFolder = (path: string) => {
    const known = folders.get(path) ?? realPathOf(join(top, path)) === join(top, path);
    folders.set(path, known);
    return known;
  };
  return [...new Set(paths)].sort().flatMap((path) => {
    const stats = lstatSync(join(top, path), { throwIfNoEntry: false });
    return stats && (stats.isFile() || stats.isSymbolicLink()) && isFolder(dirname(path)) ? { path, stats } : [];
  });
}

function realPathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function hashOf(files: SourceFile[]): string {
  const hash = createHash('sha256');
  for (const { path, stats } of files) hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\0${stats.mode}\0`);
  return hash.digest('hex');
}

/** The file with the hash of the files that an archive was made from. */
const hashFileOf = (archive: string) => `${archive}.made-from`;

async function isMadeFrom(archive: string, hash: string): Promise<boolean> {
  try {
    await access(archive);
    return (await readFile(hashFileOf(archive), 'utf8')) === hash;
  } catch {
    return false;
  }
}

/** Writes the archive under another name and renames it, so that a running API never serves a part of it. */
async function writeArchive(root: string, name: string, paths: string[], archive: string, hash: string): Promise<void> {
  // Not loaded by the many starts that make no archive.
  const { create } = await import('tar');
  await mkdir(dirname(archive), { recursive: true });
  const work = await mkdtemp(join(dirname(dirname(archive)), 'source-'));
  try {
    const fresh = join(work, 'fresh');
    // `portable` leaves out the owner. `tar` takes a path that begins with @ for an archive.
    const options = { cwd: root, file: fresh, prefix: name, gzip: true, portable: true, strict: true };
    await create(
      options,
      paths.map((path) => `./${path}`),
    );
    await rename(fresh, archive);
    await writeFile(fresh, hash);
    await rename(fresh, hashFileOf(archive));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
