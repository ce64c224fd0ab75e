import { expect } from 'vitest';
import { ERASED, type LoggedEvent } from '#event-log/logged-event.ts';
import type { DecodedEvent, LedgerEvent } from '#ledger/events.ts';
import { NO_HISTORY } from '#ledger/history.ts';
import { encode } from '#ledger/log/codec.ts';
import { type FoldProgress, progress } from '../fold/progress.ts';
import { project } from '../fold/project.ts';
import { type ProjectionChanges, unchanged, unwritten } from '../fold/projection-changes.ts';

export const LEDGER = '11111111-1111-4111-8111-111111111111';
export const RECORDED_AT = '2026-11-20T08:00:00.000Z';

/** An event at a revision, recorded by a command of its own. */
export function recordedAt(event: LedgerEvent, revision: number, commandId = `command ${revision}`): DecodedEvent {
  const metadata = { commandId, inputHash: 'hash', recordedAt: RECORDED_AT, version: 1 };
  return { event, metadata, revision: BigInt(revision) };
}

/** The same as the log gives it. `stored` replaces parts of it. */
export function logged(event: LedgerEvent, revision: number, stored: Partial<LoggedEvent> = {}): LoggedEvent {
  const { metadata } = recordedAt(event, revision);
  return {
    kind: 'event',
    id: `event ${revision}`,
    ledgerId: LEDGER,
    revision: BigInt(revision),
    position: `${revision}/${revision}`,
    ...encode(event, metadata),
    ...stored,
  };
}

/** The end of an erased ledger's stream. */
export function erasure(revision: number): LoggedEvent {
  return logged({ type: 'LedgerReset', data: {} }, revision, { type: ERASED });
}

/** The rows as they are loaded after events were applied and stored. */
export function stored(...events: LedgerEvent[]): ProjectionChanges {
  const { revision, state, transactionCount, knownAt } = project(
    unwritten(LEDGER),
    events.map((event, at) => recordedAt(event, at)),
  );
  return unchanged(LEDGER, revision, { ...state, history: NO_HISTORY }, transactionCount, knownAt);
}

/** Given the rows after events, when these events follow, then what changes. */
export function givenRows(...before: LedgerEvent[]) {
  const rows = stored(...before);
  return {
    whenApplied(...events: LedgerEvent[]) {
      const apply = () =>
        project(
          rows,
          events.map((event, at) => recordedAt(event, before.length + at)),
        );
      return {
        thenChanges: (check: (changes: ProjectionChanges) => void) => check(apply()),
        thenRefused: (reason: string) => expect(apply).toThrow(reason),
      };
    },
    whenDelivered(...events: LoggedEvent[]) {
      const after = progress(rows, events);
      return { thenProgress: (check: (after: FoldProgress) => void) => check(after) };
    },
  };
}
