import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import { userOf } from './streams.ts';

/** An event as the log gives it: the codec has not looked at its data yet. */
export type LoggedEvent = {
  kind: 'event';
  id: string;
  ledgerId: string;
  revision: bigint;
  type: string;
  data: unknown;
  metadata: unknown;
  /** Where it stands in the whole log, opaque: something to resume a subscription from. */
  position: string;
};

/** What marks the end of an erased ledger's stream. */
export const ERASED = '$streamDeleted';

/** Gives the log's form of what the client read; null where there is nothing but a link to something gone. */
export function loggedEvent({ event }: ResolvedEvent | AllStreamResolvedEvent): LoggedEvent | null {
  if (!event) return null;
  const { id, streamId, revision, type, data, metadata, position } = event;
  return {
    kind: 'event',
    id,
    ledgerId: userOf(streamId),
    revision,
    type,
    data,
    metadata,
    position: position ? positionText(position) : '',
  };
}

/** A position as text. */
export function positionText({ commit, prepare }: { commit: bigint; prepare: bigint }): string {
  return `${commit}/${prepare}`;
}

/** The position a text stands for. Throws where it stands for none. */
export function positionOf(text: string): { commit: bigint; prepare: bigint } {
  const [commit, prepare] = text.split('/');
  if (!commit || !prepare) throw new Error(`'${text}' is no position of an event log.`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}
