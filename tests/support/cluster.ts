import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  constants,
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { openProxy, type TcpProxy } from './proxy.ts';

/** A node of a test cluster. */
export type TestNode = {
  port: number;
  /** The proxy between the node and its clients. */
  proxy: TcpProxy;
  /** Stops the node: connections break, new ones are refused. */
  kill(): Promise<void>;
  /** From now on the node takes these nodes, by their numbers, for leaders, whichever was elected. */
  believe(...leaders: number[]): void;
  /** Ends the open subscriptions as EventStoreDB does when the buffer of one overflows. */
  overrun(): void;
};

/** A test cluster: nodes that speak EventStoreDB's protocol and pass each call to an event store behind them. */
export type TestCluster = {
  nodes: [TestNode, TestNode, TestNode];
  /** The connection string with all nodes. */
  url: string;
  /** Makes this node the leader; null for none. */
  elect(node: number | null): void;
  close(): Promise<void>;
};

const GOSSIP = '/event_store.client.gossip.Gossip/Read';
const APPEND = '/event_store.client.streams.Streams/Append';
const READ = '/event_store.client.streams.Streams/Read';
/** The length of a gRPC message's prefix, in bytes. */
const HEAD_BYTES = 5;
const TOO_SLOW = 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.';

/**
 * Opens a cluster of three nodes. `stores` are the ports of the event stores behind them, node by node, so that one
 * node may have fewer events than the others. Node 0 is the leader. Like EventStoreDB, a follower refuses calls that
 * require the leader and forwards other appends: here to a leader that has stopped, so they get no answer.
 */
export async function openCluster(stores: [number, number, number]): Promise<TestCluster> {
  let elected: number | null = 0;
  const dead = new Set<number>();
  const nodes: (TestNode & { end(): Promise<void> })[] = [];
  const ports = () => nodes.map(({ port }) => port);
  for (const [number, store] of stores.entries()) {
    let believed: number[] | null = null;
    const leaders = () => believed ?? (elected === null ? [] : [elected]);
    const node = await openNode(store, {
      leads: () => leaders().includes(number),
      leader: () => nodes[leaders()[0] ?? -1]?.port ?? null,
      info: () => clusterInfo(ports(), leaders(), dead),
    });
    nodes.push({
      ...node,
      kill: async () => {
        dead.add(number);
        await node.end();
      },
      believe: (...those) => {
        believed = those;
      },
    });
  }
  return {
    nodes: nodes as unknown as TestCluster['nodes'],
    url: `esdb://${ports()
      .map((port) => `127.0.0.1:${port}`)
      .join(',')}?tls=false`,
    elect: (node) => {
      elected = node;
    },
    close: async () => {
      await Promise.all(nodes.map((node) => node.end()));
    },
  };
}

type Role = { leads(): boolean; leader(): number | null; info(): Uint8Array };

async function openNode(store: number, role: Role) {
  const session: ClientHttp2Session = connect(`http://127.0.0.1:${store}`);
  session.on('error', () => {});
  const subscriptions = new Set<ServerHttp2Stream>();
  const server = createServer();
  const open = new Set<{ destroy(): void }>();
  server.on('session', (one) => {
    open.add(one);
    one.on('close', () => open.delete(one));
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    const path = headers[':path'];
    if (path === GOSSIP) return answer(stream, { 'grpc-status': '0' }, framed(role.info()));
    if (!role.leads() && headers['requires-leader'] === 'true') return answer(stream, refusal(role.leader()));
    if (!role.leads() && path === APPEND) return;
    if (path === READ) {
      stream.once('data', (message: Buffer) => {
        if (!streams.ReadReq.deserializeBinary(message.subarray(HEAD_BYTES)).getOptions()?.hasSubscription()) return;
        subscriptions.add(stream);
        stream.on('close', () => subscriptions.delete(stream));
      });
    }
    pass(stream, headers, session);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await openProxy((server.address() as AddressInfo).port);
  let ending: Promise<void> | null = null;
  const end = async () => {
    await proxy.close();
    for (const one of open) one.destroy();
    session.destroy();
    server.close();
  };
  return {
    port: proxy.port,
    proxy,
    overrun: () => {
      for (const stream of subscriptions)
        if (stream.headersSent) trail(stream, { 'grpc-status': '10', 'grpc-message': TOO_SLOW });
    },
    end: () => {
      ending ??= end();
      return ending;
    },
  };
}

/** Forwards a call to the event store and its answer to the client. */
function pass(near: ServerHttp2Stream, headers: IncomingHttpHeaders, session: ClientHttp2Session): void {
  const far = session.request(headers as OutgoingHttpHeaders);
  far.on('error', () => near.close(constants.NGHTTP2_INTERNAL_ERROR));
  far.on('response', (found) => {
    if (near.destroyed || near.headersSent) return;
    near.respond(found as OutgoingHttpHeaders, { waitForTrailers: true });
  });
  far.on('trailers', (found) => {
    trailers.set(near, trailers.get(near) ?? (found as OutgoingHttpHeaders));
  });
  far.on('data', (chunk) => near.writable && near.write(chunk));
  far.on('end', () => near.writable && near.end());
  near.on('wantTrailers', () => near.sendTrailers(trailers.get(near) ?? {}));
  near.on('data', (chunk) => far.write(chunk));
  near.on('end', () => far.end());
  near.on('close', () => far.close());
}

const trailers = new WeakMap<ServerHttp2Stream, OutgoingHttpHeaders>();

/** Ends an answer with these trailers. */
function trail(stream: ServerHttp2Stream, last: OutgoingHttpHeaders): void {
  trailers.set(stream, last);
  stream.end();
}

function answer(stream: ServerHttp2Stream, last: OutgoingHttpHeaders, body?: Uint8Array): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers(last));
  stream.end(body);
}

function refusal(leader: number | null): OutgoingHttpHeaders {
  if (leader === null) return { 'grpc-status': '14', 'grpc-message': 'Server Is Not Ready' };
  return {
    'grpc-status': '5',
    'grpc-message': 'Leader info available',
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(leader),
  };
}

function clusterInfo(ports: number[], leaders: number[], dead: ReadonlySet<number>): Uint8Array {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const info = new gossip.ClusterInfo();
  for (const [number, port] of ports.entries()) {
    const id = new shared.UUID();
    id.setString(randomUUID());
    const endPoint = new gossip.EndPoint();
    endPoint.setAddress('127.0.0.1');
    endPoint.setPort(port);
    const member = new gossip.MemberInfo();
    member.setInstanceId(id);
    member.setTimeStamp(String(Date.now()));
    member.setState(leaders.includes(number) ? LEADER : FOLLOWER);
    member.setIsAlive(!dead.has(number));
    member.setHttpEndPoint(endPoint);
    info.addMembers(member);
  }
  return info.serializeBinary();
}

/** A message as gRPC sends it: uncompressed, prefixed with its length. */
function framed(message: Uint8Array): Uint8Array {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
