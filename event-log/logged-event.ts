import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
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

/** Converts an event of the client; null for a link whose target was deleted. */
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
