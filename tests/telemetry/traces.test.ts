import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Verification } from '#contract/ledger-calls.ts';
import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import { startEventStore } from '#tools/embedded/eventstore/server.ts';
import { createTestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { Caller, expectOk } from '../support/caller.ts';
import { Daybook } from '../support/daybook.ts';
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.ts';
import { previewed, registerFile } from '../support/register-file.ts';
import { runCommand } from '../support/run-command.ts';
import { exported, folderOf } from '../support/unzipped.ts';

// Traces of `npm start`, sent to a receiver, and that what they leave in events disturbs nothing.

const onLinux = existsSync('/proc/self/status');
if (!onLinux) console.info('Processes are found through /proc, which is not here: the tests of traces are skipped.');

let daybook: Daybook;
let receiver: OtlpReceiver;
let log: EventLog;
beforeAll(async () => {
  if (!onLinux) return;
  receiver = await openOtlpReceiver();
  daybook = await Daybook.prepare({ ...receiver.settings, DEMO_USER: 'off' });
  await daybook.start();
  log = openEventLog(JSON.parse(await readFile(join(daybook.folder, 'services.json'), 'utf8')).eventStoreUrl);
});
afterAll(async () => {
  await log?.close();
  await daybook?.remove();
  await receiver?.close();
});

const INCOME = { title: 'Wages', amount: 12.5, date: '2026-01-02' };

/** A trace context of a client, and its two ids. */
function newTrace(): { traceId: string; spanId: string; headers: { traceparent: string } } {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

/** Waits until the worker's span of a trace has arrived, and gives the spans of the trace by their names. */
async function traceOf(traceId: string): Promise<Map<string, ReceivedSpan>> {
  const spans = () =>
    new Map(receiver.spans.filter((span) => span.traceId === traceId).map((span) => [span.name, span]));
  await expect.poll(() => [...spans().keys()]).toEqual(expect.arrayContaining(['project', 'append']));
  return spans();
}

/** The metadata of a ledger's events, as stored. */
async function metadataOf(ledgerId: string): Promise<Record<string, unknown>[]> {
  const events = await Array.fromAsync(log.readAfter(ledgerId, -1n));
  return events.map(({ metadata }) => metadata as Record<string, unknown>);
}

test.runIf(onLinux)(
  'a request is one trace, from the client over the API and the event store to the worker',
  async () => {
    const user = await Caller.registered(daybook.address);
    const { traceId, spanId, headers } = newTrace();
    await expectOk(user.post('/transaction/create-income', INCOME, headers));
    const spans = await traceOf(traceId);
    await expect.poll(async () => [...(await traceOf(traceId)).keys()]).toContain('createIncome');
    const request = (await traceOf(traceId)).get('createIncome');
    expect(request).toMatchObject({
      service: 'daybook-api',
      parentSpanId: spanId,
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 200 },
    });
    for (const name of ['session', 'decide', 'append', 'wait'])
      expect([name, (await traceOf(traceId)).get(name)?.parentSpanId]).toEqual([name, request?.spanId]);
    const append = spans.get('append');
    expect(spans.get('project')).toMatchObject({
      service: 'daybook-worker',
      parentSpanId: append?.spanId,
      attributes: { 'daybook.events': 1, 'daybook.batch.events': 1 },
    });
    await expect.poll(async () => [...(await traceOf(traceId)).keys()]).toContain('store');
    expect((await traceOf(traceId)).get('store')).toMatchObject({
      service: 'daybook-eventstore',
      parentSpanId: append?.spanId,
      attributes: { 'eventstore.events': 1 },
    });
    const [metadata] = (await metadataOf(user.userId)).slice(-1);
    expect(metadata).toMatchObject({ traceparent: `00-${traceId}-${append?.spanId}-01` });
    const said = JSON.stringify(receiver.spans);
    for (const secret of [user.userId, user.email, INCOME.title]) expect(said).not.toContain(secret);
    expect(receiver.others).toEqual([]);
  },
);

test.runIf(onLinux)('a client that asks for no trace leaves none', async () => {
  const user = await Caller.registered(daybook.address);
  const { traceId, spanId } = newTrace();
  await expectOk(user.post('/transaction/create-income', INCOME, { traceparent: `00-${traceId}-${spanId}-00` }));
  const [metadata] = (await metadataOf(user.userId)).slice(-1);
  expect(Object.keys(metadata ?? {})).toEqual(['commandId', 'inputHash', 'recordedAt', 'version']);
  await expectOk(user.post('/transaction/create-income', INCOME, { traceparent: 'nonsense' }));
  expect((await metadataOf(user.userId)).at(-1)).toHaveProperty('traceparent');
});

test.runIf(onLinux)('what a thread records continues the trace of its request', async () => {
  const user = await Caller.registered(daybook.address);
  const rows = Array.from({ length: 1_100 }, (_, row) => ({
    ...{ account: 'Everyday', payee: `Shop ${row}`, amount: -1, category: 'Food' },
    date: `2026-01-0${1 + (row % 9)}`,
  }));
  const { importId } = (await expectOk(previewed(user, registerFile(rows)))).data;
  const { traceId, headers } = newTrace();
  await expectOk(user.post('/import/commit', { importId }, headers));
  const all = await metadataOf(user.userId);
  expect(all.length).toBeGreaterThan(1_000);
  const traced = all.filter(({ traceparent }) => String(traceparent).includes(traceId));
  expect(traced).toHaveLength(all.length);
  await expect
    .poll(() =>
      receiver.spans
        .filter(({ name, traceId: of }) => name === 'project' && of === traceId)
        .reduce((sum, { attributes }) => sum + Number(attributes['daybook.events']), 0),
    )
    .toBe(all.length);
});

test.runIf(onLinux)(
  'events with a trace are read, sealed, exported, audited, copied and replayed like any other',
  async () => {
    const user = await Caller.registered(daybook.address);
    const key = { 'Idempotency-Key': 'once' };
    const recorded = await expectOk(user.post('/transaction/create-income', INCOME, { ...newTrace().headers, ...key }));
    // A retry has another trace, and is the same command.
    await expectOk(user.post('/transaction/create-income', INCOME, { ...newTrace().headers, ...key }));
    await expectOk(user.post('/ledger/undo', { changeSetId: recorded.headers.get('Change-Set') }));
    await expectOk(user.post('/transaction/create-income', { ...INCOME, amount: 3 }));
    const metadata = await metadataOf(user.userId);
    expect(metadata).toHaveLength(4);
    for (const one of metadata) expect(one).toHaveProperty('traceparent');

    const { data: verified } = await expectOk(user.get<Verification>('/ledger/verify'));
    expect(verified).toMatchObject({ intact: true, differences: [] });
    const { data: past } = await expectOk(
      user.get<{ transactions: object[] }>('/transaction/get-transactions?known=0'),
    );
    expect(JSON.stringify(past)).toContain(INCOME.title);
    await expectOk(user.get('/ledger/history'));

    const files = await exported(user);
    expect(String(files.get('events.jsonl'))).toContain('"traceparent":"00-');
    const folder = await folderOf(files);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'verify.mjs')]);
    expect(stdout).toContain('All files agree with the events.');
    expect(String(files.get('seal.txt'))).toContain(verified.seal);
    const other = await Caller.registered(daybook.address);
    const preview = await expectOk(previewed(other, await zipOf(user)));
    await expectOk(other.post('/import/commit', { importId: preview.data.importId }));
    expect((await other.user()).currentBalance).toBe(3);

    const environment = { DAYBOOK_DATA: daybook.folder };
    expect(await runCommand('tools/start/audit.ts', [], environment)).toMatchObject({ code: 0 });
    const replayed = await runCommand('tools/start/replay.ts', [], environment);
    expect(replayed).toMatchObject({ code: 0, stdout: expect.stringContaining('no difference') });
    expect((await user.user()).currentBalance).toBe(3);
    await expectCopied();
  },
);

/** The export of a user as a file that can be imported. */
async function zipOf(user: Caller): Promise<File> {
  const answer = await user.open('/api/v1/ledger/export');
  return new File([await answer.arrayBuffer()], 'daybook.zip');
}

/** Copies the log to another store, which has to be the same to the byte. */
async function expectCopied(): Promise<void> {
  const database = await createTestDatabase();
  const store = await startEventStore({ databaseUrl: database.url, port: 0 });
  try {
    const { eventStoreUrl } = JSON.parse(await readFile(join(daybook.folder, 'services.json'), 'utf8'));
    const copied = await runCommand('tools/copy-log/main.ts', ['--from', eventStoreUrl, '--to', store.url], {});
    expect(copied).toMatchObject({ code: 0, stdout: expect.stringContaining('The copy is complete.') });
  } finally {
    await store.stop();
    await database.release();
  }
}
