import type { CallData } from '#contract/calls.ts';
import type { Chosen } from '#imports/plan/steps.ts';
import { revisionsOfChangeSet } from '#projections/queries/change-sets.ts';
import { loadSnapshot } from '#projections/queries/snapshot.ts';
import { waitUntilCaughtUp } from '../commands/caught-up.ts';
import { setHeaders } from '../commands/command-call.ts';
import { type Executed, executeAndLoad, executedOf } from '../commands/execute-and-load.ts';
import { inputHash } from '../commands/input-hash.ts';
import { SMALL_EVENTS_MAX } from '../disk/disk-space.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { makerOf, type Session } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { presentUser } from '../present/user.ts';
import { type FileToImport, importIntent, LARGE_IMPORT_JOB } from './import-file.ts';
import type { ImportServices } from './import-services.ts';
import { withImportLock } from './lock.ts';
import type { PlannedImport } from './plan.ts';
import { asProblem } from './problems.ts';
import { readingRequest } from './reading-request.ts';
import { finishImport, loadImport, plansOf, type StoredImport } from './stored-imports.ts';

const NAME = 'importCommit';

/**
 * Imports a file that was previewed, as one change-set whose id is the import's, exactly once however often it is
 * called (product 4.15). One import of a ledger runs at a time, so that a row of two files is known in the second.
 * Throws the problems of the contract, and LogUnavailable.
 */
export async function commitImport(
  services: ImportServices,
  ctx: Context,
  session: Session,
  importId: string,
  chosen: Chosen,
): Promise<CallData<'importCommit'>> {
  const { database } = services;
  return await withImportLock(database, session.ledgerId, async () => {
    const stored = await loadImport(database, session, importId);
    if (!stored) throw new ProblemError('import_not_found');
    return await commit(services, ctx, session, stored, chosen);
  });
}

async function commit(
  services: ImportServices,
  ctx: Context,
  session: Session,
  stored: StoredImport,
  chosen: Chosen,
): Promise<CallData<'importCommit'>> {
  const { database, limits } = services;
  const { userId, ledgerId, isDemo } = session;
  const { importId } = stored;
  const now = services.now();
  const hash = inputHash(NAME, {
    importId,
    choices: Object.entries(chosen.choices).sort(([a], [b]) => Number(a) - Number(b)),
    ...(chosen.begin.length > 0 && { begin: [...chosen.begin].sort() }),
    ...(Object.keys(chosen.balances).length > 0 && { balances: Object.entries(chosen.balances).sort() }),
  });
  if (stored.importedAt !== null && stored.inputHash !== hash) throw new ProblemError('import_committed');
  await waitUntilCaughtUp(services, ledgerId);
  const { seen } = await loadSnapshot(database, { ledgerId, commandId: importId, needs: {} });
  if (seen && seen.inputHash !== hash) throw new ProblemError('import_committed');
  const planned = seen ? null : await planOf(services, session, stored, chosen, todayInZone(ctx, now));
  if (planned && isDemo) await limits.takeDemoRows(ctx, planned.rows - planned.summary.left);
  const file: FileToImport = {
    ledgerId,
    commandId: importId,
    inputHash: hash,
    recordedAt: now.toISOString(),
    ...makerOf(session, todayInZone(ctx, now)),
    fileName: stored.fileName,
    planned,
    today: todayInZone(ctx, now),
    // The visitors of the demo user are strangers to each other.
    userId: isDemo ? null : userId,
  };
  const count = planned?.count ?? 0;
  // Nothing is stored where there is no space for all of it.
  const executed = await services.disk.writeEvents(count, () => importWhole(services, file, count));
  await finishImport(database, importId, hash, now);
  setHeaders(ctx, executed);
  const summary = (await loadImport(database, session, importId))?.summary;
  if (!summary) throw new ProblemError('import_not_found');
  return {
    ...presentUser(services, session, executed.view),
    imported: { changeSetId: importId, ...UNKNOWN_THEN, ...summary },
  };
}

/** The values of summaries of imports that were stored before files brought these fields. */
const UNKNOWN_THEN = {
  expected: 0,
  rules: 0,
  schedules: 0,
  beginnings: [],
  budget: { plans: 0, carries: 0, targets: 0 },
};

/** Imports a file of few rows at once, and of many in a thread. */
async function importWhole(services: ImportServices, file: FileToImport, count: number): Promise<Executed> {
  if (count <= SMALL_EVENTS_MAX) return await executeAndLoad(services, importIntent(services, file));
  const { ledgerId } = file;
  const { commandMutex, heavy } = services;
  const done = await commandMutex.run(ledgerId, () => heavy.run(ledgerId, LARGE_IMPORT_JOB, file));
  return executedOf(done, file);
}

async function planOf(
  services: ImportServices,
  session: Session,
  stored: StoredImport,
  chosen: Chosen,
  today: string,
): Promise<PlannedImport> {
  const request = readingRequest(session, stored, today);
  const planned = await services.importReader.plan(request, chosen).catch(asProblem);
  if (!planned) throw new ProblemError('import_not_found');
  if (planned.isOpen) throw new ProblemError('import_unanswered');
  return planned;
}

/** The progress of an import, in the log and in the read models. */
export async function importProgress(
  { database, log }: Pick<ImportServices, 'database' | 'log'>,
  session: Session,
  importId: string,
): Promise<CallData<'importProgress'>> {
  const { ledgerId } = session;
  const stored = await loadImport(database, session, importId);
  if (!stored) throw new ProblemError('import_not_found');
  const plans = await plansOf(database, importId);
  const shown = await revisionsOfChangeSet(database, ledgerId, importId);
  const [last] = await log.readBefore(ledgerId, null, 1);
  const isLast = (last?.metadata as { commandId?: unknown } | undefined)?.commandId === importId;
  const plan = shown ? plans.find(({ after }) => after === shown.first - 1n) : plans[0];
  const visible = shown ? Number(shown.last - shown.first) + 1 : 0;
  const total = plan?.total ?? 0;
  const recorded =
    stored.importedAt !== null ? total : isLast && plan && last ? Number(last.revision - plan.after) : visible;
  return {
    importId,
    status: plans.length === 0 ? 'previewed' : recorded === total ? 'imported' : 'importing',
    changeSetId: recorded > 0 ? importId : null,
    total,
    recorded,
    visible,
  };
}
