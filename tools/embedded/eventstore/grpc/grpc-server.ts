import { createServer as createHttp1Server, type ServerResponse } from 'node:http';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Call } from './call.ts';
import { sharedPort, type Tls } from './shared-port.ts';
import { Code, RpcFailure } from './status.ts';
import type { WebAnswer, WebHandler } from './web.ts';

export type { Tls } from './shared-port.ts';

export type Handler = (call: Call) => void;

/**
 * Flow-control windows: how much a client may send before the server has read it, in one call and in all of a
 * connection, as in EventStoreDB. With larger ones a client over TLS that sends megabytes doesn't notice a lost
 * connection.
 */
const STREAM_WINDOW_BYTES = 768 * 1024;
const SESSION_WINDOW_BYTES = 1024 * 1024;
/** No limit on cancelled calls in practice, since clients are on the same machine. */
const RESETS_MAX = 1_000_000;
/** The limit of the data queued for slow readers of one connection; above it new calls are refused. */
const SESSION_MEMORY_MIB = 256;

const IS_GRPC = /^application\/grpc\b/i;

/**
 * A gRPC server over HTTP/2, either with TLS or without. `handlers` are by path; a call without one is answered with
 * UNIMPLEMENTED. `web` answers requests on the same port that are not gRPC, over HTTP/1.1 or HTTP/2. `unexpected` gets
 * errors that are no `RpcFailure`. Throws where certificate and key are invalid or don't match.
 */
export class GrpcServer {
  readonly #port: Server;
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #calls = new Set<Call>();

  constructor(
    handlers: ReadonlyMap<string, Handler>,
    web: WebHandler,
    unexpected: (error: unknown) => void,
    tls?: Tls,
  ) {
    const http1 = createHttp1Server(({ method = '', url = '', headers }, response) =>
      answerHttp1(response, web({ method, url, headers })),
    );
    this.#port = sharedPort(this.#http2(handlers, web, unexpected), http1, tls);
    this.#port.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  #http2(handlers: ReadonlyMap<string, Handler>, web: WebHandler, unexpected: (error: unknown) => void): Http2Server {
    const server = createServer({
      settings: { initialWindowSize: STREAM_WINDOW_BYTES },
      maxSessionMemory: SESSION_MEMORY_MIB,
      streamResetBurst: RESETS_MAX,
      streamResetRate: RESETS_MAX,
    });
    server.on('session', (session) => this.#join(session));
    server.on('stream', (stream, headers) => {
      if (!IS_GRPC.test(headers['content-type'] ?? '')) {
        answerHttp2(stream, web({ method: headers[':method'] ?? '', url: headers[':path'] ?? '', headers }));
        return;
      }
      const call = new Call(stream, headers, unexpected);
      this.#calls.add(call);
      call.onClose(() => this.#calls.delete(call));
      const path = headers[':path'] ?? '';
      const handler = handlers.get(path);
      try {
        if (!handler) throw new RpcFailure(Code.unimplemented, `${path} is not implemented.`);
        handler(call);
      } catch (error) {
        call.fail(error);
      }
    });
    return server;
  }

  #join(session: ServerHttp2Session): void {
    session.setLocalWindowSize(SESSION_WINDOW_BYTES);
    session.on('error', () => {}); // a broken connection; 'close' follows
    session.on('close', () => this.#sessions.delete(session));
    this.#sessions.add(session);
  }

  /** Listens; gives the port. Throws what `listen` fails with, such as EADDRINUSE. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#port.once('error', reject);
      this.#port.listen(port, host, () => {
        this.#port.off('error', reject);
        resolve((this.#port.address() as AddressInfo).port);
      });
    });
  }

  /** Accepts no more connections and calls, and reads no more messages of open-ended calls. */
  stopAccepting(): void {
    this.#port.close();
    for (const session of this.#sessions) session.close();
    for (const call of this.#calls) if (call.isOpenEnded) call.pause();
  }

  /** Ends the open-ended calls with a failure. */
  endOpenEnded(failure: RpcFailure): void {
    for (const call of this.#calls) if (call.isOpenEnded) call.fail(failure);
  }

  /** Resolves once all connections are closed. */
  async closed(): Promise<void> {
    await Promise.all(
      [...this.#sessions].map((session) => new Promise<void>((resolve) => session.once('close', resolve))),
    );
  }

  /** Closes the remaining connections at once. */
  destroy(): void {
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }
}

function answerHttp1(response: ServerResponse, { status, headers, body }: WebAnswer): void {
  response.writeHead(status, headers).end(body);
}

function answerHttp2(stream: ServerHttp2Stream, { status, headers, body }: WebAnswer): void {
  stream.on('error', () => {}); // a broken connection
  stream.respond({ ':status': status, ...headers }, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  stream.resume();
}
