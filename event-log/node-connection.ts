import { EventStoreDBClient } from '@eventstore/db-client';
import { LogUnavailable } from './errors.ts';

/** Private members of the client. */
type ClientInternals = { getChannel(): Promise<Channel>; handleError: () => Promise<void> };
/** A gRPC channel with its private subchannels. */
type Channel = { close(): void; internalChannel?: { subchannelPool?: { pool?: Record<string, Subchannel[]> } } };
type Subchannel = { channelArguments: Record<string, unknown>; subchannel: { ref(): void; unref(): void } };

/** gRPC's keepalive timeout where the connection string sets none. */
const KEEPALIVE_TIMEOUT_MS = 10_000;
/** A closed channel makes its last connection attempt within this time. */
const LAST_CONNECT_MS = 2_000;

let connectionsOpened = 0;

/**
 * A client with its own gRPC connection to one node. After `close` it stays open until its last call has ended: a call
 * on a closed channel makes the client throw where no caller can catch.
 */
export class NodeConnection {
  readonly client: EventStoreDBClient;
  /** Aborts when another node becomes the leader; its reason is a LogUnavailable. */
  readonly leaderChanged: AbortSignal;
  /**
   * Differs from the number of every other connection. gRPC shares one connection between channels with equal options,
   * so a new client would otherwise reuse the broken connection.
   */
  readonly #keepaliveTimeoutMs: number;
  #calls = 0;
  #isClosing = false;

  /** Takes the connection string of a single node, and the signal that another node leads. */
  constructor(url: string, leaderChanged: AbortSignal = new AbortController().signal) {
    const [, configured] = /[?&]keepAliveTimeout=(\d+)/i.exec(url) ?? [];
    connectionsOpened = (connectionsOpened + 1) % 1_000;
    this.#keepaliveTimeoutMs = (configured ? Number(configured) : KEEPALIVE_TIMEOUT_MS) + connectionsOpened;
    const separator = url.includes('?') ? '&' : '?';
    this.client = clientOf(`${url}${separator}keepAliveTimeout=${this.#keepaliveTimeoutMs}`);
    this.leaderChanged = leaderChanged;
    // The client's reconnect closes the channel under running calls and leaks connections.
    internalsOf(this.client).handleError = async () => {};
  }

  /**
   * Registers a call; the connection stays open until the returned function is called. Throws LogUnavailable when
   * closed.
   */
  beginCall(): () => void {
    if (this.#isClosing && this.#calls === 0) throw new LogUnavailable('The connection was closed.');
    this.#calls += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#calls -= 1;
      this.#closeWhenIdle();
    };
  }

  /** Closes the connection when no call is running. Idempotent. */
  close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#closeWhenIdle();
  }

  #closeWhenIdle(): void {
    if (this.#isClosing && this.#calls === 0) this.#closeChannel().catch(() => {}); // There is no channel.
  }

  /** Doesn't use the client's `dispose`: that ends reads as if they were complete, and may never return. */
  async #closeChannel(): Promise<void> {
    const channel = await internalsOf(this.client).getChannel();
    const pool = Object.values(channel.internalChannel?.subchannelPool?.pool ?? {}).flat();
    const ours = pool.filter(
      ({ channelArguments }) => channelArguments['grpc.keepalive_timeout_ms'] === this.#keepaliveTimeoutMs,
    );
    channel.close();
    // A channel closed after a failed connect connects once more and leaks that connection.
    setTimeout(() => {
      for (const { subchannel } of ours) {
        subchannel.ref();
        subchannel.unref();
      }
    }, LAST_CONNECT_MS).unref();
  }
}

/** Throws an Error that names the files of certificates, where one of them is not there. */
function clientOf(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('File was not found')) throw error;
    const files = [...url.matchAll(/[?&](?:tlsCAFile|userCertFile|userKeyFile)=([^&]*)/gi)].map(
      ([, file = '']) => file,
    );
    const names = files.map(decodeURIComponent).join(', ');
    throw new Error(`A certificate of the event store is not there: ${names}.`, { cause: error });
  }
}

const internalsOf = (client: EventStoreDBClient) => client as unknown as ClientInternals;
