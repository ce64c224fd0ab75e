import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

function run(script: string, args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    encoding: 'utf8',
    // TypeScript collects garbage less often: it ends with memory to spare.
    env: { ...process.env, GOGC: '400' },
  });
  return { status, said: stdout + stderr };
}

// On one thread it checks nothing twice, which takes half the processor time of several.
test('the type check passes', () => {
  expect(run('typescript/bin/tsc', ['-p', '.', '--pretty', 'false', '--singleThreaded'])).toEqual({
    status: 0,
    said: '',
  });
});

test('the linter and the formatter find nothing', () => {
  const { status, said } = run('@biomejs/biome/bin/biome', ['check', '--colors=off', '--error-on-warnings', '.']);
  expect(status, said).toBe(0);
});
