import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readCommandLine } from '#tools/command-lines/read.ts';

const USAGE = `Checks a change in two minutes: its types, its lint, and the tests without services that it concerns.

  COMMIT   what was changed since this commit; where it is left out, what is not committed, else the last commit
  --help   this

Exit code: 0 all is well, 1 something is not, 2 the command was not understood.`;

const root = join(import.meta.dirname, '..');
const node = (name: string, ...args: string[]) => [join(root, 'node_modules', name), ...args];
const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();

const [named] = readCommandLine(USAGE, {}, 1).positionals;
const since = named ?? (git('status', '--porcelain') === '' ? 'HEAD~1' : 'HEAD');
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', since).split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
].filter((file) => file !== '');

const CHECKS: Record<string, string[]> = {
  types: node('typescript/bin/tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/quick.json'),
  lint: node('@biomejs/biome/bin/biome', 'check', '--no-errors-on-unmatched', ...changed),
  tests: node('vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'screens', '--changed', since),
};

/** Runs a check, and prints its output where it fails. Gives whether it passed. */
async function passes([name, args]: [string, string[]]): Promise<boolean> {
  const startMs = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], out, problems] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  if (code !== 0) console.log(out + problems);
  console.log(`${name}: ${code === 0 ? 'passed' : 'FAILED'}, ${((performance.now() - startMs) / 1_000).toFixed(1)} s`);
  return code === 0;
}

const passed = await Promise.all(Object.entries(CHECKS).map(passes));
process.exit(passed.includes(false) ? 1 : 0);
