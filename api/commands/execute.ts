import { LogBehind } from '#event-log/errors.ts';
import type { EventLog } from '#event-log/event-log.ts';
import type { Command } from '#ledger/decide/commands.ts';
import { needsOf } from '#ledger/decide/decide.ts';
import { decideWithinCut } from '#ledger/decide/decide-within-cut.ts';
import { breaksLimits } from '#ledger/decide/entry-limits.ts';
import type { DecodedEvent, LedgerEvent } from '#ledger/events.ts';
import { fold } from '#ledger/evolve.ts';
import type { LedgerState } from '#ledger/history.ts';
import { decodeEvent } from '#ledger/log/codec.ts';
import type { Needs, Rejection } from '#ledger/model/command-rule.ts';
import type { Unfinished } from '#ledger/model/state.ts';
import { restOfUndo } from '#ledger/undo/undo.ts';
import type { Database } from '#platform/postgres.ts';
import { countMetric } from '#platform/telemetry/metrics.ts';
import { stage } from '#platform/telemetry/stage.ts';
import type { LedgerViews } from '#projections/ledger-views.ts';
import type { LedgerHead } from '#projections/queries/head.ts';
import type { LedgerView } from '#projections/queries/ledger-view.ts';
import { loadSnapshot, type SeenCommand, type Snapshot } from '#projections/queries/snapshot.ts';
import type { RevisionWaiters } from '#projections/wait-for-revision.ts';
import type { DiskSpace } from '../disk/disk-space.ts';
import { appendEvents, type BeforePiece, type Recording } from './append.ts';
import { paced } from './pace.ts';
import { forgetBulkPlans, loadBulkPlan, loadPlan } from './plans.ts';
import type { RecentEvents } from './recent-events.ts';

/** Attempts before a command that loses every append to a concurrent one gives up. */
const ATTEMPTS_MAX = 5;

/**
 * A command with its idempotency key (`commandId`) and the hash of its input. `head` is how far the read models had
 * come when the request arrived. `beforeAppend` is called with its events before they are appended after the revision
 * `after`, and called again where that fails. With `only` it is carried out on this snapshot of the ledger or not at
 * all.
 */
export type CommandIntent = Recording & {
  command: Command;
  head?: LedgerHead;
  only?: Snapshot;
  beforeAppend?(after: bigint, events: readonly LedgerEvent[]): Promise<void>;
};

/** The services that execute an intent. */
export type ExecutionServices = { database: Database; log: EventLog; waiters: RevisionWaiters; disk: DiskSpace };

/**
 * The outcome of an intent; `revision` is the ledger's revision after it. `view` is the ledger after the events that
 * were recorded, or null if it has to be loaded.
 */
export type CommandOutcome =
  | { kind: 'recorded'; revision: bigint; events: readonly DecodedEvent[]; view: LedgerView | null }
  /** The command was executed before under the same command id; later ones may have followed it. */
  | { kind: 'repeated'; revision: bigint; view: LedgerView | null }
  /** The command changes nothing. */
  | { kind: 'unchanged'; revision: bigint }
  | { kind: 'rejected'; reason: Rejection; details?: unknown }
  /** The command id was used before with another input. */
  | { kind: 'reused' }
  /** The ledger is at another revision than the snapshot that the intent is for. */
  | { kind: 'overtaken' }
  /** Every append lost to a concurrent one, or the ledger was reset meanwhile. */
  | { kind: 'busy' };

/**
 * Executes an intent (decision 1): decides on the view that `views` keeps, or on the read model's snapshot, and appends
 * at exactly its revision. Events that it misses are read from the log and the command is decided again, also before a
 * rejection, so a lagging projection affects latency but not correctness. `recent` caches the latest events and saves
 * that read. A change-set that was left unfinished is finished first, by `finishRest`. Throws the problem disk_full,
 * and LogUnavailable when it is unknown whether the events were written; a retry of the same intent is safe.
 */
export async function execute(
  services: ExecutionServices,
  intent: CommandIntent,
  recent: RecentEvents,
  views: LedgerViews | null = null,
  finishRest = (unfinished: Unfinished) => finish(services, intent.ledgerId, unfinished, recent),
): Promise<CommandOutcome> {
  const { database, log, waiters } = services;
  const { ledgerId, commandId, command, head } = intent;
  const needs = needsOf(command);
  const start = (head && views?.startOf(ledgerId, commandId, needs, head)) ?? null;
  const snapshot = start ? { ...start, revision: start.view.revision } : intent.only;
  let { revision, state, seen } =
    snapshot ?? (await stage('load', () => loadSnapshot(database, { ledgerId, commandId, needs })));
  const since: DecodedEvent[] = [];
  let missed = recent.after(revision);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    // Who has sent the command saw the demo before it was reset.
    if (missed.some(({ event }) => event.type === 'LedgerReset')) return { kind: 'busy' };
    since.push(...missed);
    waiters.noteSeen(ledgerId, missed.at(-1)?.revision ?? -1n);
    seen = seenAmong(missed, commandId) ?? seen;
    state = missed.length > 0 ? fold(state, missed) : state;
    revision = missed.at(-1)?.revision ?? revision;
    if (state.unfinished) {
      await finishRest(state.unfinished);
      missed = await eventsAfter(log, ledgerId, revision);
      continue;
    }
    if (seen && seen.inputHash !== intent.inputHash) return { kind: 'reused' };
    if (seen) {
      // The answer is the current ledger, so with what the client has done since: a failure may not hide its success.
      const later = await eventsAfter(log, ledgerId, revision).catch(() => []);
      const view = (start && views?.advance(start, [...since, ...later])) ?? null;
      return { kind: 'repeated', revision: later.at(-1)?.revision ?? revision, view };
    }
    if (intent.only && intent.only.revision !== revision) return { kind: 'overtaken' };
    const { limits } = intent;
    const before = state;
    const decision = stage('decide', () => decideWithinCut(command, before, limits?.cut ?? null));
    if (decision.outcome === 'events') {
      if (limits && decision.events.some((event) => breaksLimits(event, before, limits)))
        return { kind: 'rejected', reason: 'token_limit' };
      await intent.beforeAppend?.(revision, decision.events);
      const after = revision;
      const events = await stage('append', () =>
        appendEvents(log, intent, after, decision.events, 0, beforePiece(services, ledgerId)),
      );
      if (!events) countMetric('daybook_append_conflicts_total', {});
      if (events) {
        noteAppended(services, ledgerId, recent, events);
        if (events.length === decision.events.length) {
          const view = (start && views?.advance(start, [...since, ...events])) ?? null;
          return { kind: 'recorded', revision: events.at(-1)?.revision ?? revision, events, view };
        }
      }
    }
    missed = await eventsAfter(log, ledgerId, revision);
    if (missed.length > 0) continue;
    if (decision.outcome === 'rejected') {
      const { reason, details } = decision;
      return { kind: 'rejected', reason, details };
    }
    if (decision.outcome === 'nothing') return { kind: 'unchanged', revision };
    throw new LogBehind(`The read model has revision ${revision} of ledger ${ledgerId}, which the log does not have.`);
  }
  return { kind: 'busy' };
}

function seenAmong(events: readonly DecodedEvent[], commandId: string): SeenCommand | null {
  const last = events.findLast(({ metadata }) => metadata.commandId === commandId);
  return last ? { inputHash: last.metadata.inputHash, revision: last.revision } : null;
}

/**
 * Appends the events that a change-set lacks because the process that appended it stopped in between, or does so at the
 * same time: the events have the same ids. Throws LogUnavailable, and the problem disk_full.
 */
export async function finish(
  services: ExecutionServices,
  ledgerId: string,
  unfinished: Unfinished,
  recent: RecentEvents,
): Promise<void> {
  const { database, log } = services;
  const first = await eventAt(log, ledgerId, unfinished.first);
  if (!first) return;
  const { changeSetId } = unfinished;
  const needs = first.event.type === 'ChangeSetUndone' ? { changeSetId, rules: true, budget: true } : {};
  const { state, revision } = await latest(database, log, { ledgerId, commandId: changeSetId }, needs);
  if (state.unfinished?.changeSetId !== changeSetId) return;
  const rest = await restOf(database, ledgerId, first, state);
  const { inputHash, recordedAt, actor = null } = first.metadata;
  const recording = { ledgerId, commandId: changeSetId, inputHash, recordedAt, actor };
  const from = Number(revision - unfinished.first) + 1;
  const events = await appendEvents(log, recording, revision, rest, from, beforePiece(services, ledgerId));
  if (events) noteAppended(services, ledgerId, recent, events);
  if (isPlanned(first.event) && events?.length === rest.length) {
    await forgetBulkPlans(database, ledgerId, unfinished.first);
  }
}

/** Keeps events for the next command, and their revision for what reads rows in this process (product 7.5). */
function noteAppended(
  { waiters }: ExecutionServices,
  ledgerId: string,
  recent: RecentEvents,
  events: readonly DecodedEvent[],
): void {
  recent.note(events);
  waiters.noteSeen(ledgerId, events.at(-1)?.revision ?? -1n);
}

/** Before each piece the read model must not be too far behind, and the disk must have space for it. */
function beforePiece({ waiters, disk }: ExecutionServices, ledgerId: string): BeforePiece {
  const pace = paced(waiters, ledgerId);
  return async (bytes, after) => {
    await pace(bytes, after);
    await disk.beforePiece(bytes);
  };
}

/** Whether an event begins a change-set whose events were stored before it was appended. */
function isPlanned({ type }: LedgerEvent): boolean {
  return ['BulkBegun', 'ProposalAccepted', 'RulesRun', 'RuleRemoved'].includes(type);
}

/** The remaining events of the change-set that begins with an event; without its stored plan, what cuts it short. */
async function restOf(
  database: Database,
  ledgerId: string,
  { event, metadata: { commandId, inputHash } }: DecodedEvent,
  state: LedgerState,
): Promise<LedgerEvent[]> {
  const { first, left } = state.unfinished as Unfinished;
  switch (event.type) {
    case 'ChangeSetUndone':
      return restOfUndo(state, { changeSetId: commandId, first, left });
    case 'FileImported': {
      const plan = await loadPlan(database, event.data.importId, first - 1n, inputHash);
      return plan ? plan.slice(-left) : [{ type: 'ImportCutShort', data: { missing: left } }];
    }
    case 'BulkBegun':
    case 'ProposalAccepted':
    case 'RulesRun':
    case 'RuleRemoved': {
      const plan = await loadBulkPlan(database, { ledgerId, changeSetId: commandId, after: first - 1n, inputHash });
      return plan ? plan.slice(-left) : [{ type: 'BulkCutShort', data: { missing: left } }];
    }
    default:
      throw new Error(`${event.type} begins no change-set of several events.`);
  }
}

/** The event at a revision of a ledger's stream, or null if there is none. */
async function eventAt(log: EventLog, ledgerId: string, revision: bigint): Promise<DecodedEvent | null> {
  for await (const logged of log.readAfter(ledgerId, revision - 1n)) {
    return logged.revision === revision ? { ...decodeEvent(logged), revision } : null;
  }
  return null;
}

/** Loads a ledger's state at the end of its stream. Throws UnreadableEvent and LogUnavailable. */
export async function latest(
  database: Database,
  log: EventLog,
  { ledgerId, commandId }: { ledgerId: string; commandId: string },
  needs: Needs,
): Promise<{ state: LedgerState; revision: bigint }> {
  const { state, revision } = await loadSnapshot(database, { ledgerId, commandId, needs });
  const missed = await eventsAfter(log, ledgerId, revision);
  return { state: fold(state, missed), revision: missed.at(-1)?.revision ?? revision };
}

/**
 * A ledger's events after a revision, at most `countMax` of them, read from the log and decoded. Throws UnreadableEvent
 * and LogUnavailable.
 */
export async function eventsAfter(
  log: EventLog,
  ledgerId: string,
  after: bigint,
  countMax = Number.POSITIVE_INFINITY,
): Promise<DecodedEvent[]> {
  const events: DecodedEvent[] = [];
  for await (const logged of log.readAfter(ledgerId, after)) {
    if (events.length === countMax) break;
    events.push({ ...decodeEvent(logged), revision: logged.revision });
  }
  return events;
}
