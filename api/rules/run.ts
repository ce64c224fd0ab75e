import type pg from 'pg';
import { messages } from '#contract/messages.ts';
import type { EditCommand, EntryEdit, FiledFields } from '#ledger/bulk/edit-entries.ts';
import { BULK_ENTRIES_MAX } from '#ledger/model/constants.ts';
import type { Unfinished } from '#ledger/model/state.ts';
import type { RuleFieldChange } from '#ledger/rules/apply.ts';
import { setByRules } from '#ledger/rules/set-by-rules.ts';
import type { Snapshot } from '#projections/queries/snapshot.ts';
import type { EntryRow } from '#projections/tables/entries.ts';
import { doSelected, type SelectedByBulk } from '../bulk/do-selected.ts';
import { selectedOf, withSelectedEntries } from '../bulk/selection.ts';
import type { Recording } from '../commands/append.ts';
import { type Done, doneAfter } from '../commands/done.ts';
import type { CommandOutcome, ExecutionServices } from '../commands/execute.ts';
import { withoutEvents, withWaiters } from '../commands/large-commands.ts';
import { RecentEvents } from '../commands/recent-events.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { type AskedRules, scanOf } from './asked.ts';
import { scan } from './scan.ts';

/** A run of rules of a user with its idempotency key. */
export type RunToDo = AskedRules & Recording & { userId: string };

/**
 * Runs rules over the entries of a ledger (product 4.20). Throws what `scanOf`, `scan` and `doSelected` throw, and the
 * problem invalid where they would change too many entries.
 */
export function doRun(
  services: JobServices & ExecutionServices,
  { userId, commandId, inputHash, recordedAt, actor, limits, ...asked }: RunToDo,
  recent: RecentEvents,
  finishRest?: (unfinished: Unfinished) => Promise<void>,
): Promise<CommandOutcome> {
  const { ledgerId } = asked;
  const selecting = {
    needs: { rules: true },
    none: { ...runOf(asked), rules: [], edits: [] },
    select: (before: Snapshot) => selectRun(services.database, asked, before),
  };
  const recording = { ledgerId, commandId, inputHash, recordedAt, actor, limits, userId };
  return doSelected(services, recording, selecting, recent, finishRest);
}

const runOf = ({ q, overwrite }: AskedRules) => ({
  type: 'RunRules' as const,
  ...(q !== undefined && { q }),
  overwrite,
});

/**
 * Selects what a run of rules changes, on a snapshot with the rules. Null if the read models have another revision by
 * now. Throws like `doRun`.
 */
export async function selectRun(
  database: pg.Pool,
  asked: AskedRules,
  before: Snapshot,
): Promise<SelectedByBulk<Extract<EditCommand, { type: 'RunRules' }>> | null> {
  const { revision, state } = before;
  const scanned = await scanOf(asked, before);
  const edits: EntryEdit[] = [];
  const rows: EntryRow[] = [];
  const isSame = await scan(database, asked.ledgerId, scanned, { ...state, revision }, ({ row, changes }) => {
    if (changes.length === 0) return;
    if (rows.length === BULK_ENTRIES_MAX) throw new ProblemError('invalid', { q: messages.tooManyEntries });
    rows.push(row);
    edits.push(editOf(row, changes));
  });
  if (!isSame) return null;
  const rules = scanned.asked.map(({ ruleId, version }) => ({ ruleId, version }));
  const command = { ...runOf(asked), rules, edits };
  return { command, snapshot: withSelectedEntries(before, rows), count: edits.length };
}

/** Runs rules over many entries like `doRun`, and gives the ledger after it; the events stay in the thread. */
export async function doLargeRun(jobServices: JobServices, todo: RunToDo): Promise<Done> {
  const services = withWaiters(jobServices);
  const outcome = await doRun(services, todo, new RecentEvents());
  return withoutEvents(await doneAfter(services, todo.ledgerId, outcome));
}

export const LARGE_RUN_JOB = jobOf(doLargeRun, import.meta.url, 'command');

/** The changes of an entry by rules, as an edit: null takes off a value. */
export function editOf(row: EntryRow, changes: readonly RuleFieldChange[]): EntryEdit {
  const edit: Record<string, unknown> = {};
  for (const { field, then } of changes) edit[field] = then;
  return { ...selectedOf(row), edit: edit as FiledFields, set: setByRules(changes) };
}
