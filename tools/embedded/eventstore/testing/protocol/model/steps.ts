import fc from 'fast-check';
import { METADATA } from './model-metadata.ts';

/** The expected revision of a write, relative to the stream at that time. */
const expectation = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'any' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'no_stream' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'stream_exists' } as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('last' as const),
      off: fc.constantFrom(0n, 0n, 0n, 0n, -1n, -2n, 1n, 7n),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('before' as const), back: fc.nat(3) }) },
);

/** Events to append: new ones; or events of an earlier append, all or a part, extended or in another order. */
const events = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('new' as const), count: fc.integer({ min: 0, max: 4 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('again' as const),
      /** How many appends ago, of this stream or of any. */
      ago: fc.nat(4),
      ofAnyStream: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      skip: fc.constantFrom(0, 0, 0, 1),
      drop: fc.constantFrom(0, 0, 0, 1),
      added: fc.constantFrom('none', 'none', 'none', 'before', 'after', 'within'),
      isReversed: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      /** With the expected revision of the first time, or with `expectation`. */
      hasFirstExpectation: fc.boolean(),
    }),
  },
);

const stream = fc.constantFrom('a', 'a', 'b');
const place = fc.oneof(fc.constant('start' as const), fc.constant('end' as const), fc.bigInt({ min: 0n, max: 12n }));

const append = fc.record({
  kind: fc.constant('append' as const),
  stream,
  expectation,
  events,
  isPlain: fc.boolean(),
});
const setMetadata = fc.record({
  kind: fc.constant('metadata' as const),
  stream,
  expectation,
  content: fc.nat(METADATA.length - 1),
  isAgain: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  isPlain: fc.boolean(),
});
const remove = fc.record({
  kind: fc.constant('delete' as const),
  stream,
  ofMetadata: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  expectation,
});
const tombstone = fc.record({ kind: fc.constant('tombstone' as const), stream, expectation });
const read = fc.record({
  kind: fc.constant('read' as const),
  stream,
  ofMetadata: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  from: place,
  isBackwards: fc.boolean(),
  count: fc.constantFrom(1, 2, 3, 100, 100, 0),
});
const readAll = fc.record({ kind: fc.constant('read all' as const), from: fc.nat(30), isBackwards: fc.boolean() });
const subscribe = fc.record({
  kind: fc.constant('subscribe' as const),
  stream,
  ofMetadata: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  from: place,
});

/** A step of a sequence, valid after any other steps. */
export const step = fc.oneof(
  { weight: 12, arbitrary: append },
  { weight: 4, arbitrary: setMetadata },
  { weight: 3, arbitrary: remove },
  { weight: 1, arbitrary: tombstone },
  { weight: 3, arbitrary: read },
  { weight: 1, arbitrary: readAll },
  { weight: 2, arbitrary: subscribe },
);

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
export type Step = Of<typeof step>;
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;
export type Expectation = Of<typeof expectation>;
export type Events = Of<typeof events>;
export type From = Of<typeof place>;
