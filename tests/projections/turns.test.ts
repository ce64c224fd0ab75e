import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLedger } from '#audit/ledger-audit.ts';
import { withStoredRows } from '#audit/stored-rows.ts';
import { ERASED, type LoggedEvent } from '#event-log/logged-event.ts';
import { isAfter } from '#event-log/positions.ts';
import type { Delivery } from '#event-log/subscribe.ts';
import type { DecodedEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { carriedOut, earned } from '#ledger/testing/scenario.ts';
import { migrateWithin } from '#platform/migrations.ts';
import { openClient } from '#platform/postgres.ts';
import { applyBatch } from '#projections/batches/apply-batch.ts';
import { LedgerQueues } from '#projections/batches/ledger-queues.ts';
import { changeSets } from '#projections/tables/change-sets.ts';
import { beginReadModels, readCheckpoint } from '#projections/tables/checkpoint.ts';
import { migrations } from '#projections/tables/migrations.ts';
import { completeReadModels, LIVE, TABLES } from '#projections/tables/read-models.ts';
import { columnOf } from '#projections/tables/table.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { openTestServer } from '../support/test-server.ts';

const LEDGERS = ['ada', 'ben', 'cem', 'dea'];
/**
 * Its last event is the erasure, after which its revision is unknown: it begins anew where events are delivered
 * again.
 */
const ERASED_LEDGER = 'dea';

describe('batches of ledgers that take turns, with crashes between them', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = await openClient(database.url);
    await migrateWithin(client, migrations);
  });
  afterAll(async () => {
    await client.end();
    await database.release();
  });

  /** All rows of the ledgers but the change-sets', whose accounts are in no order, as text. */
  async function dump(): Promise<Record<string, string[]>> {
    const tables: Record<string, string[]> = {};
    for (const { name, key } of TABLES.filter((table) => table !== changeSets)) {
      const { rows } = await client.query(
        `SELECT t::text AS row FROM ${LIVE}.${name} t ORDER BY ${key.map(columnOf).join(', ')}`,
      );
      tables[name] = rows.map(({ row }) => row);
    }
    return tables;
  }

  const positionOf = (delivery: Delivery | undefined) =>
    delivery === undefined || delivery.kind === 'caught-up' ? null : delivery.position;

  /**
   * A log whose subscription delivers the events after the checkpoint, and is cut after a number of batches,
   * again and again.
   */
  async function apply(log: readonly Delivery[], { batchEventsMax, turnEventsMax, reads, lives }: Cuts): Promise<void> {
    const writer = { client, epoch: null, schema: LIVE };
    for (let life = 0; ; life += 1) {
      const checkpoint = await readCheckpoint(client, LIVE);
      const { position = null, reached = null } = checkpoint ?? {};
      const begun = position === null ? 0 : log.findIndex((one) => positionOf(one) === position) + 1;
      const queues = new LedgerQueues({ batchEventsMax, turnEventsMax, reached });
      const batches = lives[life] ?? Number.POSITIVE_INFINITY;
      let next = begun;
      for (let batch = 0; batch < batches; batch += 1) {
        const until = next + Math.max(reads[batch % reads.length] ?? 0, queues.isEmpty ? 1 : 0);
        for (; next < Math.min(until, log.length); next += 1) queues.add(log[next] as Delivery);
        if (queues.isEmpty) return;
        const stalls = await applyBatch(writer, queues.take());
        expect(stalls.filter(({ ledgerId }) => ledgerId !== ERASED_LEDGER)).toEqual([]);
        await expectCheckpointHolds(log);
      }
    }
  }

  /** All events up to the checkpoint are in the rows, and none after the last that may be. */
  async function expectCheckpointHolds(log: readonly Delivery[]): Promise<void> {
    const checkpoint = await readCheckpoint(client, LIVE);
    const { rows } = await client.query(`SELECT ledger_id, revision FROM ${LIVE}.ledgers`);
    const revisions = new Map(rows.map(({ ledger_id, revision }) => [ledger_id, BigInt(revision)]));
    const { position = null, reached = null } = checkpoint ?? {};
    for (const one of log) {
      if (one.kind !== 'event' || one.ledgerId === ERASED_LEDGER) continue;
      const isApplied = one.revision <= (revisions.get(one.ledgerId) ?? -1n);
      const isDue = position !== null && !isAfter(one.position, position);
      const mayBe = reached !== null && !isAfter(one.position, reached);
      if (isDue && !isApplied) expect.fail(`${one.ledgerId} ${one.revision} is before the checkpoint and not applied`);
      if (isApplied && !mayBe) expect.fail(`${one.ledgerId} ${one.revision} is after what is reached`);
    }
  }

  type Cuts = { batchEventsMax: number; turnEventsMax: number; reads: number[]; lives: number[] };
  const anyCuts: fc.Arbitrary<Cuts> = fc.record({
    batchEventsMax: fc.integer({ min: 1, max: 60 }),
    turnEventsMax: fc.integer({ min: 1, max: 10 }),
    reads: fc.array(fc.integer({ min: 0, max: 80 }), { minLength: 1, maxLength: 10 }).map((all) => [...all, 1]),
    lives: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 12 }),
  });

  /** The events of ledgers in one log, interleaved in runs. */
  function interleaved(ledgers: readonly (readonly DecodedEvent[])[], runs: readonly [number, number][]): Delivery[] {
    const left = ledgers.map((events) => [...events]);
    const log: Delivery[] = [];
    const position = () => `${log.length}/${log.length}`;
    for (let run = 0; left.some((events) => events.length > 0); run += 1) {
      const [which, length] = runs[run % runs.length] as [number, number];
      const waiting = left.flatMap((events, at) => (events.length > 0 ? [at] : []));
      const at = waiting[which % waiting.length] as number;
      for (const { event, metadata, revision } of left[at]?.splice(0, length) ?? []) {
        const ledgerId = LEDGERS[at] as string;
        const named = { kind: 'event', id: randomUUID(), ledgerId, position: position() } as const;
        log.push({ ...named, revision, ...encode(event, metadata) });
        if (ledgerId === ERASED_LEDGER && left[at]?.length === 0) {
          const end = { type: ERASED, data: {}, metadata: {}, revision: revision + 1n, position: position() };
          log.push({ kind: 'event', id: randomUUID(), ledgerId, ...end });
        }
      }
      if (which % 3 === 0) log.push({ kind: 'checkpoint', position: position() });
    }
    return log;
  }

  test('give the rows that each ledger gives alone, which are what the audit works out', async () => {
    const anyRuns = fc.array(fc.tuple(fc.nat({ max: 11 }), fc.integer({ min: 1, max: 40 })), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCommands(80), { minLength: 2, maxLength: LEDGERS.length }),
        anyRuns,
        anyCuts,
        async (commands, runs, cuts) => {
          const ledgers = commands.map((of) => carriedOut(of).events);
          fc.pre(ledgers.every((events) => events.length > 0));
          const log = interleaved(ledgers, runs);
          const writer = { client, epoch: null, schema: LIVE };
          await beginReadModels(client, LIVE, 'log');
          await completeReadModels(client, LIVE);
          for (const ledgerId of LEDGERS) {
            const events = log.filter((one) => one.kind === 'event' && one.ledgerId === ledgerId) as LoggedEvent[];
            await applyBatch(writer, { events, position: null, reached: null, hasCaughtUp: false });
          }
          const alone = await dump();
          await beginReadModels(client, LIVE, 'log');
          await completeReadModels(client, LIVE);
          await apply(log, cuts);
          expect(await dump()).toEqual(alone);
          expect((await readCheckpoint(client, LIVE))?.position).toBe(positionOf(log.at(-1)));
          for (const ledgerId of LEDGERS.filter((one) => one !== ERASED_LEDGER)) {
            async function* own() {
              for (const one of log) if (one.kind === 'event' && one.ledgerId === ledgerId) yield one;
            }
            const { findings } = await withStoredRows(client, ledgerId, (rows) => auditLedger(ledgerId, own(), rows));
            expect(findings).toEqual([]);
          }
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  });
});

test("another ledger's event is in the read models before all those of one that has thousands", async () => {
  const server = await openTestServer();
  try {
    await server.worker.ready;
    const [large, small] = [randomUUID(), randomUUID()];
    const stored = (count: number) =>
      Array.from({ length: count }, () => {
        const event = earned(1);
        return {
          id: randomUUID(),
          ...encode({ ...event, data: { ...event.data, transactionId: randomUUID() } } as typeof event, {
            ...{ commandId: 'import', inputHash: 'hash', recordedAt: '2026-11-20T18:30:00.000Z' },
          }),
        };
      });
    server.worker.pause();
    for (let after = -1; after < 4_999; after += 500) await server.log.append(large, BigInt(after), stored(500));
    await server.log.append(small, -1n, stored(1));
    server.worker.resume();
    const revisions = async () => {
      const { rows } = await server.database.query('SELECT ledger_id, revision FROM projections.ledgers');
      const of = (id: string) => rows.find(({ ledger_id }) => ledger_id === id)?.revision ?? -1;
      return { small: of(small), large: of(large) };
    };
    let seen = await revisions();
    while (seen.small < 0) seen = await revisions();
    expect(seen.large).toBeLessThan(2_500);
    while (seen.large < 4_999) seen = await revisions();
  } finally {
    await server.close();
  }
});
