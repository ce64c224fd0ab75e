import { randomUUID } from 'node:crypto';
import { type EventStoreDBClient, jsonEvent, START, streamNameFilter } from '@eventstore/db-client';
import type pg from 'pg';
import { NodeConnection } from '#event-log/node-connection.ts';
import type { BenchServer } from '../harness/bench-server.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';

const SEQUENTIAL_APPENDS = 150;
const APPENDS_IN_FLIGHT = 256;
const CONCURRENT_APPENDS = 8_192;
const STREAM_EVENTS = 10_000;
const ALL_EVENTS = 20_000;
const FILL_BATCH_EVENTS = 500;

const INSERT = 'INSERT INTO entries (id, stream, type, data, metadata) VALUES ($1, $2, $3, $4, $5)';

/** An event of the size of a ledger's: about 190 bytes of data and 200 of metadata. */
const newEvent = () => ({
  id: randomUUID(),
  type: 'ExpenseRecorded',
  data: {
    transactionId: randomUUID(),
    title: 'Coffee with Jonah',
    amount: 625,
    category: 'Food & Drinks',
    date: '2026-11-20',
    wallet: 'Debit card',
    note: 'x'.repeat(20),
  },
  metadata: {
    commandId: randomUUID(),
    inputHash: 'x'.repeat(43),
    recordedAt: '2026-11-20T12:00:00.000Z',
    version: 1,
    by: 'x'.repeat(25),
  },
});

/**
 * Measures the event store through the official client against plain SQL with `pg` on the same Postgres. When
 * `EVENTSTORE_URL` is set, measures that store as well.
 */
export async function eventStore(server: BenchServer): Promise<Measure[]> {
  await server.pool.query(`CREATE TABLE entries (
    position bigserial PRIMARY KEY, id uuid NOT NULL, stream text NOT NULL, type text NOT NULL,
    data jsonb NOT NULL, metadata jsonb NOT NULL, created timestamptz NOT NULL DEFAULT now())`);
  const second = process.env.EVENTSTORE_URL;
  const nodes = [server.eventStoreUrl, ...(second ? [second] : [])].map((url) => new NodeConnection(url));
  const [measures = [], references = []] = await Array.fromAsync(nodes, ({ client }) =>
    measuresOf(client, server.pool),
  );
  const all = measures.flatMap((measure, index) => {
    const reference = references[index];
    return reference ? [measure, { ...reference, name: '  EVENTSTORE_URL: the same' }] : [measure];
  });
  // Not before the end: closing one client breaks the batch appends of all clients in the process.
  const close = async () => {
    for (const node of nodes) node.close();
  };
  return all.map((measure, index) => (index === all.length - 1 ? { ...measure, close } : measure));
}

async function measuresOf(client: EventStoreDBClient, pool: pg.Pool): Promise<Measure[]> {
  const append = (stream: string) => client.appendToStream(stream, jsonEvent(newEvent()));
  const insert = async (stream: string) => {
    const { id, type, data, metadata } = newEvent();
    await pool.query({ name: 'insert', text: INSERT, values: [id, stream, type, data, metadata] });
  };
  const latencyOf = async (step: () => Promise<unknown>) => {
    const took: number[] = [];
    for (let n = 0; n < SEQUENTIAL_APPENDS; n += 1) {
      const begin = performance.now();
      await step();
      took.push(performance.now() - begin);
    }
    return quantile(took);
  };
  const many = async (step: () => Promise<unknown>) => {
    const begin = performance.now();
    let left = CONCURRENT_APPENDS;
    await Promise.all(
      Array.from({ length: APPENDS_IN_FLIGHT }, async () => {
        while (left-- > 0) await step();
      }),
    );
    return CONCURRENT_APPENDS / ((performance.now() - begin) / 1_000);
  };
  const perSecond = async (reading: AsyncIterable<unknown>, most: number) => {
    const begin = performance.now();
    let events = 0;
    for await (const _ of reading) {
      events += 1;
      if (events === most) break;
    }
    if (events < most) throw new Error(`Only ${events} of ${most} events came.`);
    return events / ((performance.now() - begin) / 1_000);
  };
  const select = (count: number) => async () => {
    const begin = performance.now();
    const { rows } = await pool.query({
      name: 'select',
      text: 'SELECT * FROM entries ORDER BY position LIMIT $1',
      values: [count],
    });
    return rows.length / ((performance.now() - begin) / 1_000);
  };
  const long = `long-${randomUUID()}`;
  for (let done = 0; done < ALL_EVENTS; done += FILL_BATCH_EVENTS) {
    const events = Array.from({ length: FILL_BATCH_EVENTS }, newEvent);
    const stream = done < STREAM_EVENTS ? long : `other-${done}`;
    await client.appendToStream(
      stream,
      events.map((event) => jsonEvent(event)),
    );
    for (const { id, type, data, metadata } of events) {
      await pool.query({ name: 'insert', text: INSERT, values: [id, stream, type, data, metadata] });
    }
  }
  const [start] = await Array.fromAsync(client.readStream(long, { maxCount: 1 }));
  const fromPosition = start?.event?.position ?? START;
  const filter = streamNameFilter({ prefixes: ['long-', 'other-'] });
  const listening = `live-${randomUUID()}`;
  return [
    {
      name: 'one append after another ÷ INSERT, p50',
      unit: 'ms',
      goal: { most: 3 },
      pair: { ours: () => latencyOf(() => append('one')), reference: () => latencyOf(() => insert('one')) },
    },
    {
      name: `appends/s, ${APPENDS_IN_FLIGHT} in flight ÷ INSERTs over 16 connections`,
      unit: '/s',
      goal: { least: 1 },
      pair: { ours: () => many(() => append('many')), reference: () => many(() => insert('many')) },
    },
    {
      name: 'events/s of a stream of 10,000 ÷ SELECT',
      unit: '/s',
      goal: { least: 0.3 },
      pair: { ours: () => perSecond(client.readStream(long), STREAM_EVENTS), reference: select(STREAM_EVENTS) },
    },
    {
      name: 'events/s of 20,000 of $all ÷ SELECT',
      unit: '/s',
      goal: { least: 0.25 },
      pair: {
        ours: () => perSecond(client.readAll({ fromPosition, maxCount: ALL_EVENTS }), ALL_EVENTS),
        reference: select(ALL_EVENTS),
      },
    },
    {
      name: 'events/s of 19,000 with a filter ÷ SELECT',
      unit: '/s',
      goal: { least: 0.3 },
      pair: {
        ours: () => perSecond(client.subscribeToAll({ fromPosition, filter }), ALL_EVENTS - 1_000),
        reference: select(ALL_EVENTS - 1_000),
      },
    },
    {
      name: 'append sent to live event received ÷ append, p50',
      unit: 'ms',
      goal: { most: 1.4 },
      pair: {
        ours: async () => {
          const subscription = client.subscribeToStream(listening, { fromRevision: 'end' });
          await new Promise((resolve) => subscription.once('confirmation', resolve));
          const came = () => new Promise((resolve) => subscription.once('data', resolve));
          const took = await latencyOf(async () => {
            const live = came();
            await Promise.all([append(listening), live]);
          });
          await subscription.unsubscribe();
          return took;
        },
        reference: () => latencyOf(() => append(listening)),
      },
    },
  ];
}
