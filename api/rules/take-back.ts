import type pg from 'pg';
import type { EditCommand, EntryEdit, FiledFields } from '#ledger/bulk/edit-entries.ts';
import type { RecordedEvent } from '#ledger/events.ts';
import type { SetBy } from '#ledger/model/origins.ts';
import { RULE_FIELDS } from '#ledger/model/rule-fields.ts';
import type { Unfinished } from '#ledger/model/state.ts';
import { EarlierValues } from '#ledger/undo/earlier-values.ts';
import { readConsistently } from '#platform/postgres.ts';
import { eventsAbout } from '#projections/queries/rules.ts';
import { foundPages, revisionOfRows } from '#projections/queries/search.ts';
import type { Snapshot } from '#projections/queries/snapshot.ts';
import { type EntryRow, settersOf } from '#projections/tables/entries.ts';
import { doSelected, type SelectedByBulk } from '../bulk/do-selected.ts';
import { selectedOf, withSelectedEntries } from '../bulk/selection.ts';
import type { Recording } from '../commands/append.ts';
import { type Done, doneAfter } from '../commands/done.ts';
import type { CommandOutcome, ExecutionServices } from '../commands/execute.ts';
import { withoutEvents, withWaiters } from '../commands/large-commands.ts';
import { RecentEvents } from '../commands/recent-events.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';

/** The removal of a rule of a user, with what it did, with its idempotency key. */
export type TakeBackToDo = Recording & { userId: string; ruleId: string };

/**
 * Removes a rule, and gives each field that it set, and nobody since, the value from before it, no value if there was
 * none (product 4.20). Throws what `doSelected` throws, and unavailable while the read models have another version.
 */
export function takeBack(
  services: JobServices & ExecutionServices,
  { userId, ruleId, ...recording }: TakeBackToDo,
  recent: RecentEvents,
  finishRest?: (unfinished: Unfinished) => Promise<void>,
): Promise<CommandOutcome> {
  const { ledgerId } = recording;
  const selecting = {
    needs: { rules: true },
    none: { type: 'TakeBackRule' as const, ruleId, edits: [] },
    select: (before: Snapshot) => selectTakenBack(services.database, { ledgerId, ruleId }, before),
  };
  return doSelected(services, { ...recording, userId }, selecting, recent, finishRest);
}

/**
 * Selects what a rule did, to take it back. Null if the read models have another revision than the snapshot by now.
 * Throws unavailable while they have another version.
 */
export async function selectTakenBack(
  database: pg.Pool,
  { ledgerId, ruleId }: { ledgerId: string; ruleId: string },
  before: Snapshot,
): Promise<SelectedByBulk<Extract<EditCommand, { type: 'TakeBackRule' }>> | null> {
  return await readConsistently(database, async (client) => {
    const stored = await revisionOfRows(client, ledgerId);
    if (stored === null) throw new ProblemError('unavailable');
    if (stored !== before.revision) return null;
    const rows: EntryRow[] = [];
    const edits: EntryEdit[] = [];
    for await (const page of foundPages(client, ledgerId, { is: 'set by rule', ruleId })) {
      const events = await eventsAbout(
        client,
        ledgerId,
        page.map(({ entryId }) => entryId),
      );
      const earlier = new EarlierValues(events as RecordedEvent[]);
      for (const row of page) {
        rows.push(row);
        edits.push({ ...selectedOf(row), ...editBefore(ruleId, row, earlier) });
      }
    }
    const command = { type: 'TakeBackRule' as const, ruleId, edits };
    return { command, snapshot: withSelectedEntries(before, rows), count: edits.length };
  });
}

/** Takes back what a rule did to many entries like `takeBack`; the events stay in the thread. */
export async function takeBackLarge(jobServices: JobServices, todo: TakeBackToDo): Promise<Done> {
  const services = withWaiters(jobServices);
  const outcome = await takeBack(services, todo, new RecentEvents());
  return withoutEvents(await doneAfter(services, todo.ledgerId, outcome));
}

export const LARGE_TAKE_BACK_JOB = jobOf(takeBackLarge, import.meta.url, 'command');

/**
 * The values from before a rule of the fields that it set last, and who set them; a category and parts go together.
 * What older events don't say stays.
 */
function editBefore(ruleId: string, row: EntryRow, earlier: EarlierValues): Pick<EntryEdit, 'edit' | 'set'> {
  const setters = settersOf(row);
  const edit: Record<string, unknown> = {};
  const set: Record<string, SetBy> = {};
  for (const field of RULE_FIELDS) {
    const setter = setters.get(field);
    if (setter?.by !== 'rule' || setter.ruleId !== ruleId) continue;
    const values = earlier.values(row.entryId, field, setter);
    const before = values.findLast(({ setBy }) => setBy.by !== 'rule' || setBy.ruleId !== ruleId);
    if (!before) continue;
    Object.assign(edit, before.values);
    for (const [each, value] of Object.entries(before.values)) if (value !== null) set[each] = before.setBy;
  }
  return { edit: edit as FiledFields, set };
}
