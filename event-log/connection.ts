import type { BaseOptions, Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { Cluster } from './cluster.ts';
import { LogUnavailable, toLogError } from './errors.ts';
import { NodeConnection } from './node-connection.ts';
import { pause, type Timeouts, withinTime } from './timers.ts';

/** Interval of the search for a leader while the cluster has none. */
const LEADER_SEARCH_MS = 100;
/** Interval of the check, while a call waits, that the leader is still the leader. */
const LEADER_RECHECK_MS = 250;

/** The leader of a cluster; `changed` aborts when another node takes over. */
type Leader = { node: string; changed: AbortController };

/**
 * The connection to an event store, a single node or a cluster. It reuses one NodeConnection and replaces it when it
 * breaks. In a cluster all calls go to the leader; a call that waits while the leader changes fails with
 * LogUnavailable.
 */
export class Connection {
  readonly timeouts: Timeouts;
  /** Call options of every read. */
  readonly reading: BaseOptions;
  /**
   * Call options of every write. Credentials make the client use the unary append: its batch append has no timeout,
   * keeps its stream open, and one broken batch fails the batches of all clients in the process. Without TLS the client
   * doesn't send the credentials.
   */
  readonly writing: BaseOptions;
  readonly #url: string;
  readonly #cluster: Cluster | null;
  #current: NodeConnection | null = null;
  #opening: Promise<NodeConnection> | null = null;
  #leader: Leader | null = null;
  /** A call to the leader failed since the last search. */
  #isLeaderSuspect = false;
  #search: Promise<Leader | null> | null = null;
  #isClosed = false;

  constructor(url: string, timeouts: Timeouts) {
    this.timeouts = timeouts;
    this.#url = url.replace(/^\s*kurrentdb/, 'esdb');
    this.#cluster = Cluster.of(url);
    // A follower would forward the call, even to a dead leader, and wait for it.
    this.reading = this.#cluster ? { requiresLeader: true } : {};
    const credentials = credentialsOf(url);
    this.writing = { ...this.reading, deadline: timeouts.attemptMs, ...(credentials ? { credentials } : {}) };
    if (!this.#cluster) this.#current = new NodeConnection(this.#url);
  }

  get isCluster(): boolean {
    return this.#cluster !== null;
  }

  /**
   * The current node connection, opened if there is none. Throws LogUnavailable when no leader is found within one
   * attempt.
   */
  async nodeConnection(): Promise<NodeConnection> {
    if (this.#isClosed) throw new LogUnavailable('The connection was closed.');
    if (this.#current) return this.#current;
    this.#opening ??= this.openNodeConnection().then(
      (opened) => {
        this.#opening = null;
        this.#current = opened;
        if (this.#isClosed) opened.close();
        return opened;
      },
      (error) => {
        this.#opening = null;
        throw error;
      },
    );
    return await this.#opening;
  }

  /** Opens a separate node connection, for a subscription. The caller closes it. Throws like `nodeConnection`. */
  async openNodeConnection(): Promise<NodeConnection> {
    if (!this.#cluster) return new NodeConnection(this.#url);
    const deadlineMs = performance.now() + this.timeouts.attemptMs;
    for (;;) {
      const leader = await this.#findLeader(this.#cluster);
      if (leader) return new NodeConnection(this.#cluster.urlOf(leader.node), leader.changed.signal);
      if (performance.now() + LEADER_SEARCH_MS > deadlineMs) {
        throw new LogUnavailable('No node of the event store leads.');
      }
      await pause(LEADER_SEARCH_MS);
    }
  }

  /**
   * Runs `action` with the client under the timeout of one attempt. Throws the errors of `errors.ts`, and the client's
   * error where none of them matches. A LogUnavailable replaces the node connection.
   */
  async attempt<Value>(action: (client: EventStoreDBClient) => Promise<Value>): Promise<Value> {
    const deadlineMs = performance.now() + this.timeouts.attemptMs;
    const node = await this.nodeConnection();
    const endCall = node.beginCall();
    const call = (async () => await action(node.client))();
    call.then(endCall, endCall);
    try {
      return await this.wait(node, call, deadlineMs - performance.now());
    } catch (error) {
      const known = toLogError(error);
      if (known instanceof LogUnavailable) this.replace(node);
      throw known;
    }
  }

  /** Gives the result of `call`. Throws LogUnavailable after `ms` milliseconds, or when the leader changes. */
  async wait<Value>(node: NodeConnection, call: Promise<Value>, ms = this.timeouts.attemptMs): Promise<Value> {
    const cluster = this.#cluster;
    if (!cluster) return await withinTime(ms, call);
    const recheck = setInterval(() => void this.#findLeader(cluster), LEADER_RECHECK_MS);
    try {
      return await withinTime(ms, call, node.leaderChanged);
    } finally {
      clearInterval(recheck);
    }
  }

  /** Closes `broken`; the next call gets a new node connection. No effect on a connection that was replaced before. */
  replace(broken: NodeConnection): void {
    broken.close();
    if (this.#current !== broken) return;
    this.#current = this.#cluster ? null : new NodeConnection(this.#url);
    this.#isLeaderSuspect = true;
  }

  close(): void {
    this.#isClosed = true;
    this.#current?.close();
  }

  /** Searches for the leader, one search at a time; null when there is none. Never throws. */
  #findLeader(cluster: Cluster): Promise<Leader | null> {
    this.#search ??= cluster.leader(this.#leader?.node ?? null, this.#isLeaderSuspect).then((node) => {
      this.#search = null;
      return node === null ? null : this.#setLeader(node);
    });
    return this.#search;
  }

  #setLeader(node: string): Leader {
    this.#isLeaderSuspect = false;
    if (this.#leader?.node === node) return this.#leader;
    const before = this.#leader;
    this.#leader = { node, changed: new AbortController() };
    this.#current?.close();
    this.#current = null;
    before?.changed.abort(new LogUnavailable(`Another node of the event store leads now: ${node}.`));
    return this.#leader;
  }
}

function credentialsOf(url: string): Credentials | undefined {
  const [, username, password] = /^[^:]+:\/\/([^:@/]*):([^@/]*)@/.exec(url) ?? [];
  if (username && password) return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return /[?&]tls=false/i.test(url) ? { username: 'daybook', password: 'plain' } : undefined;
}
