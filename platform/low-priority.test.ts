import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const onLinux = existsSync('/proc/self/task');
if (!onLinux) console.info('Skipped: reading thread priorities needs /proc.');

/** Index of the nice value among the fields of `stat` after the name. */
const NICE = 16;

test.runIf(onLinux)('letOthersGoFirst lowers the priority of all threads, existing ones too', async () => {
  const module = new URL('./low-priority.ts', import.meta.url).href;
  const script = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { letOthersGoFirst } from '${module}';
    letOthersGoFirst();
    const stats = readdirSync('/proc/self/task').map((id) => readFileSync('/proc/self/task/' + id + '/stat', 'utf8'));
    console.log(JSON.stringify(stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[${NICE}]))));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const priorities: number[] = JSON.parse(await text(child.stdout));
  expect(priorities.length).toBeGreaterThan(1);
  expect(new Set(priorities)).toEqual(new Set([19]));
});
