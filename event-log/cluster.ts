import gossipGrpc, { type IGossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { NodeConnection } from './node-connection.ts';
import { withinTime } from './timers.ts';

/** How long one search for the leader waits for a node. */
const GOSSIP_WAIT_MS = 1_000;
/** When a gossip request that got no response is cancelled, so that the next search sends a new one. */
const GOSSIP_TIMEOUT_MS = 10_000;

/** The client's private method that gives access to its generated gRPC code. */
type ClientInternals = {
  execute<Value>(service: unknown, name: string, action: (client: IGossipClient) => Promise<Value>): Promise<Value>;
};

/** A node as `host:port`. */
type Node = string;
/** One node's gossip: the members it knows, and those it takes for leaders (several after a leader was frozen). */
type Gossip = { members: Node[]; leaders: Node[] };

const URL_PARTS = /^(?:esdb|kurrentdb)(\+discover)?:\/\/((?:[^@/?]*@)?)([^@/?]+)\/?((?:\?.*)?)$/;

/** The nodes of a cluster. Finds the leader by gossip with all nodes at once, so a dead node costs no time. */
export class Cluster {
  readonly #credentials: string;
  readonly #options: string;
  readonly #seeds: readonly Node[];
  #members: readonly Node[] = [];
  /**
   * Requests in flight, at most one for each node: a frozen node would otherwise collect a connection for each search.
   */
  readonly #requests = new Map<Node, Promise<Gossip | null>>();

  private constructor(credentials: string, seeds: readonly Node[], options: string) {
    this.#credentials = credentials;
    this.#seeds = seeds;
    this.#options = options;
  }

  /** Parses a connection string; null when it names a single node or is invalid. */
  static of(url: string): Cluster | null {
    const [, discover, credentials = '', list = '', options = ''] = URL_PARTS.exec(url.trim()) ?? [];
    const seeds = list.split(',').map((host) => (host.includes(':') ? host : `${host}:2113`));
    return discover || seeds.length > 1 ? new Cluster(credentials, seeds, options) : null;
  }

  /** The connection string of a single node. */
  urlOf(node: Node): string {
    return `esdb://${this.#credentials}${node}${this.#options}`;
  }

  /**
   * Finds the leader; null when there is none. Takes at most a second, less when a majority of the nodes agrees.
   * A leader deposed while frozen still claims to lead, and other nodes may repeat that claim. So `before`, the last
   * known leader, wins while any node names it; when it `isSuspect`, it wins only if no node names another.
   */
  async leader(before: Node | null, isSuspect: boolean): Promise<Node | null> {
    const nodes = [...new Set([...this.#members, ...this.#seeds])];
    const gossips: Gossip[] = [];
    const chosen = (): Node | null => {
      const named = leadersIn(gossips);
      if (before === null || !named.includes(before)) return named[0] ?? null;
      return isSuspect ? (named.find((node) => node !== before) ?? before) : before;
    };
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const all = nodes.map(async (node) => {
      const gossip = await withinTime(GOSSIP_WAIT_MS, this.#gossipOf(node)).catch(() => null);
      if (gossip) gossips.push(gossip);
      const isClear = leadersIn(gossips).length <= 1 || (chosen() === before && !isSuspect);
      if (gossips.length > nodes.length / 2 && isClear) resolve();
    });
    await Promise.race([enough, Promise.all(all)]);
    const [first] = gossips;
    if (first) this.#members = first.members;
    return chosen();
  }

  #gossipOf(node: Node): Promise<Gossip | null> {
    const request = this.#requests.get(node) ?? this.#requestGossip(node).catch(() => null);
    this.#requests.set(node, request);
    return request;
  }

  async #requestGossip(node: Node): Promise<Gossip> {
    const connection = new NodeConnection(this.urlOf(node));
    const endCall = connection.beginCall();
    try {
      const internals = connection.client as unknown as ClientInternals;
      return parseGossip(await internals.execute(gossipGrpc.GossipClient, 'gossip', readGossip));
    } finally {
      this.#requests.delete(node);
      endCall();
      connection.close();
    }
  }
}

function readGossip(client: IGossipClient): Promise<ClusterInfo> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => call.cancel(), GOSSIP_TIMEOUT_MS);
    const call = client.read(new shared.Empty(), (error, info) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(info);
    });
  });
}

function parseGossip(info: ClusterInfo): Gossip {
  const parsed: Gossip = { members: [], leaders: [] };
  for (const member of info.getMembersList()) {
    const endPoint = member.getHttpEndPoint();
    if (!endPoint) continue;
    const name = `${endPoint.getAddress()}:${endPoint.getPort()}`;
    parsed.members.push(name);
    if (member.getIsAlive() && member.getState() === gossip.MemberInfo.VNodeState.LEADER) parsed.leaders.push(name);
  }
  return parsed;
}

/** The nodes that any node takes for the leader, the node with the most votes first. */
function leadersIn(gossips: readonly Gossip[]): Node[] {
  const votes = new Map<Node, number>();
  for (const { leaders } of gossips) for (const node of leaders) votes.set(node, (votes.get(node) ?? 0) + 1);
  return [...votes].toSorted(([, left], [, right]) => right - left).map(([node]) => node);
}
