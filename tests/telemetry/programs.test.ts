import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningEventStore, startEventStore } from '#tools/embedded/eventstore/server.ts';
import { anyFreePort } from '#tools/embedded/postgres/port.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { startProgram } from '../support/program.ts';
import { openProxy, type TcpProxy } from '../support/proxy.ts';
import { metricsIn, sampleOf, scrape } from '../support/scrape.ts';

// The two programs by themselves, each with its own port of metrics, on stores that can be cut off.

let books: TestDatabase;
let events: TestDatabase;
let eventStore: RunningEventStore;
let postgresProxy: TcpProxy;
let eventStoreProxy: TcpProxy;
let folder: string;
let settings: Record<string, string>;
beforeAll(async () => {
  [books, events] = [await createTestDatabase(), await createTestDatabase()];
  eventStore = await startEventStore({ databaseUrl: events.url, port: 0 });
  const through = async (url: string) => {
    const proxied = new URL(url);
    const proxy = await openProxy(Number(proxied.port));
    proxied.port = String(proxy.port);
    return { proxy, url: proxied.href };
  };
  const [postgres, log] = [await through(books.url), await through(eventStore.url)];
  [postgresProxy, eventStoreProxy] = [postgres.proxy, log.proxy];
  folder = await mkdtemp(join(tmpdir(), 'daybook-loaded-'));
  settings = {
    DATABASE_URL: postgres.url,
    EVENTSTORE_URL: log.url,
    PORT: String(await anyFreePort()),
    DEMO_USER: 'off',
    METRICS_PORT: '',
    LOADED_PACKAGES: join(folder, 'loaded'),
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('loaded-packages.mjs', import.meta.url))}`,
  };
});
afterAll(async () => {
  await postgresProxy.close();
  await eventStoreProxy.close();
  await eventStore.stop();
  await books.release();
  await events.release();
  await rm(folder, { recursive: true, force: true });
});

/** Runs both programs with further settings while `action` runs. */
async function withPrograms(
  further: Record<string, string>,
  action: (ports: { api: number; worker: number }) => Promise<void>,
): Promise<void> {
  const worker = await startProgram('projections/main.ts', { ...settings, ...further });
  const api = await startProgram('api/main.ts', { ...settings, ...further });
  try {
    await action({ api: Number(api.ready.metricsPort), worker: Number(worker.ready.metricsPort) });
  } finally {
    await api.end();
    await worker.end();
  }
}

/** The packages for metrics and traces that the programs have loaded. */
async function loadedForTelemetry(): Promise<string[]> {
  const lines = (await readFile(join(folder, 'loaded'), 'utf8')).split('\n');
  expect(lines.some((line) => line.includes('/pg/'))).toBe(true);
  return lines.filter((line) => /\/(prom-client|@opentelemetry)\//.test(line));
}

test('without a setting neither program loads or serves anything for metrics and traces', async () => {
  await withPrograms({}, async ({ api, worker }) => {
    expect([api, worker]).toEqual([Number.NaN, Number.NaN]);
  });
  expect(await loadedForTelemetry()).toEqual([]);
});

test('each program serves its own metrics, and a store that is away is a value of them', async () => {
  await withPrograms({ METRICS_PORT: '0' }, async ({ api, worker }) => {
    const up = async () => {
      const text = await scrape(api);
      const store = (name: string) => sampleOf(text, 'daybook_store_up', { store: name });
      return {
        postgres: store('postgres'),
        eventStore: store('event_store'),
        images: sampleOf(text, 'daybook_images_bytes'),
      };
    };
    expect(metricsIn(await scrape(worker))).toContain('daybook_worker_leading');
    expect(metricsIn(await scrape(worker))).not.toContain('daybook_requests_total');
    expect(sampleOf(await scrape(worker), 'daybook_worker_leading')).toBe(1);
    await expect.poll(up).toEqual({ postgres: 1, eventStore: 1, images: expect.any(Number) });
    expect(sampleOf(await scrape(api), 'daybook_lease_held')).toBe(1);
    for (const lose of ['deaden', 'cut'] as const) {
      // Connections that are silent, then none.
      postgresProxy.deaden();
      eventStoreProxy.deaden();
      if (lose === 'cut') for (const proxy of [postgresProxy, eventStoreProxy]) proxy.cut();
      const begin = performance.now();
      expect(await up()).toEqual({ postgres: 0, eventStore: 0, images: undefined });
      expect(performance.now() - begin).toBeLessThan(5_000);
      postgresProxy.mend();
      eventStoreProxy.mend();
      await expect.poll(up).toMatchObject({ postgres: 1, eventStore: 1 });
    }
  });
  expect((await loadedForTelemetry()).some((line) => line.includes('/prom-client/'))).toBe(true);
});
