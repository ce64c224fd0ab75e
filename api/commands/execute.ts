import { LogBehind, WrongRevision } from '../../event-log/errors.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { decode, encode } from '../../ledger/codec.ts';
import type { Command } from '../../ledger/commands.ts';
import { decide, needsOf } from '../../ledger/decide.ts';
import type { LedgerEvent, RecordedEvent } from '../../ledger/events.ts';
import { fold } from '../../ledger/evolve.ts';
import { eventId } from '../../ledger/ids.ts';
import type { Rejection } from '../../ledger/model/command-rule.ts';
import type { Database } from '../../platform/postgres.ts';
import { loadSnapshot, type SeenCommand } from '../../projections/queries/snapshot.ts';
import type { RecentEvents } from './recent-events.ts';

/** Attempts before a command that loses every append to a concurrent one gives up. */
const ATTEMPTS_MAX = 5;

/** A command with its idempotency key (`commandId`) and the hash of its input. */
export type Intent = {
  ledgerId: string;
  commandId: string;
  inputHash: string;
  /** ISO 8601 in UTC. */
  recordedAt: string;
  command: Command;
};

/** The outcome of an intent; `revision` is the ledger's revision after it. */
export type Outcome =
  | { kind: 'recorded'; revision: bigint; events: readonly RecordedEvent[] }
  /** The command changes nothing, or was executed before under the same command id. */
  | { kind: 'unchanged'; revision: bigint }
  | { kind: 'rejected'; reason: Rejection }
  /** The command id was used before with another input. */
  | { kind: 'reused' }
  /** Every append lost to a concurrent one. */
  | { kind: 'busy' };

/**
 * Executes an intent (decision 1): decides on the read model's snapshot and appends at exactly its revision. Events that
 * the snapshot misses are read from the log and the command is decided again, also before a rejection, so a lagging
 * projection affects latency but not correctness. `recent` caches the latest events and saves that read. Throws
 * LogUnavailable when it is unknown whether the events were written; a retry of the same intent is safe.
 */
export async function execute(
  database: Database,
  log: EventLog,
  intent: Intent,
  recent: RecentEvents,
): Promise<Outcome> {
  const { ledgerId, commandId, command } = intent;
  const snapshot = await loadSnapshot(database, { ledgerId, commandId, needs: needsOf(command) });
  if (snapshot.seen) return repeated(intent, snapshot.seen);

  let { revision, state } = snapshot;
  let missed = recent.after(revision);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const seen = missed.findLast(({ metadata }) => metadata.commandId === commandId);
    if (seen) return repeated(intent, { inputHash: seen.metadata.inputHash, revision: seen.revision });
    const last = missed.at(-1);
    if (last) {
      state = fold(
        state,
        missed.map(({ event }) => event),
      );
      revision = last.revision;
    }
    const decision = decide(command, state);
    if (decision.outcome === 'events') {
      const appended = await appendAt(log, intent, revision, decision.events);
      if (appended) {
        recent.note(appended.events);
        return appended;
      }
    }
    missed = await eventsAfter(log, ledgerId, revision);
    if (missed.length > 0) continue;
    if (decision.outcome === 'rejected') {
      return { kind: 'rejected', reason: decision.reason };
    }
    if (decision.outcome === 'nothing') return { kind: 'unchanged', revision };
    throw new LogBehind(`The read model has revision ${revision} of ledger ${ledgerId}, which the log does not have.`);
  }
  return { kind: 'busy' };
}

function repeated(intent: Intent, seen: SeenCommand): Outcome {
  return seen.inputHash === intent.inputHash ? { kind: 'unchanged', revision: seen.revision } : { kind: 'reused' };
}

/** Appends at exactly a revision; gives null when the stream has a later one. */
async function appendAt(
  log: EventLog,
  { ledgerId, commandId, inputHash, recordedAt }: Intent,
  after: bigint,
  events: readonly LedgerEvent[],
): Promise<Extract<Outcome, { kind: 'recorded' }> | null> {
  const proposed = events.map((event, index) => ({
    id: eventId(ledgerId, commandId, inputHash, index),
    ...encode(event, { commandId, inputHash, recordedAt }),
  }));
  try {
    const revision = await log.append(ledgerId, after, proposed);
    const recorded = proposed.map((one, index) => ({ ...decode(one), revision: after + 1n + BigInt(index) }));
    return { kind: 'recorded', revision, events: recorded };
  } catch (error) {
    if (error instanceof WrongRevision) return null;
    throw error;
  }
}

/** A ledger's events after a revision, read from the log and decoded. Throws UnreadableEvent and LogUnavailable. */
export async function eventsAfter(log: EventLog, ledgerId: string, after: bigint): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const logged of log.readAfter(ledgerId, after)) {
    events.push({ ...decode(logged), revision: logged.revision });
  }
  return events;
}
