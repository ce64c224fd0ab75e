import features, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Call } from '../grpc/call.ts';
import { frame } from './frame.ts';

/** The version of EventStoreDB that is emulated. */
export const VERSION = '23.10.7';

/** Services and methods in lower case, with the features that clients check. */
const METHODS: readonly (readonly [service: string, method: string, ...features: string[]])[] = [
  ['event_store.client.streams.streams', 'read', 'position', 'events'],
  ['event_store.client.streams.streams', 'append'],
  ['event_store.client.streams.streams', 'delete'],
  ['event_store.client.streams.streams', 'tombstone'],
  ['event_store.client.streams.streams', 'batchappend', 'deadline_duration'],
  ['event_store.client.operations.operations', 'startscavenge'],
  ['event_store.client.operations.operations', 'stopscavenge'],
  ['event_store.client.gossip.gossip', 'read'],
  ['event_store.client.server_features.serverfeatures', 'getsupportedmethods'],
];

function supportedMethods(): SupportedMethods {
  const answer = new features.SupportedMethods();
  answer.setEventStoreServerVersion(VERSION);
  for (const [service, method, ...featuresList] of METHODS) {
    const supported = new features.SupportedMethod();
    supported.setServiceName(service);
    supported.setMethodName(method);
    supported.setFeaturesList(featuresList);
    answer.addMethods(supported);
  }
  return answer;
}

/** `ServerFeatures.GetSupportedMethods`. */
export function supportedMethodsHandler(): (call: Call) => void {
  const answer = frame(supportedMethods().serializeBinary());
  return (call) =>
    call.receive(
      () => {},
      () => call.end(answer),
    );
}
