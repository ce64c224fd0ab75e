import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HeavyWork } from '#api/heavy/heavy-work.ts';
import { BROKEN, BUSY, COUNTED, GREEDY, LEAVING, REFUSED } from '../support/jobs.ts';
import { limitMs } from '../support/slowness.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let heavy: HeavyWork;
beforeAll(async () => {
  server = await openTestServer();
  ({ heavy } = server.services);
});
afterAll(() => server.close());

test('a job has connections of its own, and gives its value', async () => {
  expect(await heavy.run('ann', COUNTED, { rows: 7 })).toBe(7);
});

test('a refusal arrives as the problem that it is, a mistake as an internal one with its cause', async () => {
  await expect(heavy.run('ann', REFUSED, undefined)).rejects.toMatchObject({
    code: 'invalid',
    errors: { field: 'No' },
  });
  await expect(heavy.run('ann', BROKEN, undefined)).rejects.toMatchObject({
    code: 'internal',
    cause: { message: 'A mistake' },
  });
});

test('a job that takes too much memory ends alone: others go on, and the next one of its ledger, too', async () => {
  const greedy = heavy.run('ann', GREEDY, undefined);
  const others = Promise.all([heavy.run('bob', COUNTED, { rows: 3 }), heavy.run('bob', BUSY, { ms: 50 })]);
  expect(await others).toEqual([3, 'done']);
  await expect(greedy).rejects.toMatchObject({ code: 'unavailable', cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' } });
  expect(await heavy.run('ann', COUNTED, { rows: 2 })).toBe(2);
});

test('a thread that has ended while it was free is given no job', { timeout: limitMs(20_000) }, async () => {
  expect(await heavy.run('ann', LEAVING, undefined)).toBe('bye');
  await new Promise((resolve) => setTimeout(resolve, 300));
  // On a busy machine it may be ending still, and then the job that it is given is refused once.
  const counted = () => heavy.run('ann', COUNTED, { rows: 4 }).catch((problem) => problem);
  await expect.poll(counted, { timeout: limitMs(15_000) }).toBe(4);
});

test('while jobs run, this thread answers at once, and a ledger with many of them delays no other', async () => {
  // Each of the three threads is there.
  await Promise.all(['ann', 'ann', 'bob'].map((ledgerId) => heavy.run(ledgerId, BUSY, { ms: 100 })));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const many = Array.from({ length: 6 }, () => heavy.run('ann', BUSY, { ms: 300 }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  let done = 0;
  for (const one of many) void one.then(() => (done += 1));
  await heavy.run('bob', BUSY, { ms: 1 });
  expect(done).toBeLessThan(3);
  await Promise.all(many);
  delay.disable();
  expect(delay.percentile(50) / 1e6).toBeLessThan(100);
});
