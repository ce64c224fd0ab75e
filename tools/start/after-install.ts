import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readCommandLine } from '../command-lines/read.ts';
import { buildDashboard, isBuilt, sourcesHash } from './dashboard-build.ts';
import { errorText } from './failure.ts';
import { sourceArchive } from './source-archive.ts';

// The end of `npm ci`: what the first `npm start` would do otherwise. It never fails an installation, since npm start
// does the same where it is missing.

const USAGE = `Ends an installation: builds the dashboard, packs the source code, and compiles the programs.

  --help   this

npm ci runs it. Where something is missing, npm start does the same. Exit code: 0 done or left to npm start, 2 the
command was not understood.`;

readCommandLine(USAGE, {});

const root = join(import.meta.dirname, '..', '..');
/** The modules that the programs load, whose compiled code is cached (platform/require-node.mjs). */
const MODULES = [
  'api/app.ts',
  'projections/worker/live-worker.ts',
  'tools/embedded/eventstore/server.ts',
  'tools/embedded/stripe/server.ts',
];

/** Builds the dashboard, where its development packages are installed. */
async function build(): Promise<void> {
  const hasVite = await access(join(root, 'node_modules', 'vite')).then(
    () => true,
    () => false,
  );
  if (!hasVite) return;
  const hash = await sourcesHash(root);
  const dist = join(root, 'dist');
  if (!(await isBuilt(dist, hash))) await buildDashboard({ root, dist, hash }, new AbortController().signal);
}

/** Makes the archive of the source code, which the dashboard links to. */
async function pack(): Promise<void> {
  await sourceArchive(root, join(root, 'dist'), console.error, new AbortController().signal);
}

/** Loads modules once, in a process each, so that their compiled code is in the cache. */
async function compile(): Promise<void> {
  for (const path of MODULES) {
    const args = ['--disable-warning=DEP0123', '--input-type=module', '--eval'];
    const load = [...args, `await import('./${path}'); process.exit();`];
    // Without development packages or workspaces some can't be loaded, and are not needed.
    await promisify(execFile)(process.execPath, load, { cwd: root }).catch(() => undefined);
  }
}

for (const step of [build, pack, compile]) {
  await step().catch((error) => console.error(`Left to the first 'npm start': ${errorText(error)}`));
}
