import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { Call } from './call.ts';
import { Code, RpcFailure } from './status.ts';

export type Handler = (call: Call) => void;

/** How much a client may send of one call, and of all, before we have taken it. */
const STREAM_WINDOW = 4 * 1024 * 1024;
const SESSION_WINDOW = 16 * 1024 * 1024;
/** A client may cancel as many calls as it likes, it is on the same machine. */
const RESETS = 1_000_000;
/** In MiB: what may wait for slow readers on one connection before new calls on it are refused. */
const SESSION_MEMORY = 256;

/** A certificate and its key as PEM. */
export interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A gRPC server over HTTP/2, with TLS alone or without: handlers by path; what has none is answered as not implemented. */
export class GrpcServer {
  readonly #server: Http2Server | Http2SecureServer;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #calls = new Set<Call>();

  /**
   * @param unexpected is told of errors that are no answer
   * @throws if the certificate and the key are none, or don't go together
   */
  constructor(handlers: ReadonlyMap<string, Handler>, unexpected: (error: unknown) => void, tls?: Tls) {
    const settings = {
      settings: { initialWindowSize: STREAM_WINDOW },
      maxSessionMemory: SESSION_MEMORY,
      streamResetBurst: RESETS,
      streamResetRate: RESETS,
    };
    this.#server = tls ? createSecureServer({ ...settings, ...tls }) : createServer(settings);
    this.#server.on('connection', (socket: Socket) => socket.setNoDelay(true));
    this.#server.on('session', (session) => this.#join(session));
    this.#server.on('stream', (stream, headers) => {
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
  }

  #join(session: ServerHttp2Session): void {
    session.setLocalWindowSize(SESSION_WINDOW);
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
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /** Takes no more connections, no more calls on those there are, and nothing more on calls that have no end. */
  stopAccepting(): void {
    this.#server.close();
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
  }
}
