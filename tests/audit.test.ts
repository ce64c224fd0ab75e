import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caller, expectOk } from './support/caller.ts';
import { Daybook } from './support/daybook.ts';
import { runCommand } from './support/run-command.ts';
import { settled } from './support/settled.ts';

// `npm run audit`, with and without a running Daybook.

let daybook: Daybook;
beforeAll(async () => {
  daybook = await Daybook.prepare();
  await daybook.start();
});
afterAll(() => daybook?.remove());

const npmRunAudit = (args: string[], urls: Record<string, string> = {}) =>
  runCommand('tools/start/audit.ts', args, { DAYBOOK_DATA: daybook.folder, ...urls });

test('uses the services of a running Daybook, and starts them when none runs', async () => {
  const user = await Caller.registered(daybook.address);
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 1000 }));
  const live = await npmRunAudit([]);
  expect(live).toMatchObject({ code: 0, stderr: '' });
  expect(live.stdout).toContain('Nothing differs');
  const one = JSON.parse((await npmRunAudit(['--json', '--ledger', user.userId])).stdout);
  expect(one).toMatchObject({ clean: true, ledgers: 1, accounts: { Balance: '100000', Opening: '-100000' } });

  const { databaseUrl, eventStoreUrl } = JSON.parse(await readFile(join(daybook.folder, 'services.json'), 'utf8'));
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query('UPDATE projections.ledgers SET balance = 100001 WHERE ledger_id = $1', [user.userId]);
  await database.end();
  const finding = { ledger: user.userId, field: 'ledger.balance', expected: '100000', found: '100001', revision: '0' };
  const named = await npmRunAudit(['--json'], { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl });
  expect(named.code).toBe(1);
  expect(JSON.parse(named.stdout)).toMatchObject({ clean: false, found: 1, findings: [finding] });

  await daybook.stop();
  const [first, second] = await Promise.all([npmRunAudit(['--json']), npmRunAudit(['--json'])]);
  const ran = [first, second].filter(({ code }) => code === 1);
  expect(ran.length).toBeGreaterThan(0);
  for (const { stdout, stderr } of ran) {
    expect(JSON.parse(stdout)).toMatchObject({ found: 1, findings: [finding] });
    expect(stderr).toContain('Starting Postgres');
  }
  for (const { stderr } of [first, second].filter(({ code }) => code !== 1)) expect(stderr).toContain(daybook.folder);
  await settled(
    async () => daybook.leftovers(),
    (left) => left.length === 0,
  );
});

test('a failed audit has another exit code than a difference', async () => {
  const nobody = { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/daybook', EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false' };
  const { code, stderr } = await npmRunAudit([], nobody);
  expect([code, stderr]).toEqual([2, expect.stringContaining('DATABASE_URL')]);
  expect((await npmRunAudit(['--user'], nobody)).code).toBe(2);
  expect((await npmRunAudit(['--help'])).stdout).toContain('--json');
});
