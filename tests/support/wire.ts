import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { BASE_PATH } from '#contract/addresses.ts';
import type { Caller } from './caller.ts';

/** The head of a request as a browser sends it, up to the empty line before the body. */
export function requestHead({ origin, cookie }: Caller, path: string, headers: Record<string, string>): string {
  const all = { Host: new URL(origin).host, Origin: origin, Cookie: cookie, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST ${BASE_PATH}${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** Opens a new connection and sends bytes over it. */
export async function sent(origin: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(bytes, resolve));
  return socket;
}

/**
 * Sends bytes over a new connection and gives the answer. After sending, the connection stays open until an answer has
 * come or 20 seconds have passed, is half-closed, or is reset.
 */
export async function exchange(origin: string, bytes: string, afterwards: 'open' | 'end' | 'cut'): Promise<string> {
  const socket = await sent(origin, bytes);
  if (afterwards === 'cut') {
    socket.resetAndDestroy();
    return '';
  }
  if (afterwards === 'end') {
    socket.end();
    return await text(socket);
  }
  socket.setTimeout(20_000, () => socket.destroy());
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.destroy();
  return String(answer);
}
