import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type AppendReq, type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { NO_STREAM_REVISION } from '../../event-log/streams.ts';
import { contentType, type RawProposal } from './raw-event.ts';

const empty = () => new shared.Empty();
const streamIdentifier = (stream: string) => {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(new TextEncoder().encode(stream));
  return identifier;
};

/** `stream` null reads `$all`. Forwards reads start at the first event, backwards reads at the last. */
export type ReadOptions = { stream: string | null; backwards: boolean; limit?: number };

export function readRequest({ stream, backwards, limit }: ReadOptions): ReadReq {
  const options = new streams.ReadReq.Options();
  if (stream === null) {
    const all = new streams.ReadReq.Options.AllOptions();
    if (backwards) all.setEnd(empty());
    else all.setStart(empty());
    options.setAll(all);
  } else {
    const one = new streams.ReadReq.Options.StreamOptions();
    one.setStreamIdentifier(streamIdentifier(stream));
    if (backwards) one.setEnd(empty());
    else one.setStart(empty());
    options.setStream(one);
  }
  const ids = new streams.ReadReq.Options.UUIDOption();
  ids.setString(empty());
  options.setUuidOption(ids);
  options.setCount(String(limit ?? Number.MAX_SAFE_INTEGER));
  options.setReadDirection(backwards ? 1 : 0);
  options.setNoFilter(empty());
  options.setResolveLinks(false);
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}

/** The request messages of an append after exactly the revision `after`. */
export function appendRequests(stream: string, after: bigint, events: readonly RawProposal[]): AppendReq[] {
  const options = new streams.AppendReq.Options();
  options.setStreamIdentifier(streamIdentifier(stream));
  if (after === NO_STREAM_REVISION) options.setNoStream(empty());
  else options.setRevision(String(after));
  const header = new streams.AppendReq();
  header.setOptions(options);
  return [header, ...events.map(eventMessage)];
}

function eventMessage(event: RawProposal): AppendReq {
  const message = new streams.AppendReq.ProposedMessage();
  const id = new shared.UUID();
  id.setString(event.id);
  message.setId(id);
  message.getMetadataMap().set('type', event.type).set('content-type', contentType(event));
  message.setData(event.data);
  message.setCustomMetadata(event.metadata);
  const request = new streams.AppendReq();
  request.setProposedMessage(message);
  return request;
}
