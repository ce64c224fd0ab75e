import { randomUUID } from 'node:crypto';
import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareStream } from '#tools/copy-log/compare-stream.ts';
import { copy } from '#tools/copy-log/copy.ts';
import { RawStore } from '#tools/copy-log/raw-store/raw-store.ts';
import { reconcileStream } from '#tools/copy-log/reconcile-stream.ts';
import { eventStoresAtHand, type StoreAtHand } from '#tools/embedded/eventstore/testing/event-stores.ts';
import { openStore, type Store } from './stores.ts';

// From the stand-in to every available store, which other tests may use too, and back to an empty stand-in.
describe.each(await eventStoresAtHand())('a copy to $name and back', (store: StoreAtHand) => {
  let here: Store;
  let back: Store;
  let there: Awaited<ReturnType<StoreAtHand['start']>>;
  let raw: RawStore[];
  beforeAll(async () => {
    [here, back, there] = await Promise.all([openStore(), openStore(), store.start()]);
    raw = [here, there, back].map(({ url }) => new RawStore(url));
  });
  afterAll(async () => {
    for (const one of raw) await one.close();
    await Promise.all([here.close(), back.close(), there.stop()]);
  });

  test('leaves every stream unchanged', async () => {
    const name = (what: string) => `${what}-${randomUUID()}`;
    const [plain, cut, deleted, revived, erased] = [
      name('plain'),
      name('cut'),
      name('deleted'),
      name('revived'),
      name('erased'),
    ];
    const streams = [plain, cut, deleted, revived, erased];
    const events = () => [
      jsonEvent({ type: 'json', data: { text: 'Käse 🧀', n: 1.5 }, metadata: { by: 'hand' } }),
      binaryEvent({ type: 'bytes', data: Uint8Array.from([0, 255]), metadata: Uint8Array.from([1]) }),
      jsonEvent({ type: 'json', data: {} }),
    ];
    for (const stream of streams) await here.client.appendToStream(stream, events());
    await here.client.setStreamMetadata(cut, { truncateBefore: 2, own: 'words' });
    await here.client.deleteStream(deleted);
    await here.client.deleteStream(revived);
    await here.client.appendToStream(revived, events());
    await here.client.tombstoneStream(erased);
    const [first, middle, last] = raw as [RawStore, RawStore, RawStore];
    await copy(first, middle, () => {}, Number.POSITIVE_INFINITY);
    for (const stream of streams) expect(await reconcileStream(first, middle, stream)).toBeNull();
    await copy(middle, last, () => {}, Number.POSITIVE_INFINITY);
    for (const stream of streams) {
      expect(await reconcileStream(middle, last, stream)).toBeNull();
      expect((await compareStream(first, middle, stream)).difference).toBeNull();
      expect((await compareStream(first, last, stream)).difference).toBeNull();
    }
  });
});
