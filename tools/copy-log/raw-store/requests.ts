import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type AppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import { streamIdentifier } from '#event-log/read-raw.ts';
import { NO_STREAM_REVISION } from '#event-log/streams.ts';
import { contentType, type RawProposal } from './raw-proposal.ts';

/** The request messages of an append after exactly the revision `after`. */
export function appendRequests(stream: string, after: bigint, events: readonly RawProposal[]): AppendReq[] {
  const options = new streams.AppendReq.Options();
  options.setStreamIdentifier(streamIdentifier(stream));
  if (after === NO_STREAM_REVISION) options.setNoStream(new shared.Empty());
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
