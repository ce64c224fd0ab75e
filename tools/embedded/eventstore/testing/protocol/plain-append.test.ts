import type { AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { newEvents, readableRevisions } from './support/outcomes.ts';
import { type Expected, type Proposed, proposed, structuredId, target } from './support/requests.ts';
import { againstEachStore, type StoreFixture } from './support/store-fixture.ts';
import { failureOf } from './support/wire.ts';

/** The failures of invalid requests, except texts that are the server runtime's. */
const HANDLER = { code: 2 };
const missing = (property: string) => ({
  code: 3,
  details: `Required Metadata Property '${property}' is missing`,
  exception: 'missing-required-metadata-property',
  'required-metadata-properties': 'type,content-type',
});

const BROKEN: Readonly<Record<string, readonly [event: Proposed, failure: object]>> = {
  'a malformed id': [{ id: 'not-a-uuid' }, HANDLER],
  'an id of zeros': [{ id: '00000000-0000-0000-0000-000000000000' }, HANDLER],
  'no id': [{ id: null }, HANDLER],
  'an empty type': [{ type: '' }, HANDLER],
  'no type': [{ type: null }, missing('type')],
  'no content type': [{ contentType: null }, missing('content-type')],
};

const MISSHAPEN: Readonly<Record<string, readonly [messages: (stream: string) => Buffer[], failure: object]>> = {
  'a broken event after a good one': [
    (stream) => [target(stream, 'any'), proposed(), proposed({ id: 'not-a-uuid' })],
    HANDLER,
  ],
  'no stream': [() => [target(undefined, 'any'), proposed()], HANDLER],
  'the empty name': [() => [target('', 'any'), proposed()], HANDLER],
  'no expected revision': [(stream) => [target(stream, undefined), proposed()], { code: 3 }],
  'revision 2^63': [(stream) => [target(stream, 2n ** 63n), proposed()], HANDLER],
  'revision 2^64-2': [(stream) => [target(stream, 2n ** 64n - 2n), proposed()], HANDLER],
  'no options': [() => [proposed()], HANDLER],
  'options twice': [(stream) => [target(stream, 'any'), target(stream, 'any'), proposed()], HANDLER],
  'nothing at all': [() => [], HANDLER],
};

const outcomeOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return await call;
  } catch (error) {
    return failureOf(error as ServiceError);
  }
};

/** The answer to a wrong revision, with the current fields and the fields of clients before 20.6.1. */
function wrongVersion(answer: AppendResp): unknown {
  const wrong = answer.getWrongExpectedVersion()?.toObject() ?? {};
  return Object.fromEntries(Object.entries(wrong).filter(([, value]) => value !== undefined));
}

async function standing({ client }: StoreFixture): Promise<{ stream: string; gone: string; missing: string }> {
  const [stream, gone] = [`s-${crypto.randomUUID()}`, `gone-${crypto.randomUUID()}`];
  await client.appendToStream(stream, newEvents(3));
  await client.tombstoneStream(gone);
  return { stream, gone, missing: `missing-${crypto.randomUUID()}` };
}

againstEachStore('the plain append on the wire', (fixture) => {
  test.each(Object.entries(BROKEN))('an event with %s fails, and nothing is written', async (_, [event, failure]) => {
    const stream = fixture.newStream();
    expect(await outcomeOf(fixture.wire.append(target(stream, 'any'), proposed(event)))).toEqual(failure);
    expect(await readableRevisions(fixture.client, stream)).toBe('missing');
  });

  test.each(Object.entries(MISSHAPEN))('%s fails, and nothing is written', async (_, [messages, failure]) => {
    const stream = fixture.newStream();
    expect(await outcomeOf(fixture.wire.append(...messages(stream)))).toEqual(failure);
    expect(await readableRevisions(fixture.client, stream)).toBe('missing');
  });

  test('success: the revision of the last event, or none, and a position', async () => {
    const { stream, missing } = await standing(fixture);
    const success = async (name: string, expected: Expected, count: number) => {
      const events = Array.from({ length: count }, () => proposed());
      const answer = (await fixture.wire.append(target(name, expected), ...events)).getSuccess();
      const position = answer?.getPosition();
      expect(BigInt(position?.getCommitPosition() ?? 0)).toBeGreaterThan(0n);
      expect(position?.getPreparePosition()).toBe(position?.getCommitPosition());
      return answer?.hasNoStream() ? 'no stream' : answer?.getCurrentRevision();
    };
    expect(await success(stream, 2n, 2)).toBe('4');
    expect(await success(stream, 'any', 0)).toBe('4');
    expect(await success(missing, 'any', 0)).toBe('no stream');
  });

  test('a wrong revision is an answer, in the current and the old fields', async () => {
    const { stream, missing } = await standing(fixture);
    const wrong = async (name: string, expected: Expected) =>
      wrongVersion(await fixture.wire.append(target(name, expected), proposed()));
    expect(await wrong(stream, 0n)).toEqual({
      currentRevision: '2',
      expectedRevision: '0',
      currentRevision2060: 2,
      expectedRevision2060: 0,
    });
    expect(await wrong(stream, 'no_stream')).toEqual({
      currentRevision: '2',
      expectedRevision: '0',
      expectedNoStream: {},
      currentRevision2060: 2,
      expectedRevision2060: 2 ** 64,
    });
    expect(await wrong(missing, 7n)).toEqual({
      currentRevision: '0',
      currentNoStream: {},
      expectedRevision: '7',
      currentRevision2060: 0,
      noStream2060: {},
      expectedRevision2060: 7,
    });
    expect(await wrong(missing, 'stream_exists')).toEqual({
      currentRevision: '0',
      currentNoStream: {},
      expectedRevision: '0',
      expectedStreamExists: {},
      currentRevision2060: 0,
      noStream2060: {},
      expectedRevision2060: 0,
      streamExists2060: {},
    });
  });

  test('a tombstoned stream and too much data are failures with trailers', async () => {
    const { stream, gone } = await standing(fixture);
    expect(await outcomeOf(fixture.wire.append(target(gone, 'any'), proposed()))).toEqual({
      code: 9,
      details: `Event stream '${gone}' is deleted.`,
      exception: 'stream-deleted',
      'stream-name': gone,
    });
    const tooMuch = proposed({ data: Buffer.alloc(1_048_577) });
    expect(await outcomeOf(fixture.wire.append(target(stream, 'any'), tooMuch))).toEqual({
      code: 3,
      details: 'Maximum Append Size of 1048576 Exceeded.',
      exception: 'maximum-append-size-exceeded',
      'maximum-append-size': '1048576',
    });
  });

  const KINDS = ['delete', 'tombstone'] as const;
  test.each(KINDS)('a refused %s has the reason, always as for a delete', async (kind) => {
    const { stream, gone, missing } = await standing(fixture);
    const refused = (name: string, expected: string, actual: string) => ({
      code: 9,
      details: `Delete failed due to WrongExpectedVersion. Stream: ${name}, Expected version: ${expected}, Actual version: ${actual}`,
      exception: 'wrong-expected-version',
      'stream-name': name,
      'expected-version': expected,
      'actual-version': actual,
    });
    const deleted = (name: string) => ({
      code: 9,
      details: `Event stream '${name}' is deleted.`,
      exception: 'stream-deleted',
      'stream-name': name,
    });
    const remove = (name: string | undefined, expected: Expected) =>
      outcomeOf(fixture.wire.remove(kind, name, expected));
    expect(await remove(stream, 0n)).toEqual(refused(stream, '0', '2'));
    expect(await remove(stream, 'no_stream')).toEqual(refused(stream, '-1', '2'));
    expect(await remove(stream, 2n ** 64n - 1n)).toEqual(refused(stream, '-1', '2'));
    expect(await remove(missing, 3n)).toEqual(refused(missing, '3', '-1'));
    expect(await remove(missing, 'stream_exists')).toEqual(refused(missing, '-4', '-1'));
    if (kind === 'delete') expect(await remove(missing, 'any')).toEqual(refused(missing, '-2', '-1'));
    expect(await remove(gone, 'any')).toEqual(deleted(gone));
    expect(await remove(undefined, 'any')).toEqual(HANDLER);
    expect(await remove('', 'any')).toEqual(HANDLER);
    expect(await remove(stream, 2n ** 63n)).toEqual(HANDLER);
    expect(await remove(stream, 'stream_exists')).not.toMatchObject({ code: expect.anything() });
    expect(await remove(stream, 'stream_exists')).toEqual(deleted(stream));
  });

  test('ids may be text in any form or two halves, and are the same id', async () => {
    const stream = fixture.newStream();
    const base = crypto.randomUUID().slice(0, -1);
    const texts = ['0', '1', '2', '3'].map((last) => `${base}${last}`);
    const [text = '', upper = '', bare = '', halves = ''] = texts;
    const forms = [text, upper.toUpperCase(), bare.replaceAll('-', ''), structuredId(halves)];
    for (const [index, id] of forms.entries()) {
      const answer = await fixture.wire.append(target(stream, 'any'), proposed({ id }));
      expect(answer.getSuccess()?.getCurrentRevision()).toBe(String(index));
    }
    const again = await fixture.wire.append(target(stream, 'no_stream'), ...texts.map((id) => proposed({ id })));
    expect(again.getSuccess()?.getCurrentRevision()).toBe('3');
    const read = await Array.fromAsync(fixture.client.readStream(stream));
    expect(read.map(({ event }) => event?.id)).toEqual(texts);
  });

  test("of an event's metadata entries only type and content type are stored; all events of an append have the same time", async () => {
    const cases = [
      [{}, true],
      [{ contentType: 'text/plain' }, false],
      [{ more: { created: '5', own: 'x', 'is-json': 'true' } }, true],
    ] as const;
    for (const [event, isJson] of cases) {
      const stream = fixture.newStream();
      await fixture.wire.append(target(stream, 'any'), proposed(event), proposed(event));
      const read = await Array.fromAsync(fixture.client.readStream(stream));
      expect(read.map(({ event: one }) => one?.isJson)).toEqual([isJson, isJson]);
      for (const { event: one } of read) expect(Math.abs(Number(one?.created) - Date.now())).toBeLessThan(3_600_000);
    }
  });
});
