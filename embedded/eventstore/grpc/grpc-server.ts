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
 * How much a client may send of one call, and of all, before we have taken it: as much as to EventStoreDB. Over TLS, a
 * client that has sent megabytes into a connection that is already lost doesn't learn of the loss.
 */
const STREAM_WINDOW_BYTES = 768 * 1024;
const SESSION_WINDOW_BYTES = 1024 * 1024;
/** A client may cancel as many calls as it likes, it is on the same machine. */
const RESETS_MAX = 1_000_000;
/** In MiB: what may wait for slow readers on one connection before new calls on it are refused. */
const SESSION_MEMORY_MIB = 256;

const IS_GRPC = /^application\/grpc\b/i;

/**
 * A gRPC server over HTTP/2, with TLS alone or without: handlers by path; what has none is answered as not implemented.
 * What is asked on the same port without gRPC, over HTTP/1.1 or HTTP/2, is answered by another handler.
 */
export class GrpcServer {
  readonly #port: Server;
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #calls = new Set<Call>();

  /**
   * @param unexpected is told of errors that are no answer
   * @throws if the certificate and the key are none, or don't go together
   */
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

  /**
   * Listens; gives the port.
   * @throws what `listen` fails with, such as EADDRINUSE
   */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#port.once('error', reject);
      this.#port.listen(port, host, () => {
        this.#port.off('error', reject);
        resolve((this.#port.address() as AddressInfo).port);
      });
    });
  }

  /** Takes no more connections, no more calls on those there are, and nothing more on calls that have no end. */
  stopAccepting(): void {
    this.#port.close();
    for (const session of this.#sessions) session.close();
    for (const call of this.#calls) if (call.isOpenEnded) call.pause();
  }

  /** Ends the calls that would go on for ever. */
  endOpenEnded(failure: RpcFailure): void {
    for (const call of this.#calls) if (call.isOpenEnded) call.fail(failure);
  }

  /** Resolves once all connections are closed. */
  async closed(): Promise<void> {
    await Promise.all(
      [...this.#sessions].map((session) => new Promise<void>((resolve) => session.once('close', resolve))),
    );
  }

  /** Breaks the connections that are left. */
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
