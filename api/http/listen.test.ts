import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openLogFile } from '#platform/log.ts';
import { listen } from './listen.ts';

test('unreadable bytes during a response end the connection without a second response', async () => {
  const hasBegun = Promise.withResolvers<void>();
  const server = await listen(
    (_, response) => response.write('the first part', () => hasBegun.resolve()),
    0,
    '127.0.0.1',
    openLogFile('test', 'silent'),
  );
  const socket = connect(server.port, '127.0.0.1');
  const answer = text(socket);
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await hasBegun.promise;
  socket.write('no HTTP\r\n\r\n');
  expect(await answer).toContain('the first part');
  expect(await answer).not.toContain('malformed');
  await server.close();
});

test('closes while a client always has a request under way', async () => {
  const began = Promise.withResolvers<void>();
  const server = await listen(
    (_, response) => {
      setTimeout(() => response.end(), 20);
      began.resolve();
    },
    0,
    '127.0.0.1',
    openLogFile('test', 'silent'),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 3 });
  const send = () => get({ agent, port: server.port }, (response) => response.resume()).on('error', () => {});
  const sending = setInterval(send, 2);
  await began.promise;
  await server.close();
  clearInterval(sending);
  agent.destroy();
});
