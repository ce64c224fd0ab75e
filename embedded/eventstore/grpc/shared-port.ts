import type { Server as Http1Server } from 'node:http';
import type { Http2Server } from 'node:http2';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A certificate and its key as PEM. */
export type Tls = {
  readonly cert: Buffer;
  readonly key: Buffer;
};

/** HTTP/2 begins with `PRI * HTTP/2.0`; no method of HTTP/1.1 begins like that. */
const PREFACE = 'PRI';

/**
 * One port for HTTP/2 and HTTP/1.1. With TLS the client says in the handshake which it speaks (ALPN), HTTP/1.1 if it
 * says nothing; without TLS it is told by the first bytes. Neither server listens itself.
 * @throws if the certificate and the key are none, or don't go together
 */
export function sharedPort(http2: Http2Server, http1: Http1Server, tls: Tls | undefined): Server {
  const hand = (socket: Socket, isHttp2: boolean) => (isHttp2 ? http2 : http1).emit('connection', socket);
  if (tls) {
    const options = { ...tls, ALPNProtocols: ['h2', 'http/1.1'], noDelay: true };
    return createTlsServer(options, (socket) => hand(socket, socket.alpnProtocol === 'h2'));
  }
  return createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {}); // a broken connection; 'close' follows
    let begin = Buffer.alloc(0);
    const decide = () => {
      begin = Buffer.concat([begin, socket.read() ?? begin.subarray(0, 0)]);
      const said = begin.toString('latin1', 0, PREFACE.length);
      if (said.length < PREFACE.length && PREFACE.startsWith(said)) return;
      socket.off('readable', decide);
      socket.unshift(begin);
      hand(socket, said === PREFACE);
    };
    socket.on('readable', decide);
  });
}
