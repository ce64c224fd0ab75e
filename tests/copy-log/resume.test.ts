import { jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copy, ForeignDestination } from '../../copy-log/copy.ts';
import { RawStore } from '../../copy-log/raw-store/raw-store.ts';
import { scavengeOf } from '../../embedded/eventstore/testing/scavenge.ts';
import { openStore, type Store } from './stores.ts';

// With as good as nothing remembered of the destination's end, as if it were a long log.
const REMEMBERED = 5;

let source: Store;
let destination: Store;
let raw: { source: RawStore; destination: RawStore };
beforeEach(async () => {
  [source, destination] = await Promise.all([openStore(), openStore()]);
  raw = { source: new RawStore(source.url), destination: new RawStore(destination.url) };
});
afterEach(async () => {
  await Promise.all([raw.source.close(), raw.destination.close()]);
  await Promise.all([source.close(), destination.close()]);
});

const again = () => copy(raw.source, raw.destination, () => {}, REMEMBERED);
const write = async ({ client }: Store, stream: string, count: number) => {
  for (let n = 0; n < count; n++) await client.appendToStream(stream, jsonEvent({ type: 'noted', data: { n } }));
};
const everything = async ({ client }: Store) => await Array.fromAsync(client.readAll());

test('the end of a long copy is enough to go on by', async () => {
  await write(source, 'a', 20);
  await write(source, 'b', 20);
  expect((await again()).written.events).toBe(40);
  await write(source, 'a', 3);
  await source.client.deleteStream('b');
  expect(await again()).toMatchObject({ there: 40, written: { events: 4 } });
  expect(await again()).toMatchObject({ there: 44, written: { events: 0 } });
});

test('it is, also where the source has forgotten that end meanwhile', async () => {
  await write(source, 'a', 20);
  await write(source, 'b', 3);
  await again();
  await source.client.tombstoneStream('b');
  expect(await scavengeOf(source.port, source.client)).toBe(3);
  await write(source, 'c', 2);
  expect(await again()).toMatchObject({ there: 20, written: { events: 3 } });
});

test('nothing is added to the log of somebody else', async () => {
  await write(source, 'a', 20);
  await write(destination, 'theirs', 20);
  const before = await everything(destination);
  await expect(again()).rejects.toThrow(ForeignDestination);
  expect(await everything(destination)).toEqual(before);
});
