import { jsonEvent } from '@eventstore/db-client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copy } from '#tools/copy-log/copy.ts';
import { RawStore } from '#tools/copy-log/raw-store/raw-store.ts';
import { verifyCopy } from '#tools/copy-log/verify.ts';
import { scavengeOf } from '#tools/embedded/eventstore/testing/scavenge.ts';
import { openStore, type Store } from './stores.ts';

let source: Store;
let destination: Store;
let raw: { source: RawStore; destination: RawStore };
beforeAll(async () => {
  [source, destination] = await Promise.all([openStore(), openStore()]);
  raw = { source: new RawStore(source.url), destination: new RawStore(destination.url) };
});
afterAll(async () => {
  await Promise.all([raw.source.close(), raw.destination.close()]);
  await Promise.all([source.close(), destination.close()]);
});

const numbered = (count: number) => Array.from({ length: count }, (_, n) => jsonEvent({ type: 'noted', data: { n } }));

type Step =
  | { kind: 'append'; stream: string; count: number }
  | { kind: 'describe'; stream: string; metadata: Record<string, number> }
  | { kind: 'delete'; stream: string }
  | { kind: 'tombstone'; stream: string }
  | { kind: 'scavenge' }
  /** A copy that is interrupted after `until` events. */
  | { kind: 'copy'; until: number };

const stream = fc.constantFrom('a', 'b', 'c', 'd');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('append' as const), stream, count: fc.integer({ min: 0, max: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('describe' as const),
      stream,
      metadata: fc.oneof(
        fc.record({ truncateBefore: fc.integer({ min: 0, max: 12 }) }),
        fc.record({ maxCount: fc.integer({ min: 1, max: 5 }) }),
        fc.record({ own: fc.integer() }),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), stream }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tombstone' as const), stream }) },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.constant({ kind: 'scavenge' as const }),
      fc.record({ kind: fc.constant('copy' as const), until: fc.integer({ min: 1, max: 300 }) }),
    ),
  },
);

class Interrupted extends Error {}

/** Runs a step; ignores one that isn't possible on a deleted or missing stream. */
async function tryStep(prefix: string, one: Step): Promise<void> {
  await runStep(prefix, one).catch((error: { type?: string }) => {
    if (error instanceof Interrupted) return;
    if (error.type !== 'stream-deleted' && error.type !== 'wrong-expected-version') throw error;
  });
}

async function runStep(prefix: string, one: Step): Promise<unknown> {
  const { client } = source;
  switch (one.kind) {
    case 'append':
      return await client.appendToStream(`${prefix}-${one.stream}`, numbered(one.count));
    case 'describe':
      return await client.setStreamMetadata(`${prefix}-${one.stream}`, one.metadata);
    case 'delete':
      return await client.deleteStream(`${prefix}-${one.stream}`);
    case 'tombstone':
      return await client.tombstoneStream(`${prefix}-${one.stream}`);
    case 'scavenge':
      return await scavengeOf(source.port, client);
    case 'copy':
      return await copy(raw.source, raw.destination, ({ read }) => {
        if (read === one.until) throw new Interrupted();
      });
  }
}

test('after any sequence of changes to the source and interrupted copies, the copy equals the source', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const prefix = String(run++);
      for (const one of steps) await tryStep(prefix, one);
      const { streams } = await copy(raw.source, raw.destination, () => {});
      const {
        differences,
        source: ours,
        destination: theirs,
      } = await verifyCopy(raw.source, raw.destination, streams, () => {});
      expect(differences.map(({ message }) => message)).toEqual([]);
      expect(theirs.hex()).toBe(ours.hex());
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
