import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caller, expectOk } from './support/caller.ts';
import { Daybook } from './support/daybook.ts';
import { runCommand } from './support/run-command.ts';

// `npm run replay`, with and without a running Daybook.

let daybook: Daybook;
beforeAll(async () => {
  daybook = await Daybook.prepare();
  await daybook.start();
});
afterAll(() => daybook?.remove());

const npmRunReplay = (...args: string[]) => runCommand('tools/start/replay.ts', args, { DAYBOOK_DATA: daybook.folder });

test('replays with and without a running Daybook', async () => {
  const user = await Caller.registered(daybook.address);
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 1000 }));
  const same = await npmRunReplay();
  // On a busy machine the replay, which lets others go first, may say that it tries again.
  expect(same.code).toBe(0);
  expect(same.stdout).toContain('going in small steps');
  expect(same.stdout).toMatch(/100 % .* events/);
  expect(same.stdout).toMatch(/Compared with the live ones: \d+ ledgers, no difference\.\nThe new ones are live\./);

  const { databaseUrl } = JSON.parse(await readFile(join(daybook.folder, 'services.json'), 'utf8'));
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query('UPDATE projections.ledgers SET balance = 1 WHERE ledger_id = $1', [user.userId]);
  await database.end();
  const mended = await npmRunReplay();
  expect(mended).toMatchObject({ code: 0, stdout: expect.stringContaining(`ledgers: ${user.userId}`) });
  expect((await user.user()).currentBalance).toBe(1000);
  await expectOk(user.post('/transaction/create-income', { title: 'Pay', amount: 1 }));
  const { headers } = await expectOk(user.get('/users/get-current-user'));
  expect(headers.get('Projection-Lag')).toBeNull();

  await daybook.stop();
  const alone = await npmRunReplay();
  expect(alone).toMatchObject({ code: 0, stderr: expect.stringContaining('Starting Postgres') });
  expect(alone.stdout).not.toContain('small steps');
  expect(daybook.leftovers()).toEqual([]);
  await daybook.start();
  expect((await user.user()).currentBalance).toBe(1001);
});

test('prints its usage', async () => {
  expect(await npmRunReplay('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('beside the live') });
  expect(await npmRunReplay('--fast')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no option '--fast'"),
  });
});
