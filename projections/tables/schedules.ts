import { occurrenceId } from '#ledger/model/entity-ids.ts';
import type { EarlierTerms } from '#ledger/model/entity-states.ts';
import type { ValuesOf } from '#ledger/model/fields.ts';
import type { Mark } from '#ledger/model/schedule.ts';
import type { ScheduleState } from '#ledger/model/state.ts';
import { defineTable, idColumn, integerColumn, json, nullable, type Row, textColumn, yesOrNo } from './table.ts';

/** A row for each schedule that ever was; null of those that are removed. */
export const schedules = defineTable(
  'schedules',
  {
    ledgerId: idColumn(),
    scheduleId: idColumn(),
    place: nullable(integerColumn()),
    post: nullable(textColumn<ScheduleState['post']>()),
    said: nullable(json<ValuesOf<'schedule'>>()),
    earlier: nullable(json<readonly EarlierTerms[]>()),
  },
  ['ledgerId', 'scheduleId'],
  { indexes: { schedules_by_themselves: { on: 'ledger_id, schedule_id', where: "post = 'by-itself'" } } },
);
export type ScheduleRow = Row<typeof schedules>;

/** A row for each occurrence of which something ever became; `mark` is null of those that are open again. */
export const occurrences = defineTable(
  'occurrences',
  {
    ledgerId: idColumn(),
    scheduleId: idColumn(),
    nominal: idColumn(),
    mark: nullable(textColumn<Mark['as']>()),
    entryId: nullable(idColumn()),
    byItself: yesOrNo(),
  },
  ['ledgerId', 'scheduleId', 'nominal'],
  { indexes: { occurrences_by_entry: { on: 'ledger_id, entry_id', where: 'entry_id IS NOT NULL' } } },
);
export type OccurrenceRow = Row<typeof occurrences>;

/** The row of a schedule after an event about it; undefined where that removed it. */
export function scheduleRow(ledgerId: string, scheduleId: string, schedule: ScheduleState | undefined): ScheduleRow {
  if (!schedule) return { ledgerId, scheduleId, place: null, post: null, said: null, earlier: null };
  const { place, earlier, ...said } = schedule;
  return { ledgerId, scheduleId, place, post: said.post, said, earlier };
}

/** The schedules of rows, in their order. */
export function storedSchedules(rows: readonly ScheduleRow[]): Map<string, ScheduleState> {
  const schedules = rows.flatMap(({ scheduleId, place, said, earlier }) =>
    place === null || !said || !earlier ? [] : [[scheduleId, { ...said, place, earlier }] as const],
  );
  return new Map(schedules.sort(([, left], [, right]) => left.place - right.place));
}

/** The marks of the occurrences of rows, by their ids. */
export function storedMarks(rows: readonly OccurrenceRow[]): Map<string, Mark> {
  return new Map(
    rows.flatMap((row) => {
      const { mark, entryId, byItself } = row;
      if (mark === null) return [];
      const entry = entryId === null ? {} : { entry: entryId };
      return [[occurrenceId(row), { as: mark, ...entry, ...(byItself && { byItself }) }] as const];
    }),
  );
}

/** The row of an occurrence after an event about it. */
export function occurrenceRow(
  ledgerId: string,
  { scheduleId, nominal }: { scheduleId: string; nominal: string },
  mark: Mark | undefined,
): OccurrenceRow {
  return {
    ledgerId,
    scheduleId,
    nominal,
    mark: mark?.as ?? null,
    entryId: mark?.entry ?? null,
    byItself: mark?.byItself ?? false,
  };
}
