import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decideWrite, type Write, type WriteContext } from './decide-write.ts';
import { MAX_REVISION } from './names.ts';
import { SOFT_DELETION } from './stream-metadata.ts';

const three: WriteContext = {
  stream: { last: 2n, tombstoned: false, softlyDeleted: false, hasMetadata: false },
  metadata: { last: -1n, tombstoned: false },
  softDeletion: undefined,
  describesDeleted: undefined,
  recorded: undefined,
  remembered: () => undefined,
};
const deleted: WriteContext = {
  ...three,
  stream: { ...three.stream, softlyDeleted: true, hasMetadata: true },
  metadata: { last: 0n, tombstoned: false },
  softDeletion: SOFT_DELETION,
};
const event = (data = '{}') => ({
  id: randomUUID(),
  type: 'noted',
  json: true,
  data: Buffer.from(data),
  metadata: Buffer.alloc(0),
});
const write = (over: Partial<Write>): Write => ({ kind: 'append', stream: 's', expected: 'any', events: [], ...over });

/** The events written, as lines: stream, revision, type, data. */
function written(over: Partial<Write>, context: WriteContext): string[] | string {
  const decision = decideWrite(write(over), context);
  if (decision.kind !== 'write') return decision.kind;
  return decision.events.map(({ stream, revision, event: { type, data } }) => `${stream} ${revision} ${type} ${data}`);
}

describe('deciding on a write', () => {
  test('events get the revisions after the last', () => {
    expect(written({ events: [event(), event()] }, three)).toEqual(['s 3 noted {}', 's 4 noted {}']);
  });

  test('an append at an older revision needs the ids recorded since', () => {
    const [first] = [event()];
    const older = write({ expected: 1n, events: [first] });
    expect(decideWrite(older, three)).toEqual({ kind: 'look-up', from: 2n });
    expect(decideWrite(older, { ...three, recorded: [first.id] })).toEqual({ kind: 'repeat', revision: 2n });
    expect(decideWrite(older, { ...three, recorded: [randomUUID()] })).toEqual({ kind: 'wrong', actual: 2n });
  });

  test('an append revives a softly deleted stream', () => {
    expect(written({ events: [event()] }, deleted)).toEqual(['s 3 noted {}', '$$s 1 $metadata {"$tb":3}']);
  });

  test('new metadata revive it, and are written again without the deletion', () => {
    const context = { ...three, describesDeleted: { last: 2n, softDeletion: SOFT_DELETION } };
    expect(written({ stream: '$$s', events: [event('{"a":1}')] }, context)).toEqual([
      '$$s 3 noted {"a":1}',
      '$$s 4 $metadata {"a":1,"$tb":3}',
    ]);
    const unflagged = { ...event('{"a":1}'), json: false };
    expect(written({ stream: '$$s', events: [unflagged] }, context).at(-1)).toBe('$$s 4 $metadata {"a":1,"$tb":3}');
    expect(written({ stream: '$$s', events: [event('5')] }, context)).toEqual(['$$s 3 noted 5']);
  });

  test('an append of no events to it or to its metadata stream revives it', () => {
    expect(written({ events: [] }, deleted)).toEqual(['$$s 1 $metadata {"$tb":3}']);
    const context = { ...three, describesDeleted: { last: 2n, softDeletion: SOFT_DELETION } };
    expect(written({ stream: '$$s', events: [] }, context)).toEqual(['$$s 3 $metadata {"$tb":3}']);
  });

  test('an append of no events is answered with the last revision, and a position before any event it writes', () => {
    const none = write({ events: [] });
    expect(decideWrite(none, three)).toEqual({ kind: 'write', events: [], answer: 2n, answerAt: -1 });
    expect(decideWrite(none, deleted)).toMatchObject({ answer: 2n, answerAt: -1 });
  });

  test('a delete writes metadata, and needs a stream or its metadata', () => {
    expect(written({ kind: 'delete' }, three)).toEqual(['$$s 0 $metadata {"$tb":9223372036854775807}']);
    const missing = { ...three, stream: { ...three.stream, last: -1n } };
    expect(decideWrite(write({ kind: 'delete' }), missing)).toEqual({ kind: 'wrong', actual: -1n });
  });

  test('a delete is refused if the metadata stream is tombstoned, and names that stream', () => {
    const context = { ...three, metadata: { last: 0n, tombstoned: true } };
    expect(decideWrite(write({ kind: 'delete' }), context)).toEqual({ kind: 'deleted', stream: '$$s' });
  });

  test('a tombstone is the last event, even of a missing stream', () => {
    expect(written({ kind: 'tombstone', expected: 2n }, three)).toEqual([`s ${MAX_REVISION} $streamDeleted `]);
    expect(written({ kind: 'tombstone', expected: 'no_stream' }, three)).toBe('wrong');
    expect(written({ kind: 'tombstone', expected: 'no_stream' }, deleted)).toHaveLength(1);
  });
});
