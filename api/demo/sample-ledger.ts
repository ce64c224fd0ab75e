import { decide } from '#ledger/decide/decide.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { fold } from '#ledger/evolve.ts';
import { EMPTY } from '#ledger/history.ts';
import { createdId } from '#ledger/ids.ts';
import type { DataOf } from '#ledger/model/event-definition.ts';
import type { resetEvents } from '#ledger/reset.ts';
import { sampleSteps } from './sample-steps.ts';

/** The reset with which the demo begins: its change-set, its data, and its revision. */
type Begin = { resetId: string; reset: DataOf<typeof resetEvents.LedgerReset>; revision: bigint };

/** An event of the demo's ledger, its change-set, its place there, and its recording time, ISO 8601 in UTC. */
export type SampleEvent = { event: LedgerEvent; changeSetId: string; index: number; recordedAt: string };

/**
 * Gives the events with which the demo begins (product 1.4): the reset, then fourteen months up to `now`, each command
 * a change-set of its own, recorded at its own time, in the order of these times. Ids of entries, accounts and goals
 * are the same for a ledger and a date; the ids of change-sets derive from `resetId`. Pure. Throws where a sample is
 * rejected.
 */
export function sampleLedger(ledgerId: string, { resetId, reset, revision }: Begin, now: Date): SampleEvent[] {
  const steps = sampleSteps(ledgerId, now);
  const began = steps[0]?.recordedAt ?? now.toISOString();
  const events: SampleEvent[] = [
    { event: { type: 'LedgerReset', data: reset }, changeSetId: resetId, index: 0, recordedAt: began },
  ];
  const changeSetIds = new Map<string, string>();
  let state = EMPTY;
  for (const [index, { name, recordedAt, commandFor }] of steps.entries()) {
    const changeSetId = createdId(ledgerId, `${resetId} ${index}`, 'demo change-set');
    if (name !== null) changeSetIds.set(name, changeSetId);
    const command = commandFor(state, (name) => changeSetIds.get(name) ?? '');
    if (command === null) continue;
    const decision = decide(command, state);
    if (decision.outcome === 'rejected') {
      throw new Error(`The sample ${command.type} of ${recordedAt} is rejected: ${decision.reason}.`);
    }
    if (decision.outcome !== 'events') continue;
    const first = events.length;
    const metadata = { commandId: changeSetId, inputHash: changeSetId, recordedAt, version: 1 };
    for (const [index, event] of decision.events.entries()) events.push({ event, changeSetId, index, recordedAt });
    state = fold(
      state,
      decision.events.map((event, index) => ({ event, metadata, revision: revision + BigInt(first + index) })),
    );
  }
  return events;
}
