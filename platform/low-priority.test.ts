import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const onLinux = existsSync('/proc/self/task');
if (!onLinux) console.info('There is no /proc here to tell of threads: their priorities are not looked at.');

/** Where a thread's priority stands in its `stat`, counted from after its name. */
const NICE = 16;

test.runIf(onLinux)('all threads of a program go last, those that were there before, too', async () => {
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
