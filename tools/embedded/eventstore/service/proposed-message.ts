import type { ProtoReader } from '../grpc/proto-reader.ts';
import type { ProposedEvent } from '../rules/recorded-event.ts';
import { NIL_UUID, parseUuid, uuidOfHalves } from '../rules/uuid.ts';

const EMPTY = Buffer.alloc(0);

/** A `ProposedMessage` as received: any field may be missing. */
export type Proposal = {
  id: string | undefined;
  type: string | undefined;
  contentType: string | undefined;
  data: Buffer;
  metadata: Buffer;
};

/** Reads an `event_store.client.UUID`, in either form, as text; undefined if it holds none. */
export function readUuid(reader: ProtoReader): string | undefined {
  let uuid: string | undefined;
  while (reader.next()) {
    if (reader.field === 2) uuid = parseUuid(reader.text());
    else if (reader.field === 1) uuid = readHalves(reader.message());
  }
  return uuid;
}

function readHalves(reader: ProtoReader): string {
  let [most, least] = [0n, 0n];
  while (reader.next()) {
    if (reader.field === 1) most = reader.integer();
    else if (reader.field === 2) least = reader.integer();
  }
  return uuidOfHalves(most, least);
}

/** Reads the name in an `event_store.client.StreamIdentifier`. */
export function readStreamName(reader: ProtoReader): string {
  let name = '';
  while (reader.next()) if (reader.field === 3) name = reader.text();
  return name;
}

/** Reads a `ProposedMessage`, which both kinds of append have. */
export function readProposal(reader: ProtoReader): Proposal {
  const proposal: Proposal = { id: undefined, type: undefined, contentType: undefined, data: EMPTY, metadata: EMPTY };
  while (reader.next()) {
    if (reader.field === 1) proposal.id = readUuid(reader.message());
    else if (reader.field === 2) readEntry(reader.message(), proposal);
    else if (reader.field === 3) proposal.metadata = reader.bytes();
    else if (reader.field === 4) proposal.data = reader.bytes();
  }
  return proposal;
}

function readEntry(reader: ProtoReader, proposal: Proposal): void {
  let [key, value] = ['', ''];
  while (reader.next()) {
    if (reader.field === 1) key = reader.text();
    else if (reader.field === 2) value = reader.text();
  }
  if (key === 'type') proposal.type = value;
  else if (key === 'content-type') proposal.contentType = value;
}

/** The proposed event; undefined without an id, a type or a content type. */
export function eventOf({ id, type, contentType, data, metadata }: Proposal): ProposedEvent | undefined {
  if (id === undefined || id === NIL_UUID || !type || contentType === undefined) return undefined;
  return { id, type, json: contentType === 'application/json', data, metadata };
}
