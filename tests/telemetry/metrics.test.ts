import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { calls } from '#contract/calls.ts';
import { openEventLog } from '#event-log/event-log.ts';
import type { LoggedEvent } from '#event-log/logged-event.ts';
import { METRICS } from '#platform/telemetry/definitions.ts';
import { anyFreePort } from '#tools/embedded/postgres/port.ts';
import { Caller, expectOk } from '../support/caller.ts';
import { Daybook } from '../support/daybook.ts';
import { hasPromtool, promtool } from '../support/promtool.ts';
import { metricsIn, sampleOf, samplesIn, scrape } from '../support/scrape.ts';

// The metrics of `npm start`: one endpoint with both programs'.

const onLinux = existsSync('/proc/self/status');
if (!onLinux) console.info('Processes are found through /proc, which is not here: the tests of metrics are skipped.');
if (!hasPromtool) console.info('promtool is not installed: the metrics are not checked by Prometheus itself.');

/** The names in metrics that are no calls. */
const NO_CALLS = [
  'calendar',
  'dashboard',
  'digest',
  'export',
  'file',
  'health',
  'none',
  'openapi',
  'sourceCode',
  'webhook',
];

const INCOME = { category: 'Salary', title: 'Wages', amount: 12.5, date: '2026-01-02' };

let daybook: Daybook;
let port: number;
beforeAll(async () => {
  if (!onLinux) return;
  port = await anyFreePort();
  daybook = await Daybook.prepare({ METRICS_PORT: String(port), DEMO_USER: 'off' });
  await daybook.start();
});
afterAll(() => daybook?.remove());

test.runIf(onLinux)('one endpoint has every metric of both programs once', async () => {
  const text = await scrape(port);
  const names = metricsIn(text);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(METRICS), 'daybook_program_up']));
  expect(names.filter((name) => name.startsWith('daybook_') && !(name in METRICS))).toEqual(['daybook_program_up']);
  for (const [name, { of }] of Object.entries(METRICS)) {
    const found = new Set(
      samplesIn(text)
        .filter((sample) => sample.name.replace(/_(bucket|sum|count)$/, '') === name || sample.name === name)
        .map(({ process }) => process),
    );
    expect([name, [...found].filter((process) => !(of as readonly string[]).includes(process))]).toEqual([name, []]);
  }
  for (const process of ['api', 'worker']) {
    const has = (name: string) => samplesIn(text).some((sample) => sample.name === name && sample.process === process);
    expect([process, has('process_cpu_seconds_total'), has('nodejs_heap_size_used_bytes')]).toEqual([
      process,
      true,
      true,
    ]);
  }
});

test.runIf(onLinux)('only GET and HEAD of /metrics are answered, on the loopback', async () => {
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [response.status, response.headers.get('Content-Type')];
  };
  expect(await ask('/metrics')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(await ask('/metrics', 'HEAD')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(await ask('/metrics', 'POST')).toEqual([405, null]);
  expect(await ask('/')).toEqual([404, null]);
  expect(await ask('/metrics/more')).toEqual([404, null]);
  expect(await fetch(`${daybook.address}/metrics`).then((response) => response.text())).not.toContain('daybook_');
});

test.runIf(onLinux)('a command is counted, with its stages and what the worker made of it', async () => {
  const user = await Caller.registered(daybook.address);
  const before = await scrape(port);
  expect((await user.post('/transaction/create-income', INCOME)).status).toBe(200);
  expect((await user.post('/transaction/create-income', { ...INCOME, amount: -1 })).status).toBe(422);
  // The worker counts a batch after it has told of it.
  const applied = sampleOf(before, 'daybook_projection_batch_events_sum') ?? 0;
  await expect.poll(async () => sampleOf(await scrape(port), 'daybook_projection_batch_events_sum')).toBe(applied + 1);
  const after = await scrape(port);
  const grown = (name: string, labels: Record<string, string> = {}) =>
    (sampleOf(after, name, labels) ?? 0) - (sampleOf(before, name, labels) ?? 0);
  expect(grown('daybook_requests_total', { call: 'createIncome', status: '200' })).toBe(1);
  expect(grown('daybook_requests_total', { call: 'createIncome', status: '422' })).toBe(1);
  expect(grown('daybook_request_duration_seconds_count', { call: 'createIncome' })).toBe(2);
  for (const stage of ['decide', 'append', 'wait'])
    expect([stage, grown('daybook_command_stage_duration_seconds_count', { stage })]).toEqual([stage, 1]);
  expect(grown('daybook_command_stage_duration_seconds_count', { stage: 'session' })).toBeGreaterThanOrEqual(2);
  expect(grown('daybook_event_store_call_duration_seconds_count', { call: 'append' })).toBe(1);
  expect(grown('daybook_postgres_statement_duration_seconds_count', { pool: 'main' })).toBeGreaterThan(0);
  expect(sampleOf(after, 'daybook_projection_lag_seconds')).toBe(0);
  expect(sampleOf(after, 'daybook_projection_lag_events')).toBe(0);
  expect(sampleOf(after, 'daybook_images_bytes')).toBeGreaterThan(0);
});

test.runIf(onLinux)('whatever a client asks for, labels have few values, and none of a user', async () => {
  const user = await Caller.registered(daybook.address);
  for (const path of [
    '/api/v1/nothing',
    `/api/v1/files/${user.userId}`,
    `/${user.userId}`,
    '/__proto__',
    '/api/v1/__proto__',
  ])
    await user.open(path);
  await user.open('/api/v1/users/get-current-user', 'DELETE');
  const text = await scrape(port);
  expect(text).not.toContain(user.userId);
  const labels = samplesIn(text).flatMap((sample) => (sample.labels.call !== undefined ? [sample] : []));
  const asked = labels
    .filter(({ name }) => name === 'daybook_requests_total')
    .map(({ labels: { call } }) => call ?? '');
  expect(asked).toEqual(expect.arrayContaining(['none', 'file', 'dashboard', 'login']));
  expect(asked.filter((call) => !(call in calls) && !NO_CALLS.includes(call))).toEqual([]);
});

test.runIf(onLinux)('the dashboard of Grafana and the alerts name only metrics that a scrape has', async () => {
  const names = metricsIn(await scrape(port));
  const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');
  const dashboard = JSON.parse(read('grafana/daybook.json')) as {
    panels: { id: number; type: string; targets?: { expr: string }[] }[];
  };
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const rules = (parse(read('prometheus/alerts.yml')) as { groups: { rules: { expr: string }[] }[] }).groups;
  const alerting = rules.flatMap(({ rules }) => rules.map(({ expr }) => expr));
  const used = (expressions: string[]) => [
    ...new Set(expressions.flatMap((expr) => expr.match(/\b(daybook|nodejs|process)_\w+/g) ?? [])),
  ];
  expect(used(shown).length).toBeGreaterThan(30);
  expect(used(alerting).length).toBeGreaterThan(8);
  const isThere = (name: string) => names.includes(name) || names.includes(name.replace(/_(bucket|sum|count)$/, ''));
  expect(used([...shown, ...alerting]).filter((name) => !isThere(name))).toEqual([]);
  // And each metric of Daybook's own is shown.
  const families = used(shown).map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect(Object.keys(METRICS).filter((name) => !families.includes(name))).toEqual([]);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});

test.runIf(onLinux && hasPromtool)('promtool finds nothing to say', async () => {
  expect(promtool(['check', 'metrics'], await scrape(port))).toEqual({ status: 0, said: '' });
});

test.runIf(onLinux)('a port that is taken is said, with the setting', async () => {
  const second = await Daybook.prepare({ METRICS_PORT: String(port) });
  await expect(second.start()).rejects.toThrow(
    `Port ${port} is taken by another program: stop it, or take another port with 'METRICS_PORT=${port + 1} npm start'.`,
  );
  await second.remove();
  expect(daybook.told()).toContain(`Metrics are at http://localhost:${port}/metrics`);
});

test.runIf(onLinux)('a frozen event store is a value, and does not end a scrape', async () => {
  const pids = daybook.pids();
  const up = async () => {
    const text = await scrape(port);
    return {
      eventStore: sampleOf(text, 'daybook_store_up', { store: 'event_store' }),
      postgres: sampleOf(text, 'daybook_store_up', { store: 'postgres' }),
    };
  };
  process.kill(pids['event store'] ?? 0, 'SIGSTOP');
  try {
    expect(await up()).toMatchObject({ eventStore: 0, postgres: 1 });
  } finally {
    process.kill(pids['event store'] ?? 0, 'SIGCONT');
  }
  await expect.poll(up).toMatchObject({ eventStore: 1, postgres: 1 });
});

test.runIf(onLinux)('a frozen worker is a value, and so are the lag and the conflicts that it leads to', async () => {
  const user = await Caller.registered(daybook.address);
  await expectOk(user.post('/transaction/create-income', INCOME));
  const { eventStoreUrl } = JSON.parse(readFileSync(join(daybook.folder, 'services.json'), 'utf8'));
  const log = openEventLog(eventStoreUrl);
  const { worker = 0 } = daybook.pids();
  process.kill(worker, 'SIGSTOP');
  try {
    // Another writer, which the API does not know of.
    const [last] = await log.readBefore(user.userId, null, 1);
    const { type, revision } = last as LoggedEvent;
    const data = { ...(last?.data as object), transactionId: randomUUID() };
    const metadata = { ...(last?.metadata as object), commandId: 'elsewhere' };
    await log.append(user.userId, revision, [{ id: randomUUID(), type, data, metadata }]);
    const { headers } = await expectOk(user.post('/transaction/create-income', INCOME));
    expect(headers.get('Projection-Lag')).toBe('2');
    await user.user(); // It waits for the worker, in vain.
    const text = await scrape(port);
    expect(sampleOf(text, 'daybook_append_conflicts_total')).toBe(1);
    expect(sampleOf(text, 'daybook_projection_lag_seconds')).toBeGreaterThan(2);
    expect(sampleOf(text, 'daybook_leader_heartbeat_age_seconds')).toBeGreaterThan(1.9);
    expect(sampleOf(text, 'daybook_lease_held')).toBe(1);
    const programs = samplesIn(text).filter(({ name }) => name === 'daybook_program_up');
    expect(programs.map((sample) => [sample.process, sample.value])).toEqual([
      ['api', 1],
      ['worker', 0],
    ]);
    expect(metricsIn(text)).not.toContain('daybook_worker_leading');
  } finally {
    process.kill(worker, 'SIGCONT');
    await log.close();
  }
  await expect.poll(async () => sampleOf(await scrape(port), 'daybook_projection_lag_seconds')).toBe(0);
  expect(samplesIn(await scrape(port)).filter(({ name }) => name === 'daybook_program_up')).toHaveLength(2);
});
