import { ProtoWriter } from '../grpc/proto-writer.ts';
import { halvesOf } from '../rules/uuid.ts';

/** Writes the content of an `event_store.client.UUID` as two halves. */
export function writeStructured(writer: ProtoWriter, uuid: string): ProtoWriter {
  const { most, least } = halvesOf(uuid);
  const mark = writer.mark();
  return writer.integer(2, least).integer(1, most).message(1, mark);
}

/** The bytes of an `event_store.client.UUID` as two halves. */
export const structuredUuid = (uuid: string): Buffer => writeStructured(new ProtoWriter(32), uuid).finish();
