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

/** What is written, a line each: stream, revision, type, data. */
function written(over: Partial<Write>, context: WriteContext): string[] | string {
  const decision = decideWrite(write(over), context);
  if (decision.kind !== 'write') return decision.kind;
  return decision.events.map(({ stream, revision, event: { type, data } }) => `${stream} ${revision} ${type} ${data}`);
}

describe('deciding on a write', () => {
  test('events go on after the last', () => {
    expect(written({ events: [event(), event()] }, three)).toEqual(['s 3 noted {}', 's 4 noted {}']);
  });

  test('what has been passed needs the ids recorded since', () => {
    const [first] = [event()];
    const older = write({ expected: 1n, events: [first] });
    expect(decideWrite(older, three)).toEqual({ kind: 'look-up', from: 2n });
    expect(decideWrite(older, { ...three, recorded: [first.id] })).toEqual({ kind: 'repeat', revision: 2n });
    expect(decideWrite(older, { ...three, recorded: [randomUUID()] })).toEqual({ kind: 'wrong', actual: 2n });
  });

  test('a softly deleted stream is revived by what is appended to it', () => {
    expect(written({ events: [event()] }, deleted)).toEqual(['s 3 noted {}', '$$s 1 $metadata {"$tb":3}']);
  });

  test('and by the metadata it is given, which is written again without the deletion', () => {
    const context = { ...three, describesDeleted: { last: 2n, softDeletion: SOFT_DELETION } };
    expect(written({ stream: '$$s', events: [event('{"a":1}')] }, context)).toEqual([
      '$$s 3 noted {"a":1}',
      '$$s 4 $metadata {"a":1,"$tb":3}',
    ]);
    const unflagged = { ...event('{"a":1}'), json: false };
    expect(written({ stream: '$$s', events: [unflagged] }, context).at(-1)).toBe('$$s 4 $metadata {"a":1,"$tb":3}');
    expect(written({ stream: '$$s', events: [event('5')] }, context)).toEqual(['$$s 3 noted 5']);
  });

  test('and by an append of no events to it or to its metadata stream', () => {
    expect(written({ events: [] }, deleted)).toEqual(['$$s 1 $metadata {"$tb":3}']);
    const context = { ...three, describesDeleted: { last: 2n, softDeletion: SOFT_DELETION } };
    expect(written({ stream: '$$s', events: [] }, context)).toEqual(['$$s 3 $metadata {"$tb":3}']);
  });

  test('an append of no events names the last revision, and a position before whatever it writes', () => {
    const none = write({ events: [] });
    expect(decideWrite(none, three)).toEqual({ kind: 'write', events: [], answer: 2n, answerAt: -1 });
    expect(decideWrite(none, deleted)).toMatchObject({ answer: 2n, answerAt: -1 });
  });

  test('a delete is metadata, of what there is', () => {
    expect(written({ kind: 'delete' }, three)).toEqual(['$$s 0 $metadata {"$tb":9223372036854775807}']);
    const missing = { ...three, stream: { ...three.stream, last: -1n } };
    expect(decideWrite(write({ kind: 'delete' }), missing)).toEqual({ kind: 'wrong', actual: -1n });
  });

  test('a delete whose metadata stream is tombstoned is refused in its name', () => {
    const context = { ...three, metadata: { last: 0n, tombstoned: true } };
    expect(decideWrite(write({ kind: 'delete' }), context)).toEqual({ kind: 'deleted', stream: '$$s' });
  });

  test('a tombstone is the last event, even of a missing stream', () => {
    expect(written({ kind: 'tombstone', expected: 2n }, three)).toEqual([`s ${MAX_REVISION} $streamDeleted `]);
    expect(written({ kind: 'tombstone', expected: 'no_stream' }, three)).toBe('wrong');
    expect(written({ kind: 'tombstone', expected: 'no_stream' }, deleted)).toHaveLength(1);
  });
});
