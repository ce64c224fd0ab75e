import { EventStoreDBClient } from '@eventstore/db-client';
import { LogUnavailable } from './errors.ts';

/** What the client keeps to itself. */
type Inside = { getChannel(): Promise<Channel>; handleError: () => Promise<void> };
/** A channel of gRPC, with the connections it keeps to itself. */
type Channel = { close(): void; internalChannel?: { subchannelPool?: { pool?: Record<string, Subchannel[]> } } };
type Subchannel = { channelArguments: Record<string, unknown>; subchannel: { ref(): void; unref(): void } };

/** How long gRPC waits for a node to answer its ping, in milliseconds, where the connection string doesn't say. */
const PING_TIMEOUT_MS = 10_000;
/** When a closed channel has made the last try to connect that it was about to make, in milliseconds. */
const LAST_TRY_MS = 2_000;

let lines = 0;

/**
 * A client with a connection of its own to one node. It is closed once it has been given up and the last call on it is
 * over: a call that meets a closed channel makes the client throw where nobody can catch.
 */
export class Line {
  readonly client: EventStoreDBClient;
  /** Fires where another node leads now, with a LogUnavailable for its reason. */
  readonly moved: AbortSignal;
  /**
   * A setting that hardly matters, and that no other line has: channels of gRPC that are alike share one connection, so
   * that a new client would go on with the one that is broken.
   */
  readonly #pingTimeout: number;
  #calls = 0;
  #isGivenUp = false;

  /** A line to the one node that the connection string names, for as long as `moved` hasn't fired. */
  constructor(url: string, moved: AbortSignal = new AbortController().signal) {
    const [, given] = /[?&]keepAliveTimeout=(\d+)/i.exec(url) ?? [];
    lines = (lines + 1) % 1_000;
    this.#pingTimeout = (given ? Number(given) : PING_TIMEOUT_MS) + lines;
    const separator = url.includes('?') ? '&' : '?';
    this.client = EventStoreDBClient.connectionString(`${url}${separator}keepAliveTimeout=${this.#pingTimeout}`);
    this.moved = moved;
    // The client's own way to connect again closes the channel under other calls, and leaves connections behind.
    insideOf(this.client).handleError = async () => {};
  }

  /** Keeps the line open for a call, until the function it gives is called. Throws LogUnavailable on a closed line. */
  begin(): () => void {
    if (this.#isGivenUp && this.#calls === 0) throw new LogUnavailable('The connection was closed.');
    this.#calls += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#calls -= 1;
      this.#closeWhenIdle();
    };
  }

  /** Closes the line as soon as no call is on it any more. */
  giveUp(): void {
    if (this.#isGivenUp) return;
    this.#isGivenUp = true;
    this.#closeWhenIdle();
  }

  #closeWhenIdle(): void {
    if (this.#isGivenUp && this.#calls === 0) this.#close().catch(() => {}); // There is no channel.
  }

  /** The client's own `dispose` is never used: it ends reads as if they were complete, and may wait without end. */
  async #close(): Promise<void> {
    const channel = await insideOf(this.client).getChannel();
    const pool = Object.values(channel.internalChannel?.subchannelPool?.pool ?? {}).flat();
    const ours = pool.filter(
      ({ channelArguments }) => channelArguments['grpc.keepalive_timeout_ms'] === this.#pingTimeout,
    );
    channel.close();
    // A channel that is closed after it could not connect tries once more, and keeps that connection for good.
    setTimeout(() => {
      for (const { subchannel } of ours) {
        subchannel.ref();
        subchannel.unref();
      }
    }, LAST_TRY_MS).unref();
  }
}

const insideOf = (client: EventStoreDBClient) => client as unknown as Inside;
