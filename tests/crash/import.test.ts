import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { User } from '#contract/user.ts';
import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import type { LoggedEvent } from '#event-log/logged-event.ts';
import { Caller, expectOk } from '../support/caller.ts';
import { Daybook } from '../support/daybook.ts';
import { previewed, registerFile } from '../support/register-file.ts';
import { runCommand } from '../support/run-command.ts';
import { settled } from '../support/settled.ts';

const onLinux = existsSync('/proc/self/status');
if (!onLinux) console.info('Skipped: the crash tests need /proc.');

const ROWS = 1_200;
/** Words whose bytes make the events take eleven appends of 256 KB, and the worker several batches of 500. */
const FILE = registerFile(
  Array.from({ length: ROWS }, (_, at) => ({
    account: 'Everyday',
    date: '2026-03-14',
    payee: `Shop ${at} ${'価格のある店 '.repeat(50)}`,
    amount: at % 2 === 0 ? -1 : 3,
  })),
);
const BALANCE = ROWS;

let daybook: Daybook;
let log: EventLog;
beforeAll(async () => {
  if (!onLinux) return;
  daybook = await Daybook.prepare();
  await daybook.start();
  log = openEventLog(JSON.parse(await readFile(join(daybook.folder, 'services.json'), 'utf8')).eventStoreUrl);
});
afterAll(async () => {
  await log?.close();
  await daybook?.remove();
});

/** How many events a ledger has in the log. */
async function recorded(ledgerId: string): Promise<number> {
  const [last] = await log.readBefore(ledgerId, null, 1);
  return last ? Number(last.revision) + 1 : 0;
}

/**
 * Sends the import of the file, and kills the API with SIGKILL between two of its appends. Gives the user and the
 * import.
 */
async function cutOff(): Promise<{ user: Caller; importId: string }> {
  const user = await Caller.registered(daybook.address);
  const { importId } = (await expectOk(previewed(user, FILE))).data;
  const sent = user.post('/import/commit', { importId }).catch(() => null);
  const { api } = daybook.pids();
  if (!api) throw new Error('There is no API.');
  while ((await recorded(user.userId)) === 0) await pause(1);
  process.kill(api, 'SIGKILL');
  expect(await sent).toBe(null);
  const count = await recorded(user.userId);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(ROWS);
  await settled(
    async () =>
      await fetch(`${daybook.address}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    Boolean,
  );
  return { user, importId };
}

/** The events of a ledger, and that the first says how many follow. */
async function expectWhole(ledgerId: string, importId: string): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for await (const event of log.readAfter(ledgerId, -1n)) events.push(event);
  const own = events.filter(({ metadata }) => (metadata as { commandId: string }).commandId === importId);
  expect(own[0]).toMatchObject({ type: 'FileImported', data: { count: ROWS, rows: ROWS, left: 0 } });
  expect(own.slice(1).map(({ data }) => (data as { imported: [{ line: number }] }).imported[0].line)).toEqual(
    Array.from({ length: ROWS }, (_, at) => at + 2),
  );
  return events;
}

test.runIf(onLinux)(
  'an import during which the API is killed is recorded exactly once, however often it is sent again',
  async () => {
    const { user, importId } = await cutOff();
    const again = () => user.post<User & { imported: object }>('/import/commit', { importId });
    const imported = { changeSetId: importId, recorded: ROWS, transfers: 0, matched: 0, left: 0 };
    for (const answer of await Promise.all([again(), again()])) {
      expect(answer).toMatchObject({ status: 200, data: { imported } });
    }
    expect(await again()).toMatchObject({ status: 200, data: { imported } });
    expect(await expectWhole(user.userId, importId)).toHaveLength(ROWS + 1);
    const { transactionCount, currentBalance } = await settled(
      () => user.user(),
      (now) => now.transactionCount === ROWS,
    );
    expect([transactionCount, currentBalance]).toEqual([ROWS, BALANCE]);
    const { counts }: ImportPreview = (await expectOk(previewed(user, FILE))).data;
    expect(counts).toMatchObject({ new: 0, known: ROWS });
  },
);

test.runIf(onLinux)(
  'an import during which the API is killed is carried to its end by the next command, and is taken back as a whole',
  async () => {
    const { user, importId } = await cutOff();
    const deposit = { newAmount: 7 };
    await settled(
      () => user.post('/users/update-account-balance', deposit, { 'Idempotency-Key': 'after' }),
      ({ status }) => status === 200,
    );
    const events = await expectWhole(user.userId, importId);
    expect(events).toHaveLength(ROWS + 2);
    expect(events.at(-1)).toMatchObject({ type: 'BalanceAdjusted', data: { from: BALANCE * 100, to: 700 } });
    await expectOk(user.post('/ledger/undo', { changeSetId: importId }));
    const { currentBalance } = await settled(
      () => user.user(),
      ({ transactionCount }) => transactionCount === 0,
    );
    expect(currentBalance).toBe(7 - BALANCE);
    const { counts } = (await expectOk(previewed(user, FILE))).data;
    expect(counts).toMatchObject({ new: ROWS, known: 0 });
    const audit = await runCommand('tools/start/audit.ts', [], { DAYBOOK_DATA: daybook.folder });
    expect(audit).toMatchObject({ code: 0 });
  },
);
