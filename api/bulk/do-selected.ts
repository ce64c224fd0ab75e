import type { Command } from '#ledger/decide/commands.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import type { Needs } from '#ledger/model/command-rule.ts';
import type { Unfinished } from '#ledger/model/state.ts';
import { loadSnapshot, type Snapshot } from '#projections/queries/snapshot.ts';
import type { Recording } from '../commands/append.ts';
import { isCaughtUp } from '../commands/caught-up.ts';
import { type CommandOutcome, type ExecutionServices, execute } from '../commands/execute.ts';
import { forgetBulkPlans, insertBulkPlan } from '../commands/plans.ts';
import type { RecentEvents } from '../commands/recent-events.ts';
import type { JobServices } from '../heavy/job.ts';

/** The read models have what the last command of the ledger recorded within this time, unless no worker runs. */
const CAUGHT_UP_MS = 2_000;

/**
 * A command about many entries: a snapshot of the ledger with them, and about how many events it leads to. `needs` is
 * what it takes of the ledger before entries are selected. `select` gives null if the read models have another
 * revision by now; where nothing is to be selected, since the command was carried out before, it gets no entries.
 */
export type SelectedCommand = {
  needs: Needs;
  select(before: Snapshot): Promise<SelectedByBulk | null>;
  /** The command on no entries. */
  none: Command;
};
export type SelectedByBulk<Selected = Command> = { command: Selected; snapshot: Snapshot; count: number };

/**
 * Carries out a command about many entries (decision 28): selects them in the read models, decides on the ledger at
 * their very revision, and stores all events before the first of them is appended, so that it can be carried to its
 * end. A change-set that was left unfinished is finished first, by `finishRest`. The outcome is `overtaken` where
 * another command was faster. Throws what `select` throws, the problem disk_full, and LogUnavailable.
 */
export async function doSelected(
  services: JobServices & ExecutionServices,
  { userId, ...recording }: Recording & { userId: string },
  { needs, select, none }: SelectedCommand,
  recent: RecentEvents,
  finishRest?: (unfinished: Unfinished) => Promise<void>,
): Promise<CommandOutcome> {
  const { database, disk } = services;
  const { ledgerId, commandId: changeSetId, inputHash } = recording;
  if (!(await isCaughtUp(services, ledgerId, CAUGHT_UP_MS))) return { kind: 'overtaken' };
  const before = await loadSnapshot(database, { ledgerId, commandId: changeSetId, needs });
  // A bulk that was done before is not selected again, and an unfinished one is finished first.
  const isNew = before.seen === null && before.state.unfinished === null;
  const selected = isNew ? await select(before) : { command: none, snapshot: before, count: 0 };
  if (!selected) return { kind: 'overtaken' };
  const { command, snapshot, count } = selected;
  const intent = {
    ...recording,
    command,
    only: snapshot,
    beforeAppend: (after: bigint, events: readonly LedgerEvent[]) =>
      insertBulkPlan(database, userId, { ledgerId, changeSetId, after, inputHash }, events),
  };
  const outcome = await disk.writeEvents(count, () => execute(services, intent, recent, null, finishRest));
  if (outcome.kind === 'recorded') await forgetBulkPlans(database, ledgerId, outcome.revision);
  return outcome;
}
