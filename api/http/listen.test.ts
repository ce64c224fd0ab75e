import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openLog } from '../../platform/log.ts';
import { listen } from './listen.ts';

test('what comes unreadable while an answer is on its way ends that, and writes nothing into it', async () => {
  const underWay = Promise.withResolvers<void>();
  const server = await listen(
    (_, response) => response.write('the beginning of an answer', () => underWay.resolve()),
    0,
    '127.0.0.1',
    openLog('test', 'silent'),
  );
  const socket = connect(server.port, '127.0.0.1');
  const answer = text(socket);
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await underWay.promise;
  socket.write('no HTTP\r\n\r\n');
  expect(await answer).toContain('the beginning of an answer');
  expect(await answer).not.toContain('malformed');
  await server.close();
});
