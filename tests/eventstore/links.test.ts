import { BACKWARDS, binaryEvent, END, jsonEvent, type ResolvedEvent, streamNameFilter } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { setMetadata } from './support/append-text.ts';
import { againstEachStore, type Stage } from './support/stage.ts';
import { noted } from './support/told.ts';

const linkTo = (place: string) => binaryEvent({ type: '$>', data: Buffer.from(place) });

/** `target@2 by links@0`, with the position beside it told if it is not that of the link, or of the event without one. */
function line({ event, link, commitPosition }: ResolvedEvent): string {
  const place = (one: typeof event) => (one ? `${one.streamId.split('-')[0]}@${one.revision}` : 'nothing');
  const at = (link ?? event)?.position?.commit;
  return `${place(event)}${link ? ` by ${place(link)}` : ''}${commitPosition === at ? '' : ', elsewhere'}`;
}

/** Links to what is there, what is hidden and what never was, and some that are none. */
async function layLinks(stage: Stage): Promise<{ links: string; target: string }> {
  const { client, wire } = stage;
  const [target, gone, softly, links] = ['target', 'gone', 'softly', 'links'].map((name) => stage.fresh(name)) as [
    string,
    string,
    string,
    string,
  ];
  await client.appendToStream(target, noted(3));
  for (const stream of [gone, softly]) await client.appendToStream(stream, noted(1));
  await client.appendToStream(links, [
    linkTo(`2@${target}`),
    linkTo(`0@${target}`),
    linkTo(`9@${target}`),
    linkTo(`0@${stage.fresh('missing')}`),
    linkTo(`0@${gone}`),
    linkTo(`0@${softly}`),
    linkTo(`0@${links}`),
    linkTo('junk'),
    linkTo(''),
  ]);
  await client.appendToStream(links, [jsonEvent({ type: '$>', data: `1@${target}` }), ...noted(1)]);
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

againstEachStore('links', (stage) => {
  test('are resolved where somebody wants that, if what they point to can be read', async () => {
    const { client } = stage;
    const { links } = await layLinks(stage);
    const unresolved = (await Array.fromAsync(client.readStream(links))).map(line);
    expect(unresolved).toEqual(Array.from({ length: 11 }, (_, n) => `links@${n}`));
    const resolved = await Array.fromAsync(client.readStream(links, { resolveLinkTos: true }));
    expect(resolved.map(line)).toEqual(RESOLVED);
    const back = client.readStream(links, { resolveLinkTos: true, direction: BACKWARDS, fromRevision: END });
    expect((await Array.fromAsync(back)).map(line)).toEqual(RESOLVED.toReversed());
  });

  test('in $all and in subscriptions, caught up on and live', async () => {
    const { client } = stage;
    const { position: start } = await client.appendToStream(stage.fresh('mark'), noted(1));
    const fromPosition = start ?? 'start';
    const { links, target } = await layLinks(stage);
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
      await expect.poll(() => lines, { timeout: 10_000 }).toEqual([...RESOLVED, 'target@2 by links@11']);
      await subscription.unsubscribe();
    }
  });
});

againstEachStore('odd links', (stage) => {
  /** What a reader sees of links with these data, and what comes live. */
  async function shown(...data: string[]): Promise<{ read: string[]; live: string[] }> {
    const links = stage.fresh('links');
    const live: string[] = [];
    const subscription = stage.client.subscribeToStream(links, { fromRevision: END, resolveLinkTos: true });
    subscription.on('data', (resolved: ResolvedEvent) => live.push(line(resolved)));
    await new Promise((resolve) => subscription.once('caughtUp', resolve));
    for (const each of data) await stage.client.appendToStream(links, linkTo(each));
    await expect.poll(() => live.length, { timeout: 10_000 }).toBe(data.length);
    await subscription.unsubscribe();
    const read = await Array.fromAsync(stage.client.readStream(links, { resolveLinkTos: true }));
    return { read: read.map(line), live };
  }
  const nothing = (count: number) => Array.from({ length: count }, (_, n) => `nothing by links@${n}`);

  test('one to revision -1 is one to the last event', async () => {
    const target = stage.fresh('target');
    await stage.client.appendToStream(target, noted(3));
    const last = ['target@2 by links@0'];
    expect(await shown(`-1@${target}`)).toEqual({ read: last, live: last });
  });

  test('a number may have spaces around it and a sign', async () => {
    const target = stage.fresh('target');
    await stage.client.appendToStream(target, noted(3));
    const both = ['target@1 by links@0', 'target@2 by links@1'];
    expect(await shown(` 1 @${target}`, `+2@${target}`)).toEqual({ read: both, live: both });
  });

  test('one without a stream, or with a revision below, points to nothing', async () => {
    const target = stage.fresh('target');
    await stage.client.appendToStream(target, noted(3));
    expect(await shown('0@', '0', `-2@${target}`)).toEqual({ read: nothing(3), live: nothing(3) });
  });

  test('one without a number is an event like others when it is read, and points to nothing when it comes live', async () => {
    const { read, live } = await shown('x@y', '', `${2n ** 63n}@y`);
    expect(live).toEqual(nothing(3));
    expect(read).toEqual(['links@0', 'links@1', 'links@2']);
  });
});
