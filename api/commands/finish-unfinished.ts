import { LIVE } from '../../projections/tables/read-models.ts';
import type { CommandServices } from './command-services.ts';
import { latest } from './execute.ts';
import { FINISH_LARGE } from './large.ts';

export const FINISH_INTERVAL_MS = 60_000;

/**
 * Finishes change-sets of which a process has appended only some of the events before it stopped. Any later command of the
 * ledger does so, too; this is for ledgers without one. Gives undefined, to be called again. Throws LogUnavailable, and the problem disk_full.
 */
export async function finishUnfinished({
  database,
  log,
  commandMutex,
  disk,
  heavy,
}: CommandServices): Promise<undefined> {
  // The worker creates the read models at its first start.
  const { rows: tables } = await database.query('SELECT to_regclass($1) AS ledgers', [`${LIVE}.ledgers`]);
  if (!tables[0]?.ledgers) return undefined;
  const { rows } = await database.query<{ ledgerId: string }>(
    `SELECT ledger_id AS "ledgerId" FROM ${LIVE}.ledgers WHERE unfinished IS NOT NULL`,
  );
  for (const { ledgerId } of rows) {
    await commandMutex.run(ledgerId, async () => {
      const { state } = await latest(database, log, { ledgerId, commandId: '' }, {});
      const { unfinished } = state;
      if (!unfinished) return;
      await disk.writeEvents(unfinished.left, () => heavy.run(ledgerId, FINISH_LARGE, { ledgerId, unfinished }));
    });
  }
  return undefined;
}
