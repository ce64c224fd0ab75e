import type { BaseOptions, Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { Cluster } from './cluster.ts';
import { LogUnavailable, translated } from './errors.ts';
import { Line } from './line.ts';
import { pause, type Timers, within } from './timers.ts';

/** How often the nodes of a cluster are asked who leads, in milliseconds: while none does, and while a call waits. */
const LOOK_MS = 100;
const DOUBT_MS = 250;

/** Who leads a cluster, for as long as it does. */
type Leader = { node: string; moved: AbortController };

/**
 * The way to one event store: gives the line in use, and takes a new one when that is broken. In a cluster everything
 * goes to the node that leads. A call that waits longer than usual makes it ask the nodes again, and ends where another
 * one leads by then.
 */
export class Connection {
  readonly timers: Timers;
  /** What every read goes with. */
  readonly reading: BaseOptions;
  /**
   * What every write goes with. Credentials make the client take the plain path: its batch path has no timer, its
   * stream keeps the connection open, and one broken batch fails those of every client in the process. Without TLS the
   * client drops them again.
   */
  readonly writing: BaseOptions;
  readonly #url: string;
  readonly #cluster: Cluster | null;
  #line: Line | null = null;
  #opening: Promise<Line> | null = null;
  #leader: Leader | null = null;
  /** Something went wrong with the leader since the nodes were asked. */
  #isDoubted = false;
  #looking: Promise<Leader | null> | null = null;
  #isClosed = false;

  constructor(url: string, timers: Timers) {
    this.timers = timers;
    this.#url = url.replace(/^\s*kurrentdb/, 'esdb');
    this.#cluster = Cluster.of(url);
    // Another node than the leader would hand the call on, also to a leader that is gone, and wait for it.
    this.reading = this.#cluster ? { requiresLeader: true } : {};
    const credentials = credentialsOf(url);
    this.writing = { ...this.reading, deadline: timers.attempt, ...(credentials ? { credentials } : {}) };
    if (!this.#cluster) this.#line = new Line(this.#url);
  }

  get isCluster(): boolean {
    return this.#cluster !== null;
  }

  /** The line in use, or a new one. Throws LogUnavailable where no node of a cluster leads within an attempt's time. */
  async line(): Promise<Line> {
    if (this.#isClosed) throw new LogUnavailable('The connection was closed.');
    if (this.#line) return this.#line;
    this.#opening ??= this.newLine().then(
      (line) => {
        this.#opening = null;
        this.#line = line;
        if (this.#isClosed) line.giveUp();
        return line;
      },
      (error) => {
        this.#opening = null;
        throw error;
      },
    );
    return await this.#opening;
  }

  /** A line of one's own, for what lives long. Its owner gives it up. Throws like `line`. */
  async newLine(): Promise<Line> {
    if (!this.#cluster) return new Line(this.#url);
    const giveUpAt = performance.now() + this.timers.attempt;
    for (;;) {
      const leader = await this.#look(this.#cluster);
      if (leader) return new Line(this.#cluster.urlOf(leader.node), leader.moved.signal);
      if (performance.now() + LOOK_MS > giveUpAt) throw new LogUnavailable('No node of the event store leads.');
      await pause(LOOK_MS);
    }
  }

  /**
   * Does something with the client within one attempt's time. Throws the log's own errors, and the client's where it
   * has none for it. After one that leaves the client in doubt the next call gets a new one.
   */
  async attempt<Value>(action: (client: EventStoreDBClient) => Promise<Value>): Promise<Value> {
    const giveUpAt = performance.now() + this.timers.attempt;
    const line = await this.line();
    const done = line.begin();
    const call = (async () => await action(line.client))();
    call.then(done, done);
    try {
      return await this.wait(line, call, giveUpAt - performance.now());
    } catch (error) {
      const known = translated(error);
      if (known instanceof LogUnavailable) this.replace(line);
      throw known;
    }
  }

  /** Gives what a call on a line gives, or throws LogUnavailable after `ms` milliseconds, or once another node leads. */
  async wait<Value>(line: Line, call: Promise<Value>, ms = this.timers.attempt): Promise<Value> {
    const cluster = this.#cluster;
    if (!cluster) return await within(ms, call);
    const doubting = setInterval(() => void this.#look(cluster), DOUBT_MS);
    try {
      return await within(ms, call, line.moved);
    } finally {
      clearInterval(doubting);
    }
  }

  /** Takes a new line the next time, unless that has happened already since `broken` was taken. */
  replace(broken: Line): void {
    broken.giveUp();
    if (this.#line !== broken) return;
    this.#line = this.#cluster ? null : new Line(this.#url);
    this.#isDoubted = true;
  }

  close(): void {
    this.#isClosed = true;
    this.#line?.giveUp();
  }

  /** Asks the nodes who leads, at most once at a time; null where none does. Never throws. */
  #look(cluster: Cluster): Promise<Leader | null> {
    this.#looking ??= cluster.leader(this.#leader?.node ?? null, this.#isDoubted).then((node) => {
      this.#looking = null;
      return node === null ? null : this.#found(node);
    });
    return this.#looking;
  }

  #found(node: string): Leader {
    this.#isDoubted = false;
    if (this.#leader?.node === node) return this.#leader;
    const before = this.#leader;
    this.#leader = { node, moved: new AbortController() };
    this.#line?.giveUp();
    this.#line = null;
    before?.moved.abort(new LogUnavailable(`Another node of the event store leads now: ${node}.`));
    return this.#leader;
  }
}

function credentialsOf(url: string): Credentials | undefined {
  const [, username, password] = /^[^:]+:\/\/([^:@/]*):([^@/]*)@/.exec(url) ?? [];
  if (username && password) return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return /[?&]tls=false/i.test(url) ? { username: 'daybook', password: 'plain' } : undefined;
}
