import grpc, { type IGossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { Line } from './line.ts';
import { within } from './timers.ts';

/** How long it is waited for what a node says, and how long until it is asked anew, in milliseconds. */
const GOSSIP_MS = 1_000;
const ASKED_MS = 10_000;

/** What the client keeps to itself, and its generated code is reached by. */
type Inside = {
  execute<Value>(service: unknown, name: string, action: (client: IGossipClient) => Promise<Value>): Promise<Value>;
};

/** A node as `host:port`. */
type Node = string;
/** What a node says: the nodes it knows of, and those of them that lead. They are several after a leader was frozen. */
type View = { members: Node[]; leaders: Node[] };

const URL_PARTS = /^(?:esdb|kurrentdb)(\+discover)?:\/\/((?:[^@/?]*@)?)([^@/?]+)\/?((?:\?.*)?)$/;

/** The nodes behind one connection string, all asked at once who leads, so that no dead one has to be waited for. */
export class Cluster {
  readonly #credentials: string;
  readonly #options: string;
  readonly #seeds: readonly Node[];
  #members: readonly Node[] = [];
  /** What nodes were asked that they haven't answered: a frozen one keeps every connection that is made to it. */
  readonly #asked = new Map<Node, Promise<View | null>>();

  private constructor(credentials: string, seeds: readonly Node[], options: string) {
    this.#credentials = credentials;
    this.#seeds = seeds;
    this.#options = options;
  }

  /** The cluster that a connection string names; null where it names a single node, or is none. */
  static of(url: string): Cluster | null {
    const [, discover, credentials = '', list = '', options = ''] = URL_PARTS.exec(url.trim()) ?? [];
    const seeds = list.split(',').map((host) => (host.includes(':') ? host : `${host}:2113`));
    return discover || seeds.length > 1 ? new Cluster(credentials, seeds, options) : null;
  }

  /** The connection string of one node alone. */
  urlOf(node: Node): string {
    return `esdb://${this.#credentials}${node}${this.#options}`;
  }

  /**
   * The node that leads; null where none does. Takes at most a second, and no longer than most nodes need to tell where
   * that is clear. A node that was deposed while it was frozen doesn't know it yet, and others may believe it: so who
   * led `before` is taken as long as anybody names it, but where it `isDoubted` only if nobody names another.
   */
  async leader(before: Node | null, isDoubted: boolean): Promise<Node | null> {
    const nodes = [...new Set([...this.#members, ...this.#seeds])];
    const views: View[] = [];
    const chosen = (): Node | null => {
      const named = leadersIn(views);
      if (before === null || !named.includes(before)) return named[0] ?? null;
      return isDoubted ? (named.find((node) => node !== before) ?? before) : before;
    };
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const all = nodes.map(async (node) => {
      const view = await within(GOSSIP_MS, this.#viewOf(node)).catch(() => null);
      if (view) views.push(view);
      const isClear = leadersIn(views).length <= 1 || (chosen() === before && !isDoubted);
      if (views.length > nodes.length / 2 && isClear) resolve();
    });
    await Promise.race([enough, Promise.all(all)]);
    const [known] = views;
    if (known) this.#members = known.members;
    return chosen();
  }

  #viewOf(node: Node): Promise<View | null> {
    const asked = this.#asked.get(node) ?? this.#ask(node).catch(() => null);
    this.#asked.set(node, asked);
    return asked;
  }

  async #ask(node: Node): Promise<View> {
    const line = new Line(this.urlOf(node));
    const done = line.begin();
    try {
      const inside = line.client as unknown as Inside;
      return viewOf(await inside.execute(grpc.GossipClient, 'gossip', read));
    } finally {
      this.#asked.delete(node);
      done();
      line.giveUp();
    }
  }
}

function read(client: IGossipClient): Promise<ClusterInfo> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => call.cancel(), ASKED_MS);
    const call = client.read(new shared.Empty(), (error, info) => {
      clearTimeout(late);
      if (error) reject(error);
      else resolve(info);
    });
  });
}

function viewOf(info: ClusterInfo): View {
  const view: View = { members: [], leaders: [] };
  for (const member of info.getMembersList()) {
    const endPoint = member.getHttpEndPoint();
    if (!endPoint) continue;
    const name = `${endPoint.getAddress()}:${endPoint.getPort()}`;
    view.members.push(name);
    if (member.getIsAlive() && member.getState() === gossip.MemberInfo.VNodeState.LEADER) view.leaders.push(name);
  }
  return view;
}

/** The nodes that are taken for the leader, by most first. */
function leadersIn(views: readonly View[]): Node[] {
  const votes = new Map<Node, number>();
  for (const { leaders } of views) for (const node of leaders) votes.set(node, (votes.get(node) ?? 0) + 1);
  return [...votes].toSorted(([, one], [, other]) => other - one).map(([node]) => node);
}
