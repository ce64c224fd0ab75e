import { ERASED, type LoggedEvent } from '#event-log/logged-event.ts';
import type { DecodedEvent, EventType } from '#ledger/events.ts';
import { decodeEvent, UnreadableEvent } from '#ledger/log/codec.ts';
import { erase, project } from './project.ts';
import type { ProjectionChanges } from './projection-changes.ts';

/** The event before which a ledger's projection is stalled, and why it can't be applied. */
export type Stall = { revision: bigint; eventId: string; reason: string };

/** The rows of a ledger after as many events as could be applied. */
export type FoldProgress = { rows: ProjectionChanges; stall: Stall | null };

/** No event before this one counts, so it may follow a gap. */
const RESET: EventType = 'LedgerReset';

/**
 * Takes the rows of a ledger and the next events of its stream, in order, and gives the rows after those that can be
 * applied. Events up to the rows' revision are skipped. The first event that can't be decoded, follows a gap or
 * contradicts the ones before it stalls the ledger until a reset or the erasure. Pure.
 */
export function progress(rows: ProjectionChanges, logged: readonly LoggedEvent[]): FoldProgress {
  const reached = untilStall(rows, logged);
  const { stall } = reached;
  if (!stall) return reached;
  const rest = fromFreshStart(logged.filter(({ revision }) => revision > stall.revision));
  return rest.length === 0 ? reached : progress(reached.rows, rest);
}

function untilStall(rows: ProjectionChanges, logged: readonly LoggedEvent[]): FoldProgress {
  const applicable: DecodedEvent[] = [];
  let { revision } = rows;
  for (const [index, event] of logged.entries()) {
    if (event.revision <= revision) continue;
    if (event.type === ERASED) return untilStall(erase(rows, event.revision), logged.slice(index + 1));
    const recorded = readable(event);
    if (typeof recorded === 'string') return applied(rows, applicable, logged, stalledAt(event, recorded));
    if (event.revision !== revision + 1n && event.type !== RESET) {
      return applied(rows, applicable, logged, stalledAt(event, `revision ${revision + 1n} is missing`));
    }
    applicable.push(recorded);
    revision = event.revision;
  }
  return applied(rows, applicable, logged, null);
}

/** The events that can be applied to a stalled ledger: those from a reset or the erasure on. */
export function fromFreshStart(logged: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const index = logged.findIndex(({ type }) => type === RESET || type === ERASED);
  return index === -1 ? [] : logged.slice(index);
}

/** The decoded event, or why it can't be decoded. */
function readable(event: LoggedEvent): DecodedEvent | string {
  try {
    return { ...decodeEvent(event), revision: event.revision };
  } catch (error) {
    if (error instanceof UnreadableEvent) return error.message;
    throw error;
  }
}

/** Applies the events at once; where that fails, one by one, to find the event that can't be applied. */
function applied(
  rows: ProjectionChanges,
  events: readonly DecodedEvent[],
  logged: readonly LoggedEvent[],
  stall: Stall | null,
): FoldProgress {
  if (events.length === 0) return { rows, stall };
  try {
    return { rows: project(rows, events), stall };
  } catch {
    let current = rows;
    for (const recorded of events) {
      try {
        current = project(current, [recorded]);
      } catch (error) {
        const culprit = logged.find(({ revision }) => revision === recorded.revision);
        if (culprit) return { rows: current, stall: stalledAt(culprit, (error as Error).message) };
      }
    }
    return { rows: current, stall };
  }
}

/** The stall before an event that can't be applied. */
export function stalledAt({ revision, id }: LoggedEvent, reason: string): Stall {
  return { revision, eventId: id, reason };
}
