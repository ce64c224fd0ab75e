import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './mutant-list.ts';

// Mutation test of the torture: runs it on copies of Daybook with one bug each. Exits with 1 when the torture doesn't
// detect a bug. `node tests/crash/mutants.ts [minutes]`

const root = fileURLToPath(new URL('../../', import.meta.url));
const PARTS = [
  'api',
  'audit',
  'contract',
  'dashboard',
  'dist',
  'event-log',
  'imports',
  'ledger',
  'mcp',
  'platform',
  'projections',
  'tests',
  'tools',
];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json'];
const SEEDS = [7, 77, 777];

const minutes = process.argv[2] ?? '1';
let missed = 0;
for (const mutant of MUTANTS) {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-mutant-'));
  try {
    await chmod(folder, 0o755);
    for (const name of [...PARTS, ...FILES]) await cp(join(root, name), join(folder, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const path = join(folder, mutant.file);
    const source = await readFile(path, 'utf8');
    if (source.split(mutant.from).length !== 2)
      throw new Error(`${mutant.file} has changed: '${mutant.from}' is not there.`);
    await writeFile(path, source.replace(mutant.from, mutant.to));
    const found = await foundIn(folder);
    console.log(`${found ? 'found' : 'MISSED'}: ${mutant.bug}${found ? ` (${found})` : ''}`);
    if (!found) missed += 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
process.exit(missed === 0 ? 0 : 1);

/** The first error that the torture reports; null when no seed detects the bug. */
async function foundIn(folder: string): Promise<string | null> {
  for (const seed of SEEDS) {
    const args = ['tests/crash/torture.ts', '--minutes', minutes, '--seed', String(seed)];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, 'exit');
    const [, first] = /^WRONG: (.*)$/m.exec(output) ?? [];
    if (code === 1 && first) return `seed ${seed}: ${first}`;
  }
  return null;
}
