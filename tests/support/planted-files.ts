import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A lint rule that a file breaks. */
export type Finding = { path: string; rule: string };

/** Lints files as if they were at these paths of the project, by its rules, and gives the rules that they break. */
export async function lintPlanted(files: { path: string; text: string }[]): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-planted-'));
  try {
    await copyFile(join(root, 'biome.json'), join(folder, 'biome.json'));
    for (const { path, text } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const args = ['lint', '--reporter=github', '--vcs-enabled=false', '--max-diagnostics=none', '.'];
    const said = await new Promise<string>((resolve) => {
      const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
      execFile(process.execPath, [biome, ...args], { cwd: folder }, (_, stdout) => resolve(stdout));
    });
    return [...said.matchAll(/title=([^,]+),file=([^,]+),/g)].map(([, rule = '', path = '']) => ({
      rule,
      path: relative(folder, path),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
