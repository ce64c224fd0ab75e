import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { rawEvent } from './raw-event.ts';
import { ledgerOf } from './streams.ts';

/** An event as read from the log, before its data is parsed. */
export type LoggedEvent = {
  kind: 'event';
  id: string;
  ledgerId: string;
  revision: bigint;
  type: string;
  data: unknown;
  metadata: unknown;
  /**
   * Its position in `$all`, an opaque text to resume a subscription from; empty in reads of one stream that give none.
   */
  position: string;
};

/** The type of the tombstone event that ends an erased ledger's stream. */
export const ERASED = '$streamDeleted';

/** Converts an event of a subscription; null for a link whose target was deleted. */
export function loggedEvent({ event }: ResolvedEvent | AllStreamResolvedEvent): LoggedEvent | null {
  if (!event) return null;
  const { id, streamId, revision, type, data, metadata, position } = event;
  return {
    kind: 'event',
    id,
    ledgerId: ledgerOf(streamId),
    revision,
    type,
    data,
    metadata,
    position: position ? positionText(position) : '',
  };
}

/** Converts the event of a read response, as subscriptions give it; null for other messages. */
export function readEvent(message: ReadResp): LoggedEvent | null {
  const raw = rawEvent(message);
  if (!raw) return null;
  const { id, stream, revision, type, isJson, data, metadata } = raw;
  return {
    kind: 'event',
    id,
    ledgerId: ledgerOf(stream),
    revision,
    type,
    data: isJson ? parsed(data, text(data)) : data,
    metadata: metadata.length > 0 ? parsed(metadata, metadata) : undefined,
    position: readPosition(message),
  };
}

/** The position of the event of a read response; empty where there is none. */
export function readPosition(message: ReadResp): string {
  const recorded = message.getEvent()?.getEvent();
  const [commit, prepare] = [recorded?.getCommitPosition(), recorded?.getPreparePosition()];
  return commit === undefined || prepare === undefined ? '' : `${commit}/${prepare}`;
}

/** When the event of a read response was recorded; the store counts units of 100 ns since 1970. */
export function readCreated(message: ReadResp): Date {
  return new Date(Number(message.getEvent()?.getEvent()?.getMetadataMap().get('created')) / TICKS_OF_MS);
}

const TICKS_OF_MS = 10_000;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** The value in JSON bytes, or `otherwise` where they hold none. */
function parsed(bytes: Uint8Array, otherwise: unknown): unknown {
  try {
    return JSON.parse(text(bytes));
  } catch {
    return otherwise;
  }
}

/** Formats a position as `<commit>/<prepare>`. */
export function positionText({ commit, prepare }: { commit: bigint; prepare: bigint }): string {
  return `${commit}/${prepare}`;
}

/** Parses a position. Throws an Error for any other text. */
export function positionOf(text: string): { commit: bigint; prepare: bigint } {
  const [commit, prepare] = text.split('/');
  if (!commit || !prepare) throw new Error(`'${text}' is no position of an event log.`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}
