import { ERASED, type LoggedEvent } from '../../event-log/logged-event.ts';
import { decode, UnreadableEvent } from '../../ledger/codec.ts';
import type { EventType, RecordedEvent } from '../../ledger/events.ts';
import { erase, project } from './project.ts';
import type { ProjectionChanges } from './projection-changes.ts';

/** An event that a ledger's rows can't take, and why: they stay where they are before it. */
export type Stall = { revision: bigint; eventId: string; reason: string };

/** How far a ledger's rows have come with the events of a batch. */
export type Progress = { books: ProjectionChanges; stall: Stall | null };

/** After this event nothing that went before counts, so it may follow a gap. */
const RESET: EventType = 'LedgerReset';

/**
 * Takes a ledger's rows and the next events of their stream as the log gave them, and gives the rows after as many as
 * fit: events at or below the rows' revision are skipped, and the first that is unreadable, leaves a gap or
 * contradicts the ones before it stalls the ledger, until a reset or the erasure.
 */
export function progress(books: ProjectionChanges, logged: readonly LoggedEvent[]): Progress {
  const reached = untilStall(books, logged);
  const { stall } = reached;
  if (!stall) return reached;
  const later = fromFreshStart(logged.filter(({ revision }) => revision > stall.revision));
  return later.length === 0 ? reached : progress(reached.books, later);
}

function untilStall(books: ProjectionChanges, logged: readonly LoggedEvent[]): Progress {
  const fitting: RecordedEvent[] = [];
  let { revision } = books;
  for (const [at, event] of logged.entries()) {
    if (event.revision <= revision) continue;
    if (event.type === ERASED) return untilStall(erase(books, event.revision), logged.slice(at + 1));
    const recorded = readable(event);
    if (typeof recorded === 'string') return applied(books, fitting, logged, stalledAt(event, recorded));
    if (event.revision !== revision + 1n && event.type !== RESET) {
      return applied(books, fitting, logged, stalledAt(event, `revision ${revision + 1n} is missing`));
    }
    fitting.push(recorded);
    revision = event.revision;
  }
  return applied(books, fitting, logged, null);
}

/** Of the events of a stalled ledger, those from which the rows can go on all the same: a reset or the erasure. */
export function fromFreshStart(logged: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const at = logged.findIndex(({ type }) => type === RESET || type === ERASED);
  return at === -1 ? [] : logged.slice(at);
}

function readable(event: LoggedEvent): RecordedEvent | string {
  try {
    return { ...decode(event), revision: event.revision };
  } catch (error) {
    if (error instanceof UnreadableEvent) return error.message;
    throw error;
  }
}

/** Applies all of them at once; where that fails, one by one, to find the event that can't be taken. */
function applied(
  books: ProjectionChanges,
  fitting: readonly RecordedEvent[],
  logged: readonly LoggedEvent[],
  stall: Stall | null,
): Progress {
  if (fitting.length === 0) return { books, stall };
  try {
    return { books: project(books, fitting), stall };
  } catch {
    let current = books;
    for (const recorded of fitting) {
      try {
        current = project(current, [recorded]);
      } catch (error) {
        const culprit = logged.find(({ revision }) => revision === recorded.revision);
        if (culprit) return { books: current, stall: stalledAt(culprit, (error as Error).message) };
      }
    }
    return { books: current, stall };
  }
}

/** What stands at an event that can't be taken. */
export function stalledAt({ revision, id }: LoggedEvent, reason: string): Stall {
  return { revision, eventId: id, reason };
}
