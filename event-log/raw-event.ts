import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';

/** An event with its raw bytes. The client's events hold parsed JSON, which rounds 9223372036854775807. */
export type RawEvent = {
  stream: string;
  revision: bigint;
  id: string;
  type: string;
  isJson: boolean;
  data: Uint8Array;
  metadata: Uint8Array;
};

/** The content type of an event whose data are JSON. */
export const JSON_TYPE = 'application/json';

/** The event of a read response; null for other messages. Throws an Error for an event without stream or id. */
export function rawEvent(message: ReadResp): RawEvent | null {
  const recorded = message.getEvent()?.getEvent();
  if (!recorded) return null;
  const stream = recorded.getStreamIdentifier()?.getStreamName_asU8();
  const id = recorded.getId()?.getString();
  if (!stream || !id) throw new Error('The event store sent an event without a stream or an id.');
  const system = recorded.getMetadataMap();
  return {
    stream: new TextDecoder('utf-8', { ignoreBOM: true }).decode(stream),
    revision: BigInt(recorded.getStreamRevision()),
    id,
    type: system.get('type') ?? '',
    isJson: system.get('content-type') === JSON_TYPE,
    data: recorded.getData_asU8(),
    metadata: recorded.getCustomMetadata_asU8(),
  };
}
