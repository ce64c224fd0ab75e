import { ProtoWriter } from '../grpc/proto-writer.ts';
import type { Position } from '../rules/checkpoints.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { ResolvedEvent } from '../storage/links.ts';
import { writeStructured } from './structured-uuid.ts';

/** The fields of `ReadResp` that hold its content. */
const EVENT = 1;
const CONFIRMATION = 2;
const CHECKPOINT = 3;
const NOT_FOUND = 4;
const FIRST_POSITION = 5;
const LAST_POSITION = 6;
const CAUGHT_UP = 8;

const JSON_CONTENT = 'application/json';
const OTHER_CONTENT = 'application/octet-stream';

function metadataField(writer: ProtoWriter, key: string, value: string): void {
  const mark = writer.mark();
  writer.text(2, value).text(1, key).message(6, mark);
}

function id(writer: ProtoWriter, uuid: string, structured: boolean): void {
  const mark = writer.mark();
  if (structured) writeStructured(writer, uuid);
  else writer.text(2, uuid);
  writer.message(1, mark);
}

function recorded(writer: ProtoWriter, field: number, event: RecordedEvent, structured: boolean): void {
  const mark = writer.mark();
  writer.bytes(8, event.data).bytes(7, event.metadata);
  metadataField(writer, 'type', event.type);
  metadataField(writer, 'created', String(event.created));
  metadataField(writer, 'content-type', event.json ? JSON_CONTENT : OTHER_CONTENT);
  writer.integer(5, event.position).integer(4, event.position).integer(3, event.revision);
  const name = writer.mark();
  writer.text(3, event.stream).message(2, name);
  id(writer, event.id, structured);
  writer.message(field, mark);
}

/** Writes the framed message of one resolved event. */
function writeEvent(writer: ProtoWriter, { event, link }: ResolvedEvent, structured: boolean): void {
  const frame = writer.mark();
  const position = (link ?? event)?.position;
  if (position !== undefined) writer.integer(3, position);
  if (link) recorded(writer, 2, link, structured);
  if (event) recorded(writer, 1, event, structured);
  writer.message(EVENT, frame).frame(frame);
}

/** Roughly the size of a message without the event's data and metadata. */
const OVERHEAD_BYTES = 300;

/** The framed messages of resolved events, in order. */
export function eventFrames(shown: readonly ResolvedEvent[], structured: boolean): Buffer {
  let size = 64;
  for (const { event, link } of shown) {
    if (event) size += OVERHEAD_BYTES + event.data.length + event.metadata.length;
    if (link) size += OVERHEAD_BYTES + link.data.length + link.metadata.length;
  }
  const writer = new ProtoWriter(size);
  for (let index = shown.length - 1; index >= 0; index--) {
    const resolved = shown[index];
    if (resolved) writeEvent(writer, resolved, structured);
  }
  return writer.finish();
}

/** The first message of a subscription. */
export function confirmation(subscriptionId: string): Buffer {
  return new ProtoWriter().text(1, subscriptionId).message(CONFIRMATION, 0).frame(0).finish();
}

/** A checkpoint, from which a filtered subscription can be resumed without missing an event. */
export function checkpoint({ commit, prepare }: Position): Buffer {
  return new ProtoWriter().integer(2, prepare).integer(1, commit).message(CHECKPOINT, 0).frame(0).finish();
}

/** The only message of a read of a missing or softly deleted stream. */
export function streamNotFound(stream: string): Buffer {
  return new ProtoWriter(stream.length * 3 + 64).text(3, stream).message(1, 0).message(NOT_FOUND, 0).frame(0).finish();
}

/** The first readable revision. */
export const firstStreamPosition = (revision: bigint): Buffer =>
  new ProtoWriter().integer(FIRST_POSITION, revision).frame(0).finish();

/** The newest revision of the stream. */
export const lastStreamPosition = (revision: bigint): Buffer =>
  new ProtoWriter().integer(LAST_POSITION, revision).frame(0).finish();

/** A subscription has sent all of its history. */
export const caughtUp = (): Buffer => new ProtoWriter().empty(CAUGHT_UP).frame(0).finish();
