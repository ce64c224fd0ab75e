import { once } from 'node:events';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { uuidOfHalves } from '../../embedded/eventstore/rules/uuid.ts';
import { type Chunk, chunk, type Proposed } from './support/requests.ts';
import { againstEachStore, type Stage } from './support/stage.ts';
import { noted, seen } from './support/told.ts';

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

/** An id as text, however it came. */
function textOf(id: UUID): string {
  const halves = id.getStructured();
  if (!halves) return id.getString();
  return uuidOfHalves(BigInt(halves.getMostSignificantBits()), BigInt(halves.getLeastSignificantBits()));
}

/** An answer in words: to whom, and what. */
function told(answer: BatchAppendResp, names: Readonly<Record<string, string>>): string {
  const id = answer.getCorrelationId();
  const to = id ? (Object.entries(names).find(([, value]) => value === textOf(id))?.[0] ?? 'somebody') : 'nobody';
  const error = answer.getError();
  if (error) return `${to}: ${error.getCode()} ${error.getMessage()}`;
  const success = answer.getSuccess();
  return `${to}: ${success?.hasNoStream() ? 'no stream' : success?.getCurrentRevision()}`;
}

/** A batch stream with what it has answered. */
class Batch {
  readonly answers: BatchAppendResp[] = [];
  readonly call: ReturnType<Stage['wire']['batch']>;
  readonly ids: Record<string, string> = {};
  ended: string | undefined;

  constructor({ wire }: Stage) {
    this.call = wire.batch();
    this.call.on('data', (answer: BatchAppendResp) => this.answers.push(answer));
    this.call.on('end', () => {
      this.ended ??= 'ended';
    });
    this.call.on('error', ({ code }: ServiceError) => {
      this.ended = `code ${code}`;
    });
  }

  /** Sends a chunk under an id that is called so. */
  send(name: string, over: Chunk): this {
    this.ids[name] ??= crypto.randomUUID();
    this.call.write(chunk({ id: this.ids[name], ...over }));
    return this;
  }

  /** Resolves when so many answers have come; gives them in words. */
  async told(count: number): Promise<string[]> {
    const late = AbortSignal.timeout(20_000);
    while (this.answers.length < count) await once(this.call, 'data', { signal: late });
    return this.answers.map((answer) => told(answer, this.ids));
  }

  cancel(): void {
    this.call.cancel();
  }
}

/** Appends that lack something; a good one after it is answered as ever. */
const LACKING: Readonly<Record<string, Chunk>> = {
  'a malformed event id': { events: [{ id: 'not-a-uuid' }] },
  'an event id of zeros': { events: [{ id: '00000000-0000-0000-0000-000000000000' }] },
  'no event id': { events: [{ id: null }] },
  'an empty type': { events: [{ type: '' }] },
  'no type': { events: [{ type: null }] },
  'no content type': { events: [{ contentType: null }] },
  'a broken event after a good one': { events: [{}, { type: null }] },
  'no stream': { stream: null },
  'the empty name': { stream: '' },
  'no expected revision': { expected: null },
  'revision 2^63': { expected: 2n ** 63n },
};

againstEachStore('the batch append on the wire', (stage) => {
  test.each(Object.entries(LACKING))('%s is a bad request, and the stream goes on', async (_, over) => {
    const stream = stage.fresh();
    const batch = new Batch(stage);
    batch.send('bad', { stream, ...over });
    await batch.told(1);
    const answers = await batch.send('good', { stream }).told(2);
    batch.cancel();
    expect(answers).toEqual(['bad: 3 BadRequest', 'good: 0']);
    expect(batch.answers[0]?.getError()?.getDetails()?.getTypeUrl()).toBe(
      'type.googleapis.com/event_store.client.BadRequest',
    );
    const identifier = batch.answers[0]?.getStreamIdentifier();
    expect(identifier && text(identifier.getStreamName_asU8())).toBe(
      over.stream === null ? undefined : (over.stream ?? stream),
    );
  });

  test.each([null, 'not-a-uuid'])('the correlation id %s is a bad request, answered to it', async (id) => {
    const stream = stage.fresh();
    const batch = new Batch(stage);
    batch.send('bad', { stream, id });
    await batch.told(1);
    const answers = await batch.send('good', { stream }).told(2);
    batch.cancel();
    expect(answers[0]).toMatch(id ? /^somebody: 3 BadRequest$/ : /^nobody: 3 BadRequest$/);
    expect(batch.answers[0]?.getCorrelationId()?.getString()).toBe(id ?? undefined);
    expect(answers[1]).toBe('good: 0');
  });

  test('every kind of answer', async () => {
    const [stream, gone, missing] = [stage.fresh(), stage.fresh('gone'), stage.fresh('missing')];
    await stage.client.appendToStream(stream, noted(3));
    await stage.client.tombstoneStream(gone);
    const batch = new Batch(stage);
    const answerTo = async (over: Chunk): Promise<BatchAppendResp | undefined> => {
      batch.send('it', { stream, ...over });
      const count = batch.answers.length + 1;
      await batch.told(count);
      return batch.answers.at(-1);
    };
    const good = await answerTo({ expected: 2n, events: [{}, {}] });
    expect(good?.getSuccess()?.getCurrentRevision()).toBe('4');
    expect(BigInt(good?.getSuccess()?.getPosition()?.getCommitPosition() ?? 0)).toBeGreaterThan(0n);
    expect(text(good?.getStreamIdentifier()?.getStreamName_asU8())).toBe(stream);
    expect((await answerTo({ events: [] }))?.getSuccess()?.getCurrentRevision()).toBe('4');
    expect((await answerTo({ stream: missing, events: [] }))?.getSuccess()?.hasNoStream()).toBe(true);

    const wrong = async (over: Chunk) => {
      const error = (await answerTo(over))?.getError();
      expect([error?.getCode(), error?.getMessage()]).toEqual([6, 'WrongExpectedVersion']);
      const detail = shared.WrongExpectedVersion.deserializeBinary(
        error?.getDetails()?.getValue_asU8() ?? new Uint8Array(),
      );
      return Object.fromEntries(Object.entries(detail.toObject()).filter(([, value]) => value !== undefined));
    };
    expect(await wrong({ expected: 0n })).toEqual({ currentStreamRevision: '4', expectedStreamPosition: '0' });
    expect(await wrong({ expected: 'no_stream' })).toEqual({
      currentStreamRevision: '4',
      expectedStreamPosition: '0',
      expectedNoStream: {},
    });
    expect(await wrong({ stream: missing, expected: 7n })).toEqual({
      currentStreamRevision: '0',
      currentNoStream: {},
      expectedStreamPosition: '7',
    });
    expect(await wrong({ stream: missing, expected: 'stream_exists' })).toEqual({
      currentStreamRevision: '0',
      currentNoStream: {},
      expectedStreamPosition: '0',
      expectedStreamExists: {},
    });

    const deleted = (await answerTo({ stream: gone }))?.getError();
    expect([deleted?.getCode(), deleted?.getMessage()]).toEqual([5, 'StreamDeleted']);
    const named = shared.StreamDeleted.deserializeBinary(deleted?.getDetails()?.getValue_asU8() ?? new Uint8Array());
    expect(text(named.getStreamIdentifier()?.getStreamName_asU8())).toBe(gone);
    for (const isFinal of [true, false]) {
      const error = (await answerTo({ events: [{ data: Buffer.alloc(1_048_577) }], isFinal }))?.getError();
      expect([error?.getCode(), error?.getMessage()]).toEqual([3, 'MaximumAppendSizeExceeded']);
      const bytes = error?.getDetails()?.getValue_asU8() ?? new Uint8Array();
      expect(shared.MaximumAppendSizeExceeded.deserializeBinary(bytes).getMaxappendsize()).toBe(1_048_576);
    }
    batch.cancel();
  });

  const more = { hasOptions: false } as const;
  const CHUNKS: Readonly<
    Record<
      string,
      readonly [
        send: (batch: Batch, stream: (name: string) => string) => unknown,
        answers: string[],
        read: Record<string, string>,
      ]
    >
  > = {
    'of two appends may interleave': [
      (batch, stream) =>
        batch
          .send('a', { stream: stream('one'), isFinal: false })
          .send('b', { stream: stream('two'), isFinal: false })
          .send('a', { ...more, isFinal: false })
          .send('b', more)
          .send('a', more),
      ['a: 2', 'b: 1'],
      { one: '0 1 2', two: '0 1' },
    ],
    'of an append that is never finished are not written': [
      (batch, stream) =>
        batch.send('a', { stream: stream('one'), isFinal: false }).send('b', { stream: stream('two') }),
      ['b: 0'],
      { one: 'missing', two: '0' },
    ],
    'may say options again: the first count': [
      (batch, stream) =>
        batch.send('a', { stream: stream('one'), isFinal: false }).send('a', { stream: stream('two'), expected: 9n }),
      ['a: 1'],
      { one: '0 1', two: 'missing' },
    ],
    'may begin again under an id that is finished': [
      (batch, stream) => batch.send('a', { stream: stream('one') }).send('a', { stream: stream('one'), expected: 0n }),
      ['a: 0', 'a: 1'],
      { one: '0 1' },
    ],
    'may end with one that holds nothing': [
      (batch, stream) => batch.send('a', { stream: stream('one'), isFinal: false }).send('a', { ...more, events: [] }),
      ['a: 0'],
      { one: '0' },
    ],
    'of what never began get no answer': [
      (batch, stream) => batch.send('a', more).send('b', { stream: stream('one') }),
      ['b: 0'],
      { one: '0' },
    ],
  };
  test.each(Object.entries(CHUNKS))('chunks %s', async (_, [send, answers, read]) => {
    const token = crypto.randomUUID();
    const batch = new Batch(stage);
    send(batch, (name) => `${name}-${token}`);
    expect((await batch.told(answers.length)).sort()).toEqual(answers);
    for (const [name, revisions] of Object.entries(read)) {
      expect(await seen(stage.client, `${name}-${token}`)).toBe(revisions);
    }
    batch.cancel();
  });

  test('an append that is not finished within two seconds has timed out, and the rest of it is ignored', async () => {
    const stream = stage.fresh();
    const batch = new Batch(stage);
    const begun = Date.now();
    expect(await batch.send('late', { stream, isFinal: false }).told(1)).toEqual(['late: 4 Timeout']);
    expect(batch.answers[0]?.getCorrelationId()?.hasStructured()).toBe(true);
    const taken = Date.now() - begun;
    expect(taken).toBeGreaterThan(1500);
    const answers = await batch
      .send('late', { ...more })
      .send('next', { stream })
      .told(2);
    batch.cancel();
    expect(answers).toEqual(['late: 4 Timeout', 'next: 0']);
    expect(await seen(stage.client, stream)).toBe('0');
  });

  const hour = 3_600_000;
  const DEADLINES = [
    ['passed 2 s ago', () => ({ deadline: Date.now() - 2000 }), 'it: 4 Timeout'],
    ['passed an hour ago', () => ({ deadline: Date.now() - hour }), 'it: 4 Timeout'],
    ['in an hour', () => ({ deadline: Date.now() + hour }), 'it: 0'],
    ['in an hour, but unfinished', () => ({ deadline: Date.now() + hour, isFinal: false }), 'it: 4 Timeout'],
    ['now, and unfinished', () => ({ deadline: Date.now(), isFinal: false }), 'it: 4 Timeout'],
    ['of 0 s', () => ({ seconds: 0 }), 'it: 4 Timeout'],
    ['of -1 s', () => ({ seconds: -1 }), 'it: 4 Timeout'],
    ['of 5 s', () => ({ seconds: 5 }), 'it: 0'],
    ['of 1 s, and unfinished', () => ({ seconds: 1, isFinal: false }), 'it: 4 Timeout'],
  ] as const;
  test.concurrent.each(DEADLINES)('a deadline %s', async (_, over, answer) => {
    const stream = stage.fresh();
    const batch = new Batch(stage);
    expect(await batch.send('it', { stream, ...over() }).told(1)).toEqual([answer]);
    batch.cancel();
    expect(await seen(stage.client, stream)).toBe(answer === 'it: 0' ? '0' : 'missing');
  });

  test('many at once are answered each to its id, and those to one stream are in their order', async () => {
    const stream = stage.fresh();
    const batch = new Batch(stage);
    for (let n = 0; n < 200; n++) batch.send(`${n}`, { stream });
    expect((await batch.told(200)).sort()).toEqual(Array.from({ length: 200 }, (_, n) => `${n}: ${n}`).sort());
    batch.cancel();
  });
});

againstEachStore(
  'the batch append, here other than with EventStoreDB',
  (stage) => {
    test('ends after the client has ended its half, when all is answered', async () => {
      const stream = stage.fresh();
      const batch = new Batch(stage);
      for (let n = 0; n < 20; n++) batch.send(`${n}`, { stream });
      batch.call.end();
      await expect.poll(() => batch.ended, { timeout: 10_000 }).toBe('ended');
      expect(batch.answers).toHaveLength(20);
    });

    test('a broken event is answered once, also in a later chunk, which does not end the stream', async () => {
      const stream = stage.fresh();
      const batch = new Batch(stage);
      const broken: Proposed = { type: null };
      batch.send('first', { stream, events: [broken], isFinal: false });
      batch.send('later', { stream, isFinal: false }).send('later', { hasOptions: false, events: [broken] });
      // The real one would answer again when the two seconds are over, which they are when this has timed out.
      batch.send('unfinished', { stream, isFinal: false });
      await batch.told(3);
      const answers = await batch.send('good', { stream }).told(4);
      batch.cancel();
      expect(answers).toEqual(['first: 3 BadRequest', 'later: 3 BadRequest', 'unfinished: 4 Timeout', 'good: 0']);
    });
  },
  { standInOnly: 'there the stream may not end, and a broken event is answered twice or ends it' },
);
