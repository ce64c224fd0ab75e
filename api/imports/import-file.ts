import type { Recording } from '../commands/append.ts';
import type { Done } from '../commands/done.ts';
import type { CommandIntent } from '../commands/execute.ts';
import { executeLarge } from '../commands/large-commands.ts';
import type { JobServices } from '../heavy/job.ts';
import { jobOf } from '../heavy/job.ts';
import { unpackSteps } from './packed-steps.ts';
import type { PlannedImport } from './plan.ts';
import { rememberLayout } from './remembered.ts';
import { storePlan } from './stored-imports.ts';

/**
 * A planned import, whose id is the command's; `planned` is null if it was recorded before. `today` is the caller's,
 * an ISO date; `userId` is null if nothing is remembered of the file.
 */
export type FileToImport = Recording & {
  fileName: string;
  planned: PlannedImport | null;
  today: string;
  userId: string | null;
};

/** The intent of an import, which stores its plan before it is appended (decision 20). */
export function importIntent(
  { database }: Pick<JobServices, 'database'>,
  { fileName, planned, today, userId, ...recording }: FileToImport,
): CommandIntent {
  const { commandId: importId, inputHash, recordedAt } = recording;
  return {
    ...recording,
    command: {
      type: 'ImportFile',
      importId,
      fileName,
      format: planned?.format ?? 'csv',
      rows: planned?.rows ?? 0,
      left: planned?.summary.left ?? 0,
      today,
      steps: planned ? unpackSteps(planned.steps) : [],
    },
    async beforeAppend(after, events) {
      if (!planned) return;
      const { summary, leftOut, remembered } = planned;
      await storePlan(database, importId, after, events, { inputHash, summary, leftOut });
      if (userId !== null) await rememberLayout(database, userId, new Date(recordedAt), remembered);
    },
  };
}

/** Imports a file of many rows: its steps and events stay in the thread. */
export async function importLarge(services: JobServices, file: FileToImport): Promise<Done> {
  return await executeLarge(services, importIntent(services, file));
}

export const LARGE_IMPORT_JOB = jobOf(importLarge, import.meta.url, 'command');
