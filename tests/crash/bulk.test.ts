import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Totals } from '#contract/search-calls.ts';
import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import { Caller, expectOk } from '../support/caller.ts';
import { Daybook } from '../support/daybook.ts';
import { previewed, registerFile } from '../support/register-file.ts';
import { runCommand } from '../support/run-command.ts';
import { settled } from '../support/settled.ts';

const onLinux = existsSync('/proc/self/status');
if (!onLinux) console.info('Skipped: the crash tests need /proc.');

const ROWS = 2_000;
const FILE = registerFile(
  Array.from({ length: ROWS }, (_, at) => ({
    ...{ account: 'Everyday', date: '2026-03-14', payee: `Shop ${at}`, amount: at % 2 === 0 ? -1 : 3 },
  })),
);
/** A number of bytes with which the events take several appends. */
const CHANGE = { title: 'Sorted', note: '価格のある店 '.repeat(50).trim() };

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

/** The number of events of a command that a ledger has in the log. */
async function recordedOf(ledgerId: string, commandId: string): Promise<number> {
  let count = 0;
  for await (const { metadata } of log.readAfter(ledgerId, -1n)) {
    if ((metadata as { commandId: string }).commandId === commandId) count += 1;
  }
  return count;
}

const found = async (user: Caller, q: string) =>
  (await user.get<Totals>(`/ledger/find?q=${encodeURIComponent(q)}`)).data?.count;

test.runIf(onLinux)(
  'a bulk during which the API is killed is done exactly once, however often it is sent again, and undone as a whole',
  async () => {
    const user = await Caller.registered(daybook.address);
    const { importId } = (await expectOk(previewed(user, FILE))).data;
    await expectOk(user.post('/import/commit', { importId }));
    await settled(
      () => found(user, ''),
      (count) => count === ROWS,
    );
    const send = () =>
      user.post('/ledger/bulk', { select: { q: 'shop' }, change: CHANGE }, { 'Idempotency-Key': 'bulk' });
    const sent = send().catch(() => null);
    const { api } = daybook.pids();
    if (!api) throw new Error('There is no API.');
    const before = ROWS + 1;
    for (let last = 0; last < before; await pause(1)) {
      const [newest] = await log.readBefore(user.userId, null, 1);
      last = Number(newest?.revision ?? -1);
    }
    process.kill(api, 'SIGKILL');
    expect(await sent).toBe(null);
    const part = await recordedOf(user.userId, 'bulk');
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThan(ROWS);
    const again = await settled(
      () => Promise.all([send(), send()]).catch(() => []),
      (answers) => answers.length === 2 && answers.every(({ status }) => status === 200),
    );
    expect(again.map(({ headers }) => headers.get('Change-Set'))).toEqual(['bulk', 'bulk']);
    expect(await recordedOf(user.userId, 'bulk')).toBe(ROWS + 1);
    await settled(
      () => found(user, 'title:Sorted has:note is:edited'),
      (count) => count === ROWS,
    );
    await expectOk(user.post('/ledger/undo', { changeSetId: 'bulk' }));
    await settled(
      () => found(user, '-title:Sorted -has:note -is:edited'),
      (count) => count === ROWS,
    );
    const audit = await runCommand('tools/start/audit.ts', [], { DAYBOOK_DATA: daybook.folder });
    expect(audit).toMatchObject({ code: 0 });
  },
);
