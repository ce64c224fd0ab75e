import { unfinishedLedgers } from '#projections/queries/ledgers.ts';
import { readModelsExist } from '#projections/tables/read-models.ts';
import type { CommandServices } from './command-services.ts';
import { latest } from './execute.ts';
import { REST_OF_COMMAND_JOB } from './large-commands.ts';

export const FINISH_INTERVAL_MS = 60_000;

/**
 * Finishes change-sets that a stopped process has appended in part. Any later command of the ledger does so, too; this
 * is for ledgers without one. Gives undefined, to be called again. Throws LogUnavailable, and the problem disk_full.
 */
export async function finishUnfinished({
  database,
  log,
  commandMutex,
  disk,
  heavy,
}: CommandServices): Promise<undefined> {
  if (!(await readModelsExist(database))) return undefined;
  for (const ledgerId of await unfinishedLedgers(database)) {
    await commandMutex.run(ledgerId, async () => {
      const { state } = await latest(database, log, { ledgerId, commandId: '' }, {});
      const { unfinished } = state;
      if (!unfinished) return;
      await disk.writeEvents(unfinished.left, () => heavy.run(ledgerId, REST_OF_COMMAND_JOB, { ledgerId, unfinished }));
    });
  }
  return undefined;
}
