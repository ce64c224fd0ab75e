import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const isPossible = spawnSync('taskset', ['--version']).status === 0 && availableParallelism() > 1;
if (!isPossible) console.info('Skipped: needs taskset and more than one processor.');

test.runIf(isPossible)('all threads of a program and its Postgres backend are pinned to one processor', async () => {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { keepToOneProcessor } from ${module('./one-processor.ts')};
    import { openClient } from ${module('./postgres.ts')};
    const allowed = (path) => /^Cpus_allowed_list:\\s*(.*)$/m.exec(readFileSync(path + '/status', 'utf8'))[1];
    const own = () => readdirSync('/proc/self/task').map((id) => allowed('/proc/self/task/' + id));
    const client = await openClient(process.env.TEST_POSTGRES_URL);
    const { rows: [{ pid }] } = await client.query('SELECT pg_backend_pid() AS pid');
    const before = [...own(), allowed('/proc/' + pid)];
    await keepToOneProcessor(client);
    console.log(JSON.stringify({ before, after: [...own(), allowed('/proc/' + pid)] }));
    await client.end();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { before, after } = JSON.parse(await text(child.stdout));
  expect(before.length).toBeGreaterThan(2);
  expect(new Set(before).size).toBe(1);
  expect(new Set(after)).toEqual(new Set([expect.stringMatching(/^\d+$/)]));
});
