import type { PastTitle } from '#contract/ledger-calls.ts';
import { PAGE_ROWS, PAGE_ROWS_MAX, TITLES } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountIdOf, accountKey } from '#ledger/ids.ts';
import { parseSeal } from '#ledger/log/seal.ts';
import { shifted } from '#ledger/model/days.ts';
import type { Conflict } from '#ledger/undo/undo-decision.ts';
import type { Database } from '#platform/postgres.ts';
import { watchQueue } from '#platform/telemetry/queues.ts';
import { Turns } from '#platform/turns.ts';
import { eventsOfChangeSet, makerOfChangeSet, newestChangeSets } from '#projections/queries/change-sets.ts';
import { entryById, newestEntries } from '#projections/queries/entries.ts';
import type { FoundRow } from '#projections/queries/search.ts';
import { titlesBeginning } from '#projections/queries/titles.ts';
import type { EntryRow } from '#projections/tables/entries.ts';
import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { looksFarBack } from '../commands/large-commands.ts';
import { rejectionProblem } from '../commands/rejection.ts';
import { SMALL_EVENTS_MAX } from '../disk/disk-space.ts';
import type { Job } from '../heavy/job.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { type CallRequest, registerRoute } from '../http/register-route.ts';
import { actorOf, cutOf, type Session } from '../http/session.ts';
import { startOfDay, todayInZone } from '../http/time-zone.ts';
import { knownCategories } from '../known/categories.ts';
import { asOf, momentOf, readAsOf, revisionOf, stateAt } from '../known/moment.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { presentChangeSet, presentConflict } from '../present/change-sets.ts';
import { presentEntry } from '../present/entry.ts';
import { presentOrigins } from '../present/origins.ts';
import { presentCategory } from '../present/values.ts';
import { pageFound, searchAsked } from '../search/routes.ts';
import type { SearchServices } from '../search/search.ts';
import { CHANGE_SET_PAGE_JOB, UNDO_PREVIEW_PAGE_JOB } from './change-set.ts';
import { entryDetails } from './entry-details.ts';
import { historyPage } from './history.ts';
import { LEDGER_SEAL_JOB, SEAL_CHECK_JOB } from './seal.ts';
import { VERIFICATION_JOB } from './verify.ts';

/** A ledger with more entries is checked in a thread. */
const SMALL_ENTRIES_MAX = 5_000;
/** The number of small ledgers that are checked at a time. */
const CONCURRENT_CHECKS = 2;

/**
 * Registers /ledger/*: entries, change-sets and their undo, the history and the verification of the user's own ledger.
 */
export function ledgerRoutes(
  router: AppRouter,
  services: CommandServices & SearchServices & { limits: RequestLimits },
): void {
  const { database, heavy } = services;
  const checks = watchQueue('checks', new Turns(CONCURRENT_CHECKS, 1));

  registerRoute(router, 'getHistory', ({ session, input: { limit, before } }) =>
    historyPage(services, session, limit ?? PAGE_ROWS, before),
  );

  registerRoute(router, 'getEntries', async ({ ctx, session, input }) => {
    const { ledgerId } = session;
    const cut = cutOf(session);
    const moment = input.account ? await momentOf(services, ledgerId, input.known) : null;
    const account = input.account
      ? knownAccount(await stateAt(services, session, moment), ledgerId, input.account)
      : null;
    const size = input.limit ?? PAGE_ROWS;
    const [date = '', revision = '0'] = input.before?.split('.') ?? [];
    const after = input.before === undefined ? null : { date, revision: BigInt(revision) };
    // One extra row tells whether there is a next page.
    const limit = size + 1;
    const newest = (revision: bigint | null) => newestEntries(database, ledgerId, limit, after, account, revision, cut);
    const found = async (q: string) =>
      await pageFound(services, ledgerId, await searchAsked(services, ctx, session, q, input.known), {
        limit,
        after,
        account,
        cut,
      });
    const rows: (EntryRow | FoundRow)[] =
      input.q !== undefined
        ? await found(input.q)
        : input.account
          ? await newest(asOf(moment))
          : await readAsOf(services, ledgerId, input.known, newest);
    const last = rows.length > size ? rows[size - 1] : undefined;
    const page = rows.slice(0, size);
    const categories = await knownCategories(services, session, input.known, page);
    const details = input.details ? await entryDetails(database, ledgerId, page) : null;
    return {
      entries: page.map((row) => ({ ...presentEntry(ledgerId, row, categories, cut), ...details?.(row) })),
      next: last ? `${last.date}.${last.revision}` : null,
    };
  });

  registerRoute(router, 'getTitles', async ({ session, input: { q = '', limit } }) => {
    const { ledgerId } = session;
    const titles = await titlesBeginning(database, ledgerId, q, limit ?? TITLES, cutOf(session));
    const { categories } = await stateAt(services, session, null);
    // A category that a form would not take is not offered: an archived one, or a refund's.
    const offered = (type: PastTitle['type'], id: string | null) => {
      const { kind, isArchived = true } = categories.get(id ?? '') ?? {};
      return kind === type && !isArchived ? id : null;
    };
    return {
      titles: titles.map(({ accountId, category, ...title }) => ({
        ...title,
        ...presentCategory(title.type, offered(title.type, category), categories),
        account: accountIdOf(ledgerId, accountId),
      })),
    };
  });

  registerRoute(router, 'getEntry', async ({ session, input: { id, known } }) => {
    const { ledgerId } = session;
    const cut = cutOf(session);
    const row = await entryById(database, ledgerId, id, await revisionOf(services, ledgerId, known), cut);
    if (!row) throw new ProblemError('entry_not_found');
    return {
      entry: presentEntry(ledgerId, row, await knownCategories(services, session, known, [row]), cut),
      origins: await presentOrigins(database, row),
    };
  });

  registerRoute(router, 'getChangeSets', async ({ ctx, session, input }) => {
    const { ledgerId, currency } = session;
    const state = await stateAt(services, session, null);
    const account = knownAccount(state, ledgerId, input.account);
    const size = input.limit ?? PAGE_ROWS;
    const { before, kind, day, actor, entry: entryId } = input;
    const recorded = day ? { from: startOfDay(ctx, day), until: startOfDay(ctx, shifted(day, 1)) } : null;
    const listed = await newestChangeSets(database, ledgerId, size + 1, {
      before,
      kind,
      account,
      recorded,
      actor,
      entryId,
    });
    const last = listed.length > size ? listed[size - 1] : undefined;
    return {
      changeSets: listed.slice(0, size).map((changeSet) => presentChangeSet(changeSet, currency, state)),
      next: last ? String(last.first) : null,
    };
  });

  registerRoute(router, 'getChangeSet', async ({ session: { ledgerId, currency }, input: { id, ...page } }) => {
    return await lookBack(CHANGE_SET_PAGE_JOB, { ...page, ledgerId, currency, changeSetId: id });
  });

  registerRoute(router, 'previewUndo', async ({ ctx, session: { ledgerId }, input }) => {
    return await lookBack(UNDO_PREVIEW_PAGE_JOB, { ...input, ledgerId, today: todayInZone(ctx, services.now()) });
  });

  const undo = async (request: CallRequest<'undo'>) => {
    const { categories } = await stateAt(services, request.session, null);
    const shown = { ledgerId: request.session.ledgerId, categories };
    return await handleCommand(
      services,
      'undo',
      request,
      ({ changeSetId, resolve = {} }, { today }) => ({ type: 'UndoChangeSet', changeSetId, resolve, today }),
      (reason, details) => {
        if (reason !== 'undo_conflicts') return rejectionProblem(reason, request.input);
        const conflicts = (details as Conflict[])
          .slice(0, PAGE_ROWS_MAX)
          .map((conflict) => presentConflict(shown, conflict));
        return new ProblemError(reason, undefined, { conflicts });
      },
    );
  };

  registerRoute(router, 'undo', async (request) => {
    const { userId, ledgerId } = request.session;
    await requireOwnChangeSet(database, request.session, request.input.changeSetId);
    const count = await eventsOfChangeSet(database, ledgerId, request.input.changeSetId);
    if (count > SMALL_EVENTS_MAX) await services.limits.take(request.ctx, 'undo', userId);
    return await services.disk.writeEvents(count, () => undo(request));
  });

  registerRoute(router, 'seal', async ({ ctx, session: { userId, ledgerId } }) => {
    await services.limits.take(ctx, 'seal', userId);
    return await check(LEDGER_SEAL_JOB, { ledgerId });
  });

  registerRoute(router, 'checkSeal', async ({ ctx, session: { userId, ledgerId }, input }) => {
    const seal = parseSeal(input.seal);
    if (!seal) throw new ProblemError('invalid', { seal: messages.notASeal });
    await services.limits.take(ctx, 'seal', userId);
    return await check(SEAL_CHECK_JOB, { ledgerId, seal });
  });

  registerRoute(router, 'verifyLedger', async ({ ctx, session }) => {
    const { userId, ledgerId } = session;
    await services.limits.take(ctx, 'verify', userId);
    return await check(VERIFICATION_JOB, { userId, ledgerId });
  });

  /** Runs a job that reads all of a ledger: in a thread where the ledger is large. */
  async function check<Input extends { ledgerId: string }, Value>(
    job: Job<Input, Value>,
    input: Input,
  ): Promise<Value> {
    const { ledgerId } = input;
    const [last] = await services.log.readBefore(ledgerId, null, 1);
    const isLarge = last !== undefined && last.revision >= SMALL_ENTRIES_MAX;
    if (isLarge) return await heavy.run(ledgerId, job, input);
    return await checks.run(ledgerId, () => job.work(services, input));
  }

  /** Runs a job on the history of a change-set: in a thread where that is large. */
  async function lookBack<Input extends { ledgerId: string; changeSetId: string }, Value>(
    job: Job<Input, Value>,
    input: Input,
  ): Promise<Value> {
    const { ledgerId, changeSetId } = input;
    const isLarge = await looksFarBack(database, ledgerId, changeSetId);
    return isLarge ? await heavy.run(ledgerId, job, input) : await job.work(services, input);
  }
}

/**
 * The key of an account of the ledger, or null if none is named. Throws the problem account_not_found for any other.
 */
function knownAccount({ accounts }: LedgerState, ledgerId: string, accountId: string | undefined): string | null {
  if (accountId === undefined) return null;
  const key = accountKey(ledgerId, accountId);
  if (!accounts.has(key)) throw new ProblemError('account_not_found');
  return key;
}

/** Throws the problem not_own_change_set where a program would undo what it did not do itself (product 5.17). */
async function requireOwnChangeSet(database: Database, session: Session, changeSetId: string): Promise<void> {
  const actor = actorOf(session);
  if (actor === null) return;
  const found = await makerOfChangeSet(database, session.ledgerId, changeSetId);
  const cut = cutOf(session);
  const isSeen = cut === null || (found?.accounts ?? []).every((key) => cut.includes(key));
  if (!found || !isSeen) throw new ProblemError('change_set_not_found');
  if (found.actor !== actor) throw new ProblemError('not_own_change_set');
}
