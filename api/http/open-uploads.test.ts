import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { OpenUploads, type UploadLimits } from './open-uploads.ts';
import { ProblemError } from './problem-error.ts';

const MINUTE_MS = 60_000;
const limits: UploadLimits = {
  perUser: 100,
  perAddress: 100,
  heldBytesMax: 250,
  windowMs: MINUTE_MS,
  windowBytes: 10,
};

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server that reads uploads and keeps them open until `release` is called. */
async function serve(uploads: OpenUploads) {
  const release = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const upload = uploads.begin({ user: 'u', address: 'a' }, 1_000);
    try {
      const { length } = await upload.receive(request, () => buffer(request));
      response.write(`read ${length}`);
      await release.promise;
      response.end();
    } catch (error) {
      response.end(error instanceof ProblemError ? error.code : String(error));
    } finally {
      upload.close();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.closeAllConnections());
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  /** Sends the first `bytes` bytes of a 200-byte upload, and gives the connection. */
  const send = async (bytes: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200\r\n\r\n${'x'.repeat(bytes)}`);
    return socket;
  };
  return { send, release: release.resolve };
}

/** The first body text of a response. */
async function responseBody(socket: Socket): Promise<string> {
  let all = '';
  for (;;) {
    const [bytes] = await once(socket, 'data');
    all += String(bytes);
    const [, code] = /\b(read \d+|unavailable|upload_too_slow|too_large)\b/.exec(all) ?? [];
    if (code) return code;
  }
}

test('counts received bytes, not the declared length, until the upload ends', async () => {
  const { send, release } = await serve(new OpenUploads(limits));
  const declared = await Promise.all(Array.from({ length: 20 }, () => send(0)));
  const first = await send(200);
  expect(await responseBody(first)).toBe('read 200');
  expect(await responseBody(await send(200))).toBe('unavailable');
  const ended = once(first, 'data');
  release();
  await ended;
  expect(await responseBody(await send(200))).toBe('read 200');
  for (const socket of declared) socket.destroy();
});

test('ends an upload that is too slow in the first or a later window', async () => {
  const { send } = await serve(new OpenUploads({ ...limits, windowMs: 100 }));
  expect(await responseBody(await send(9))).toBe('upload_too_slow');
  expect(await responseBody(await send(199))).toBe('upload_too_slow');
});
