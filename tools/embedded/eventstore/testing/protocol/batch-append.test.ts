import { once } from 'node:events';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { uuidOfHalves } from '../../rules/uuid.ts';
import { newEvents, readableRevisions } from './support/outcomes.ts';
import { type Chunk, chunk, type Proposed } from './support/requests.ts';
import { againstEachStore, type StoreFixture } from './support/store-fixture.ts';

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

/** An id as text, from either form. */
function textOf(id: UUID): string {
  const halves = id.getStructured();
  if (!halves) return id.getString();
  return uuidOfHalves(BigInt(halves.getMostSignificantBits()), BigInt(halves.getLeastSignificantBits()));
}

/** An answer as text: the name of its append, and the result. */
function answerText(answer: BatchAppendResp, names: Readonly<Record<string, string>>): string {
  const id = answer.getCorrelationId();
  const to = id ? (Object.entries(names).find(([, value]) => value === textOf(id))?.[0] ?? 'somebody') : 'nobody';
  const error = answer.getError();
  if (error) return `${to}: ${error.getCode()} ${error.getMessage()}`;
  const success = answer.getSuccess();
  return `${to}: ${success?.hasNoStream() ? 'no stream' : success?.getCurrentRevision()}`;
}

/** A batch stream and its answers. */
class Batch {
  readonly answers: BatchAppendResp[] = [];
  readonly call: ReturnType<StoreFixture['wire']['batch']>;
  readonly ids: Record<string, string> = {};
  ended: string | undefined;

  constructor({ wire }: StoreFixture) {
    this.call = wire.batch();
    this.call.on('data', (answer: BatchAppendResp) => this.answers.push(answer));
    this.call.on('end', () => {
      this.ended ??= 'ended';
    });
    this.call.on('error', ({ code }: ServiceError) => {
      this.ended = `code ${code}`;
    });
  }

  /** Sends a chunk with the correlation id of this name. */
  send(name: string, over: Chunk): this {
    this.ids[name] ??= crypto.randomUUID();
    this.call.write(chunk({ id: this.ids[name], ...over }));
    return this;
  }

  /** Resolves when this many answers have arrived; gives them as text. */
  async firstAnswers(count: number): Promise<string[]> {
    const late = AbortSignal.timeout(20_000);
    while (this.answers.length < count) await once(this.call, 'data', { signal: late });
    return this.answers.map((answer) => answerText(answer, this.ids));
  }

  cancel(): void {
    this.call.cancel();
  }
}

/** Invalid appends; a valid one after them is answered normally. */
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

againstEachStore('the batch append on the wire', (fixture) => {
  test.each(Object.entries(LACKING))('%s is a bad request, and the batch stream continues', async (_, over) => {
    const stream = fixture.newStream();
    const batch = new Batch(fixture);
    batch.send('bad', { stream, ...over });
    await batch.firstAnswers(1);
    const answers = await batch.send('good', { stream }).firstAnswers(2);
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

  test.each([null, 'not-a-uuid'])(
    'the correlation id %s is a bad request, and the answer has the same id',
    async (id) => {
      const stream = fixture.newStream();
      const batch = new Batch(fixture);
      batch.send('bad', { stream, id });
      await batch.firstAnswers(1);
      const answers = await batch.send('good', { stream }).firstAnswers(2);
      batch.cancel();
      expect(answers[0]).toMatch(id ? /^somebody: 3 BadRequest$/ : /^nobody: 3 BadRequest$/);
      expect(batch.answers[0]?.getCorrelationId()?.getString()).toBe(id ?? undefined);
      expect(answers[1]).toBe('good: 0');
    },
  );

  test('every kind of answer', async () => {
    const [stream, gone, missing] = [fixture.newStream(), fixture.newStream('gone'), fixture.newStream('missing')];
    await fixture.client.appendToStream(stream, newEvents(3));
    await fixture.client.tombstoneStream(gone);
    const batch = new Batch(fixture);
    const answerTo = async (over: Chunk): Promise<BatchAppendResp | undefined> => {
      batch.send('it', { stream, ...over });
      const count = batch.answers.length + 1;
      await batch.firstAnswers(count);
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
    const batch = new Batch(fixture);
    send(batch, (name) => `${name}-${token}`);
    expect((await batch.firstAnswers(answers.length)).sort()).toEqual(answers);
    for (const [name, revisions] of Object.entries(read)) {
      expect(await readableRevisions(fixture.client, `${name}-${token}`)).toBe(revisions);
    }
    batch.cancel();
  });

  test('an append without its last chunk after two seconds times out, and later chunks are ignored', async () => {
    const stream = fixture.newStream();
    const batch = new Batch(fixture);
    const begun = Date.now();
    expect(await batch.send('late', { stream, isFinal: false }).firstAnswers(1)).toEqual(['late: 4 Timeout']);
    expect(batch.answers[0]?.getCorrelationId()?.hasStructured()).toBe(true);
    const taken = Date.now() - begun;
    expect(taken).toBeGreaterThan(1500);
    const answers = await batch
      .send('late', { ...more })
      .send('next', { stream })
      .firstAnswers(2);
    batch.cancel();
    expect(answers).toEqual(['late: 4 Timeout', 'next: 0']);
    expect(await readableRevisions(fixture.client, stream)).toBe('0');
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
    const stream = fixture.newStream();
    const batch = new Batch(fixture);
    expect(await batch.send('it', { stream, ...over() }).firstAnswers(1)).toEqual([answer]);
    batch.cancel();
    expect(await readableRevisions(fixture.client, stream)).toBe(answer === 'it: 0' ? '0' : 'missing');
  });

  test('many concurrent appends are answered with their ids, and those to one stream are in order', async () => {
    const stream = fixture.newStream();
    const batch = new Batch(fixture);
    for (let n = 0; n < 200; n++) batch.send(`${n}`, { stream });
    expect((await batch.firstAnswers(200)).sort()).toEqual(Array.from({ length: 200 }, (_, n) => `${n}: ${n}`).sort());
    batch.cancel();
  });
});

againstEachStore(
  'the batch append, here other than with EventStoreDB',
  (fixture) => {
    test('ends after the client has half-closed it, when everything is answered', async () => {
      const stream = fixture.newStream();
      const batch = new Batch(fixture);
      for (let n = 0; n < 20; n++) batch.send(`${n}`, { stream });
      batch.call.end();
      await expect.poll(() => batch.ended).toBe('ended');
      expect(batch.answers).toHaveLength(20);
    });

    test('an invalid event is answered once, also in a later chunk, and the batch stream continues', async () => {
      const stream = fixture.newStream();
      const batch = new Batch(fixture);
      const broken: Proposed = { type: null };
      batch.send('first', { stream, events: [broken], isFinal: false });
      batch.send('later', { stream, isFinal: false }).send('later', { hasOptions: false, events: [broken] });
      // EventStoreDB answers again after two seconds, which are over when this append has timed out.
      batch.send('unfinished', { stream, isFinal: false });
      await batch.firstAnswers(3);
      const answers = await batch.send('good', { stream }).firstAnswers(4);
      batch.cancel();
      expect(answers).toEqual(['first: 3 BadRequest', 'later: 3 BadRequest', 'unfinished: 4 Timeout', 'good: 0']);
    });
  },
  { standInOnly: 'there the stream may not end, and a broken event is answered twice or ends it' },
);
