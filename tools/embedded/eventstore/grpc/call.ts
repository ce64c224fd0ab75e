import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { FrameReader } from './frame-reader.ts';
import { Code, RpcFailure, trailersOf } from './status.ts';

const HEADERS = { ':status': 200, 'content-type': 'application/grpc+proto' };

/**
 * One gRPC call: the messages received, and the framed messages to send. `unexpected` gets errors that are no
 * `RpcFailure`.
 */
export class Call {
  readonly headers: IncomingHttpHeaders;
  /** Whether the call has no end of its own: a subscription or a batch append, unlike a read or a single write. */
  isOpenEnded = false;
  readonly #stream: ServerHttp2Stream;
  readonly #unexpected: (error: unknown) => void;
  readonly #frames = new FrameReader();
  #trailers: Record<string, string> | undefined;
  #isFull = false;
  #waiting = 0;
  #drained: (() => void) | undefined;
  readonly #closing: (() => void)[] = [];

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, unexpected: (error: unknown) => void) {
    this.#stream = stream;
    this.#unexpected = unexpected;
    this.headers = headers;
    stream.on('error', () => {}); // a broken connection; 'close' follows
    stream.on('drain', () => this.#drain());
    stream.on('close', () => {
      this.#drain();
      for (const closed of this.#closing) closed();
    });
    stream.on('wantTrailers', () => {
      if (!stream.destroyed && !stream.closed) stream.sendTrailers(this.#trailers ?? {});
    });
  }

  /** Whether nothing more can be sent: the call has ended, or the client has disconnected. */
  get isOver(): boolean {
    return this.#trailers !== undefined || this.#stream.destroyed || this.#stream.closed;
  }

  onClose(closed: () => void): void {
    this.#closing.push(closed);
  }

  /** Calls `message` for each message, then `end` when the client has half-closed. What they throw ends the call. */
  receive(message: (bytes: Buffer) => void, end: () => void): void {
    this.#stream.on('data', (chunk: Buffer) => {
      this.#orFail(() => {
        for (const bytes of this.#frames.read(chunk)) if (!this.isOver) message(bytes);
      });
    });
    this.#stream.on('end', () => this.#orFail(end));
  }

  #orFail(action: () => void): void {
    if (this.isOver) return;
    try {
      action();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Stops reading messages until `resume`, so that flow control holds the client back. */
  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  /**
   * Sends framed messages, one or many; the messages of one turn of the event loop are written together. `count` of
   * them are added to `waiting` until flow control lets them out.
   */
  send(frames: Buffer, count = 0): void {
    if (this.isOver) return;
    if (!this.#stream.headersSent) this.#stream.respond(HEADERS, { waitForTrailers: true });
    if (!this.#stream.writableCorked) {
      this.#stream.cork();
      process.nextTick(() => this.#stream.uncork());
    }
    this.#waiting += count;
    const sent = () => {
      this.#waiting -= count;
    };
    if (!this.#stream.write(frames, sent)) this.#isFull = true;
  }

  /** The number of counted messages that flow control holds back. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The bytes that are queued for the client. */
  get backlog(): number {
    return this.#stream.writableLength;
  }

  /** Resolves when the queue has room again, or the client has disconnected. */
  async ready(): Promise<void> {
    if (!this.#isFull || this.isOver) return;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
  }

  #drain(): void {
    this.#isFull = false;
    this.#drained?.();
    this.#drained = undefined;
  }

  /** Ends the call with status OK, after `frames` if given. */
  end(frames?: Buffer): void {
    if (frames) this.send(frames);
    this.#finish({ 'grpc-status': String(Code.ok) });
  }

  /** Ends the call with the status of an `RpcFailure`; with UNKNOWN for any other error, which goes to `unexpected`. */
  fail(error: unknown): void {
    if (error instanceof RpcFailure) {
      this.#finish(trailersOf(error));
      return;
    }
    this.#unexpected(error);
    this.#finish(trailersOf(new RpcFailure(Code.unknown, 'Exception was thrown by handler.')));
  }

  #finish(trailers: Record<string, string>): void {
    if (this.isOver) return;
    if (!this.#stream.headersSent) {
      this.#trailers = trailers;
      this.#stream.respond({ ...HEADERS, ...trailers }, { endStream: true });
      this.#stream.resume();
      return;
    }
    this.#trailers = trailers;
    this.#stream.end();
    this.#stream.resume();
  }
}
