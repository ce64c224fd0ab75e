import { jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copy, ForeignDestination } from '#tools/copy-log/copy.ts';
import { RawStore } from '#tools/copy-log/raw-store/raw-store.ts';
import { scavengeOf } from '#tools/embedded/eventstore/testing/scavenge.ts';
import { openStore, type Store } from './stores.ts';

// Far fewer than the copied events, as with a long log.
const TAIL_EVENTS_MAX = 5;

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

const runCopy = () => copy(raw.source, raw.destination, () => {}, TAIL_EVENTS_MAX);
const write = async ({ client }: Store, stream: string, count: number) => {
  for (let n = 0; n < count; n++) await client.appendToStream(stream, jsonEvent({ type: 'noted', data: { n } }));
};
const everything = async ({ client }: Store) => await Array.fromAsync(client.readAll());

test('the last events of a long copy suffice to resume it', async () => {
  await write(source, 'a', 20);
  await write(source, 'b', 20);
  expect((await runCopy()).written.events).toBe(40);
  await write(source, 'a', 3);
  await source.client.deleteStream('b');
  expect(await runCopy()).toMatchObject({ alreadyThere: 40, written: { events: 4 } });
  expect(await runCopy()).toMatchObject({ alreadyThere: 44, written: { events: 0 } });
});

test('resumes when the source has scavenged the last copied events', async () => {
  await write(source, 'a', 20);
  await write(source, 'b', 3);
  await runCopy();
  await source.client.tombstoneStream('b');
  expect(await scavengeOf(source.port, source.client)).toBe(3);
  await write(source, 'c', 2);
  expect(await runCopy()).toMatchObject({ alreadyThere: 20, written: { events: 3 } });
});

test('refuses a destination with events of another log', async () => {
  await write(source, 'a', 20);
  await write(destination, 'theirs', 20);
  const before = await everything(destination);
  await expect(runCopy()).rejects.toThrow(ForeignDestination);
  expect(await everything(destination)).toEqual(before);
});
