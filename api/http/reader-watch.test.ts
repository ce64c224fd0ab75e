import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { watchReader } from './reader-watch.ts';

const MINUTE_MS = 60_000;
const PIECE = Buffer.alloc(64 * 1024);

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Sends pieces to a client that reads as `read` does; gives how it ended, and the milliseconds that it took. */
async function ending(
  pieces: AsyncIterable<Buffer>,
  limits: { windowBytes: number; allMs?: number },
  read: (socket: Socket) => void,
): Promise<{ end: 'whole' | 'cut off' | 'gone'; ms: number }> {
  const { promise: ended, resolve } = Promise.withResolvers<'whole' | 'cut off' | 'gone'>();
  const server = createServer(async (_, response) => {
    const { windowBytes, allMs = MINUTE_MS } = limits;
    const watch = watchReader(response, { windowMs: 300, windowBytes: () => windowBytes, allMs });
    try {
      await pipeline(Readable.from(pieces), response, { signal: watch.signal });
      resolve('whole');
    } catch {
      resolve(watch.signal.aborted ? 'cut off' : 'gone');
    } finally {
      watch.stop();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.closeAllConnections());
  ends.push(() => server.close());
  const since = performance.now();
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  ends.push(() => socket.destroy());
  read(socket);
  return { end: await ended, ms: performance.now() - since };
}

/** More than a connection's buffers hold. */
async function* much() {
  for (let index = 0; index < 200; index += 1) yield PIECE;
}

const nothing = (socket: Socket) => socket.pause();
const all = (socket: Socket) => socket.resume();
/** Takes this many bytes each 20 milliseconds. */
const slowly = (bytes: number) => (socket: Socket) => {
  socket.pause();
  const timer = setInterval(() => socket.read(bytes) ?? socket.read(), 20);
  ends.push(() => clearInterval(timer));
};

test('cuts off a client that takes nothing, or too little', async () => {
  expect(await ending(much(), { windowBytes: 1 }, nothing)).toMatchObject({ end: 'cut off' });
  expect(await ending(much(), { windowBytes: 8_000_000 }, slowly(1_000))).toMatchObject({ end: 'cut off' });
});

test('lets a client be that takes enough', async () => {
  expect(await ending(much(), { windowBytes: 1 }, all)).toMatchObject({ end: 'whole' });
});

test('lets a client be that waits for what is sent', async () => {
  async function* little() {
    for (let index = 0; index < 3; index += 1) {
      await pause(400);
      yield PIECE;
    }
  }
  expect(await ending(little(), { windowBytes: 8_000_000 }, all)).toMatchObject({ end: 'whole' });
});

test('cuts off a client that has not taken all in time', async () => {
  const { end, ms } = await ending(much(), { windowBytes: 0, allMs: 500 }, nothing);
  expect([end, ms > 490]).toEqual(['cut off', true]);
});
