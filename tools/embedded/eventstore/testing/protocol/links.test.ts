import { BACKWARDS, binaryEvent, END, jsonEvent, type ResolvedEvent, streamNameFilter } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { setMetadata } from './support/append-text.ts';
import { newEvents } from './support/outcomes.ts';
import { againstEachStore, type StoreFixture } from './support/store-fixture.ts';

const linkTo = (place: string) => binaryEvent({ type: '$>', data: Buffer.from(place) });

/** `target@2 by links@0`; also the position, if it is not the link's, or the event's without a link. */
function line({ event, link, commitPosition }: ResolvedEvent): string {
  const place = (one: typeof event) => (one ? `${one.streamId.split('-')[0]}@${one.revision}` : 'nothing');
  const at = (link ?? event)?.position?.commit;
  return `${place(event)}${link ? ` by ${place(link)}` : ''}${commitPosition === at ? '' : ', elsewhere'}`;
}

/** Links to readable, hidden and missing events, and events that are no valid links. */
async function layLinks(fixture: StoreFixture): Promise<{ links: string; target: string }> {
  const { client, wire } = fixture;
  const [target, gone, softly, links] = ['target', 'gone', 'softly', 'links'].map((name) =>
    fixture.newStream(name),
  ) as [string, string, string, string];
  await client.appendToStream(target, newEvents(3));
  for (const stream of [gone, softly]) await client.appendToStream(stream, newEvents(1));
  await client.appendToStream(links, [
    linkTo(`2@${target}`),
    linkTo(`0@${target}`),
    linkTo(`9@${target}`),
    linkTo(`0@${fixture.newStream('missing')}`),
    linkTo(`0@${gone}`),
    linkTo(`0@${softly}`),
    linkTo(`0@${links}`),
    linkTo('junk'),
    linkTo(''),
  ]);
  await client.appendToStream(links, [jsonEvent({ type: '$>', data: `1@${target}` }), ...newEvents(1)]);
  await setMetadata(wire, target, '{"$tb":1}');
  await client.tombstoneStream(gone);
  await client.deleteStream(softly);
  return { links, target };
}

const RESOLVED = [
  'target@2 by links@0',
  'nothing by links@1',
  'nothing by links@2',
  'nothing by links@3',
  'nothing by links@4',
  'nothing by links@5',
  'links@0 by links@6',
  'links@7',
  'links@8',
  'links@9', // JSON text, in quotes, is no place
  'links@10',
];

againstEachStore('links', (fixture) => {
  test('are resolved on request, if their target is readable', async () => {
    const { client } = fixture;
    const { links } = await layLinks(fixture);
    const unresolved = (await Array.fromAsync(client.readStream(links))).map(line);
    expect(unresolved).toEqual(Array.from({ length: 11 }, (_, n) => `links@${n}`));
    const resolved = await Array.fromAsync(client.readStream(links, { resolveLinkTos: true }));
    expect(resolved.map(line)).toEqual(RESOLVED);
    const back = client.readStream(links, { resolveLinkTos: true, direction: BACKWARDS, fromRevision: END });
    expect((await Array.fromAsync(back)).map(line)).toEqual(RESOLVED.toReversed());
  });

  test('are resolved in $all and in subscriptions, in history and live', async () => {
    const { client } = fixture;
    const { position: start } = await client.appendToStream(fixture.newStream('mark'), newEvents(1));
    const fromPosition = start ?? 'start';
    const { links, target } = await layLinks(fixture);
    const inAll: string[] = [];
    for await (const resolved of client.readAll({ fromPosition, resolveLinkTos: true })) {
      if ((resolved.link ?? resolved.event)?.streamId === links) inAll.push(line(resolved));
    }
    expect(inAll).toEqual(RESOLVED);

    const filter = streamNameFilter({ prefixes: [links] });
    const heard = [
      client.subscribeToStream(links, { resolveLinkTos: true }),
      client.subscribeToAll({ fromPosition, filter, resolveLinkTos: true }),
    ].map((subscription) => {
      const lines: string[] = [];
      const caughtUp = new Promise((resolve) => subscription.on('caughtUp', () => resolve(undefined)));
      subscription.on('data', (resolved: ResolvedEvent) => lines.push(line(resolved)));
      return { subscription, lines, caughtUp };
    });
    await Promise.all(heard.map(({ caughtUp }) => caughtUp));
    await client.appendToStream(links, linkTo(`2@${target}`));
    for (const { lines, subscription } of heard) {
      await expect.poll(() => lines).toEqual([...RESOLVED, 'target@2 by links@11']);
      await subscription.unsubscribe();
    }
  });
});

againstEachStore('odd links', (fixture) => {
  /** How links with these data are resolved in reads, and live. */
  async function readAsText(...data: string[]): Promise<{ read: string[]; live: string[] }> {
    const links = fixture.newStream('links');
    const live: string[] = [];
    const subscription = fixture.client.subscribeToStream(links, { fromRevision: END, resolveLinkTos: true });
    subscription.on('data', (resolved: ResolvedEvent) => live.push(line(resolved)));
    await new Promise((resolve) => subscription.once('caughtUp', resolve));
    for (const each of data) await fixture.client.appendToStream(links, linkTo(each));
    await expect.poll(() => live.length).toBe(data.length);
    await subscription.unsubscribe();
    const read = await Array.fromAsync(fixture.client.readStream(links, { resolveLinkTos: true }));
    return { read: read.map(line), live };
  }
  const nothing = (count: number) => Array.from({ length: count }, (_, n) => `nothing by links@${n}`);

  test('with revision -1 point to the last event', async () => {
    const target = fixture.newStream('target');
    await fixture.client.appendToStream(target, newEvents(3));
    const last = ['target@2 by links@0'];
    expect(await readAsText(`-1@${target}`)).toEqual({ read: last, live: last });
  });

  test('may have white space and a sign around the revision', async () => {
    const target = fixture.newStream('target');
    await fixture.client.appendToStream(target, newEvents(3));
    const both = ['target@1 by links@0', 'target@2 by links@1'];
    expect(await readAsText(` 1 @${target}`, `+2@${target}`)).toEqual({ read: both, live: both });
  });

  test('without a stream, or with a revision below -1, point to nothing', async () => {
    const target = fixture.newStream('target');
    await fixture.client.appendToStream(target, newEvents(3));
    expect(await readAsText('0@', '0', `-2@${target}`)).toEqual({ read: nothing(3), live: nothing(3) });
  });

  test('without a number are ordinary events in reads, and point to nothing live', async () => {
    const { read, live } = await readAsText('x@y', '', `${2n ** 63n}@y`);
    expect(live).toEqual(nothing(3));
    expect(read).toEqual(['links@0', 'links@1', 'links@2']);
  });
});
