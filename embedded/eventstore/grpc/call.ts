import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { FrameReader } from './frame-reader.ts';
import { Code, RpcFailure, trailersOf } from './status.ts';

const HEADERS = { ':status': 200, 'content-type': 'application/grpc+proto' };

/** One call: the messages that come in, and the framed messages that go out. */
export class Call {
  readonly headers: IncomingHttpHeaders;
  /** It doesn't come to an end by itself, as a read or a single write does. */
  isOpenEnded = false;
  readonly #stream: ServerHttp2Stream;
  readonly #unexpected: (error: unknown) => void;
  readonly #frames = new FrameReader();
  #trailers: Record<string, string> | undefined;
  #isFull = false;
  #waiting = 0;
  #drained: (() => void) | undefined;
  readonly #closing: (() => void)[] = [];

  /** @param unexpected is told of errors that are no answer */
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

  /** Nothing can be sent any more: it has been ended, or the client has gone. */
  get isOver(): boolean {
    return this.#trailers !== undefined || this.#stream.destroyed || this.#stream.closed;
  }

  onClose(closed: () => void): void {
    this.#closing.push(closed);
  }

  /** Hands over each message as it comes, then tells that there are no more. What the handlers throw ends the call. */
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

  /** Stops taking messages for a while, so that the client has to wait. */
  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  /**
   * Sends framed messages, one or many; those of one turn of the event loop go out together.
   * @param count how many of them count as waiting until the client has granted room for them
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

  /** How many messages wait for the client to grant room for them. */
  get waiting(): number {
    return this.#waiting;
  }

  /** How many bytes wait to be taken by the client. */
  get backlog(): number {
    return this.#stream.writableLength;
  }

  /** Resolves when the client has taken what was sent, or has gone. */
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

  end(frames?: Buffer): void {
    if (frames) this.send(frames);
    this.#finish({ 'grpc-status': String(Code.ok) });
  }

  /** Ends the call with a failure; an error that is no answer is answered as an unknown one. */
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
