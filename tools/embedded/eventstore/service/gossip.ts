import { randomUUID } from 'node:crypto';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Call } from '../grpc/call.ts';
import { halvesOf } from '../rules/uuid.ts';
import { ticksNow } from '../storage/event-row.ts';
import { frame } from './frame.ts';

/** `MemberInfo.VNodeState`. */
const LEADER = 8;

/** `Gossip.Read`: answers with a cluster of one member, the leader. */
export function gossipHandler(address: { readonly host: string; readonly port: number }): (call: Call) => void {
  const { most, least } = halvesOf(randomUUID());
  const read = (call: Call) => {
    const halves = new shared.UUID.Structured();
    halves.setMostSignificantBits(String(most));
    halves.setLeastSignificantBits(String(least));
    const id = new shared.UUID();
    id.setStructured(halves);
    const endPoint = new gossip.EndPoint();
    const { host, port } = address;
    endPoint.setAddress(host);
    endPoint.setPort(port);
    const member = new gossip.MemberInfo();
    member.setInstanceId(id);
    member.setTimeStamp(String(ticksNow()));
    member.setState(LEADER);
    member.setIsAlive(true);
    member.setHttpEndPoint(endPoint);
    const cluster = new gossip.ClusterInfo();
    cluster.addMembers(member);
    call.end(frame(cluster.serializeBinary()));
  };
  return (call) =>
    call.receive(
      () => {},
      () => read(call),
    );
}
