import type { Server as Http1Server } from 'node:http';
import type { Http2Server } from 'node:http2';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A certificate and its key as PEM. */
export type Tls = {
  readonly cert: Buffer;
  readonly key: Buffer;
};

/** HTTP/2 starts with `PRI * HTTP/2.0`; no HTTP/1.1 method starts like that. */
const PREFACE = 'PRI';

/**
 * One port for HTTP/2 and HTTP/1.1; neither given server listens itself. With TLS, ALPN selects the version, HTTP/1.1
 * without it; without TLS the first bytes decide. Throws where certificate and key are invalid or don't match.
 */
export function sharedPort(http2: Http2Server, http1: Http1Server, tls: Tls | undefined): Server {
  const pass = (socket: Socket, isHttp2: boolean) => (isHttp2 ? http2 : http1).emit('connection', socket);
  if (tls) {
    const options = { ...tls, ALPNProtocols: ['h2', 'http/1.1'], noDelay: true };
    return createTlsServer(options, (socket) => pass(socket, socket.alpnProtocol === 'h2'));
  }
  return createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {}); // a broken connection; 'close' follows
    let begin = Buffer.alloc(0);
    const decide = () => {
      begin = Buffer.concat([begin, socket.read() ?? begin.subarray(0, 0)]);
      const start = begin.toString('latin1', 0, PREFACE.length);
      if (start.length < PREFACE.length && PREFACE.startsWith(start)) return;
      socket.off('readable', decide);
      socket.unshift(begin);
      pass(socket, start === PREFACE);
    };
    socket.on('readable', decide);
  });
}
