import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, test } from 'vitest';
import { FrameReader } from './frame-reader.ts';
import { ProtoReader } from './proto-reader.ts';
import { ProtoWriter } from './proto-writer.ts';
import { RpcFailure } from './status.ts';

const INTEGERS = [
  0n,
  1n,
  127n,
  128n,
  16_383n,
  16_384n,
  2n ** 31n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 63n - 1n,
  2n ** 64n - 1n,
];

describe('protobuf', () => {
  test.each(INTEGERS)('%d is written and read like the generated messages of the client', (value) => {
    const written = new ProtoWriter(1).integer(2, value).integer(1, value).finish();
    const checkpoint = streams.ReadResp.Checkpoint.deserializeBinary(written);
    expect(checkpoint.getCommitPosition()).toBe(String(value));
    expect(checkpoint.getPreparePosition()).toBe(String(value));
    const reader = new ProtoReader(Buffer.from(checkpoint.serializeBinary()));
    if (value !== 0n) expect(reader.next()).toBe(true);
    if (value !== 0n) expect(reader.integer()).toBe(value);
  });

  test('fields that are not read are skipped', () => {
    const bytes = new ProtoWriter(1)
      .text(4, 'last')
      .bytes(3, Buffer.alloc(300))
      .integer(2, 2n ** 40n)
      .empty(1)
      .finish();
    const reader = new ProtoReader(bytes);
    while (reader.next()) if (reader.field === 4) expect(reader.text()).toBe('last');
    expect(reader.field).toBe(4);
  });

  test('a message that is cut off is an error', () => {
    const reader = new ProtoReader(new ProtoWriter().text(1, 'text').finish().subarray(0, 4));
    expect(reader.next()).toBe(true);
    expect(() => reader.text()).toThrow('too early');
  });
});

describe('framed messages', () => {
  const frames = Buffer.concat(
    ['', 'a', 'b'.repeat(300)].map((text) => new ProtoWriter().text(1, text).frame(0).finish()),
  );
  const lengths = [2, 3, 303];

  test.each([1, 2, 7, 100, 1000])('are complete, received in chunks of %d bytes', (size) => {
    const reader = new FrameReader();
    const received: number[] = [];
    for (let offset = 0; offset < frames.length; offset += size) {
      for (const message of reader.read(frames.subarray(offset, offset + size))) received.push(message.length);
    }
    expect(received).toEqual(lengths);
  });

  test('that are too large or compressed fail the call', () => {
    expect(() => [...new FrameReader().read(Buffer.from([0, 127, 0, 0, 0]))]).toThrow(RpcFailure);
    expect(() => [...new FrameReader().read(Buffer.from([1, 0, 0, 0, 0]))]).toThrow(RpcFailure);
  });
});
