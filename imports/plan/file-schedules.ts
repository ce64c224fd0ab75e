import { createdId } from '#ledger/ids.ts';
import type { ImportStep } from '#ledger/import-file.ts';
import { EVERYDAY, SCHEDULES_MAX } from '#ledger/model/constants.ts';
import { type ScheduleState, unlessEveryday } from '#ledger/model/state.ts';
import type { ExportedCategory, ExportedSchedule } from '../parsed.ts';
import type { FileCategories } from '../preview/file-categories.ts';
import type { AccountTarget } from './targets.ts';

export type FileScheduleContext = {
  ledgerId: string;
  importId: string;
  /** The schedules that the ledger has. */
  known: ReadonlyMap<string, ScheduleState>;
  /** The ids in the file that the ledger has used already. */
  inUse: ReadonlySet<string>;
  targets: ReadonlyMap<string, AccountTarget>;
  categories: FileCategories;
  /** The categories of the file. */
  exported: readonly ExportedCategory[];
};

type AddedSchedule = Extract<ImportStep, { does: 'add schedule' }>;

/** Works out what becomes of the schedules of Daybook's own export (product 11.11). Pure. */
export class FileSchedules {
  /** Those that the ledger lacks, in their order, as far as there is room and their accounts are imported. */
  readonly added: readonly AddedSchedule[];
  /** Sentences about schedules that are left out. */
  readonly remarks: readonly string[];
  readonly #marks: readonly (readonly [scheduleId: string, marks: ExportedSchedule['marks']])[];

  constructor(schedules: readonly ExportedSchedule[], context: FileScheduleContext) {
    const { known, exported } = context;
    const added: AddedSchedule[] = [];
    const marked: [string, ExportedSchedule['marks']][] = [];
    let [roomless, homeless] = [0, 0];
    for (const [index, { scheduleId: former, marks, ...schedule }] of schedules.entries()) {
      if (known.has(former)) continue;
      const accountId = accountHere(schedule.accountId, context);
      const toAccountId = schedule.type === 'Transfer' ? accountHere(schedule.toAccountId, context) : undefined;
      const isSame = schedule.type === 'Transfer' && accountId === toAccountId;
      if (accountId === null || toAccountId === null || isSame) homeless += 1;
      else if (known.size + added.length >= SCHEDULES_MAX) roomless += 1;
      else {
        const scheduleId = idOf(former, index, context);
        const here = (former: string | undefined) => {
          const of = exported.find(({ categoryId }) => categoryId === former);
          return of && context.categories.of(of, of.kind)?.categoryId;
        };
        const category = here(schedule.category);
        const parts = schedule.parts?.flatMap((part) => {
          const ofPart = here(part.category);
          return ofPart === undefined ? [] : [{ ...part, category: ofPart }];
        });
        added.push({
          does: 'add schedule',
          scheduleId,
          ...schedule,
          category,
          parts: parts?.length === schedule.parts?.length ? parts : undefined,
          accountId: unlessEveryday(accountId),
          toAccountId,
        });
        marked.push([scheduleId, marks]);
      }
    }
    this.added = added;
    this.#marks = marked;
    this.remarks = [
      ...(homeless === 0 ? [] : [`${areLeftOut(homeless)}: not all of their accounts are imported.`]),
      ...(roomless === 0 ? [] : [`${areLeftOut(roomless)}: you can have at most ${SCHEDULES_MAX}.`]),
    ];
  }

  /**
   * The steps that close what was closed: as the entry that came with it, by `entryHere` of its id in the file, and
   * else as skipped, so that nothing is posted a second time.
   */
  closing(entryHere: (former: string) => string | null): ImportStep[] {
    return this.#marks.flatMap(([scheduleId, marks]) =>
      marks.map(({ nominal, entry: former }): ImportStep => {
        const entry = former === null ? null : entryHere(former);
        if (entry === null) return { does: 'skip occurrence', scheduleId, nominal };
        return { does: 'match occurrence', scheduleId, nominal, entry };
      }),
    );
  }
}

/** The account that one of the file is here, or null if it is not imported. */
function accountHere(former: string | undefined, { targets }: FileScheduleContext): string | null {
  const target = targets.get(former ?? EVERYDAY);
  return target && target.goes !== 'nowhere' ? target.accountId : null;
}

/** The id that it had, where the ledger has not used it; else one of this import. */
function idOf(former: string, index: number, { ledgerId, importId, inUse }: FileScheduleContext): string {
  return inUse.has(former) ? createdId(ledgerId, importId, `schedule ${index}`) : former;
}

function areLeftOut(count: number): string {
  return `${count === 1 ? '1 schedule of this file is' : `${count} schedules of this file are`} left out`;
}
