import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { LogUnavailable, translated } from './errors.ts';
import { type Timers, within } from './timers.ts';

/** The way to one event store: gives the client in use, and takes a new one when that is broken. */
export class Connection {
  readonly timers: Timers;
  /**
   * Sent with every append, which makes the client take the plain path: its batch path has no timer, and one broken
   * batch fails those of every client in the process. Without TLS the client drops them again.
   */
  readonly credentials: Credentials | undefined;
  readonly #url: string;
  #client: EventStoreDBClient;

  constructor(url: string, timers: Timers) {
    this.timers = timers;
    this.credentials = credentialsOf(url);
    this.#url = url;
    this.#client = this.newClient();
  }

  /** A client of one's own, for what lives long. Its owner disposes of it. */
  newClient(): EventStoreDBClient {
    return EventStoreDBClient.connectionString(this.#url);
  }

  /**
   * Does something with the client within one attempt's time. Throws the log's own errors, and the client's where it
   * has none for it. After one that leaves the client in doubt the next call gets a new one.
   */
  async attempt<Value>(action: (client: EventStoreDBClient) => Promise<Value>): Promise<Value> {
    const client = this.#client;
    try {
      return await within(this.timers.attempt, action(client));
    } catch (error) {
      const known = translated(error);
      if (known instanceof LogUnavailable) this.replace(client);
      throw known;
    }
  }

  /** Takes a new client unless that has happened already since `broken` was taken. */
  replace(broken: EventStoreDBClient): void {
    if (this.#client !== broken) return;
    this.#client = this.newClient();
    // A call that was just begun with it must not meet a closed channel: the client throws that where nobody can catch.
    setTimeout(() => void discard(broken), this.timers.attempt);
  }

  get client(): EventStoreDBClient {
    return this.#client;
  }

  async close(): Promise<void> {
    await discard(this.#client);
  }
}

/**
 * Closes a client's channel; calls under way go on. The client's own `dispose` is never used: it cancels its reads in a
 * way that makes them end as if they were complete, and it waits without end for a stream that was left early.
 */
export async function discard(client: EventStoreDBClient): Promise<void> {
  const { getChannel } = client as unknown as { getChannel(): Promise<{ close(): void }> };
  await getChannel().then(
    (channel) => channel.close(),
    () => {},
  );
}

function credentialsOf(url: string): Credentials | undefined {
  const [, username, password] = /^[^:]+:\/\/([^:@/]*):([^@/]*)@/.exec(url) ?? [];
  if (username && password) return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return /[?&]tls=false/i.test(url) ? { username: 'daybook', password: 'plain' } : undefined;
}
