import { randomUUID } from 'node:crypto';
import { encode, type Fields, type Value } from './proto.ts';

/** The expected revision of a write; undefined leaves it out. */
export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint | undefined;

const EMPTY: Fields = [];

function expecting(expected: Expected): Fields {
  if (typeof expected === 'bigint') return [[2, expected]];
  return [
    [3, expected === 'no_stream' ? EMPTY : undefined],
    [4, expected === 'any' ? EMPTY : undefined],
    [5, expected === 'stream_exists' ? EMPTY : undefined],
  ];
}

const named = (stream: string | undefined): Fields | undefined =>
  stream === undefined ? undefined : [[3, Buffer.from(stream)]];

/** A UUID as text. */
export const textId = (text: string): Fields => [[2, text]];

/** A UUID as its two halves. */
export function structuredId(text: string): Fields {
  const hex = text.replaceAll('-', '');
  const half = (from: number) => BigInt.asIntN(64, BigInt(`0x${hex.slice(from, from + 16)}`));
  return [
    [
      1,
      [
        [1, half(0)],
        [2, half(16)],
      ],
    ],
  ];
}

/** An event to append; null leaves a field out. */
export type Proposed = {
  readonly id?: string | Fields | null;
  readonly type?: string | null;
  readonly contentType?: string | null;
  readonly data?: string | Uint8Array;
  readonly more?: Readonly<Record<string, string>>;
};

function proposal(event: Proposed): Fields {
  const { id = randomUUID(), type = 'noted', contentType = 'application/json', data = '{}', more = {} } = event;
  const entries = Object.entries({ type, 'content-type': contentType, ...more });
  return [
    [1, id === null ? undefined : typeof id === 'string' ? textId(id) : id],
    ...entries
      .filter(([, value]) => value !== null)
      .map(
        ([key, value]) =>
          [
            2,
            [
              [1, key],
              [2, value ?? ''],
            ],
          ] as const,
      ),
    [4, typeof data === 'string' ? Buffer.from(data) : data],
  ];
}

/** The first message of a plain append; also the request of a delete or a tombstone. */
export const target = (stream: string | undefined, expected: Expected): Buffer =>
  encode([[1, [[1, named(stream)], ...expecting(expected)]]]);

/** A later message of a plain append. */
export const proposed = (event: Proposed = {}): Buffer => encode([[2, proposal(event)]]);

/** A chunk of a batch append. */
export type Chunk = {
  /** The correlation id; null leaves it out. */
  readonly id?: string | null;
  /** Null leaves it out. */
  readonly stream?: string | null;
  /** Null leaves it out. */
  readonly expected?: Expected | null;
  readonly events?: readonly Proposed[];
  readonly isFinal?: boolean;
  /** A chunk after the first needs no options. */
  readonly hasOptions?: boolean;
  /** The deadline as a time, in ms since 1970. */
  readonly deadline?: number;
  /** The deadline as a duration in seconds. */
  readonly seconds?: number;
};

/** The message of one chunk. */
export function chunk(over: Chunk): Buffer {
  const { id = randomUUID(), stream = null, expected = 'any', events = [{}], isFinal = true } = over;
  const { hasOptions = true, deadline, seconds } = over;
  const options: Fields = [
    [1, named(stream ?? undefined)],
    ...expecting(expected ?? undefined),
    [6, deadline === undefined ? undefined : [[1, BigInt(Math.floor(deadline / 1000))]]],
    [7, seconds === undefined ? undefined : [[1, BigInt(seconds)]]],
  ];
  const messages = events.map((event): readonly [number, Value] => [3, proposal(event)]);
  return encode([
    [1, id === null ? undefined : textId(id)],
    [2, hasOptions ? options : undefined],
    ...messages,
    [4, isFinal],
  ]);
}
