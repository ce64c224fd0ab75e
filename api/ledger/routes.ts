import { PAGE_ROWS } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { accountKey } from '../../ledger/ids.ts';
import type { LedgerState } from '../../ledger/model/state.ts';
import type { Conflict } from '../../ledger/plan-undo.ts';
import { changesOf, previewUndo } from '../../ledger/preview-undo.ts';
import { parseSeal } from '../../ledger/seal.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import { newestChangeSets } from '../../projections/queries/change-sets.ts';
import { newestEntries } from '../../projections/queries/entries.ts';
import { loadLedgerView } from '../../projections/queries/ledger-view.ts';
import { loadSnapshot } from '../../projections/queries/snapshot.ts';
import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { latest } from '../commands/execute.ts';
import { rejectionProblem } from '../commands/rejection.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { today } from '../http/time-zone.ts';
import { asOf, momentOf, revisionOf, stateAt } from '../known/moment.ts';
import type { Limits } from '../limits/limits.ts';
import { presentChange, presentChangeSet, presentConflict, presentEffect } from '../present/change-sets.ts';
import { presentEntry } from '../present/entry.ts';
import { historyPage } from './history.ts';
import { checkSeal, ledgerSeal } from './seal.ts';
import { verify } from './verify.ts';

/** A verification uses much CPU time; a seal reads a whole stream. */
const CONCURRENT_VERIFICATIONS = 2;
const CONCURRENT_SEALS = 4;

/** Registers /ledger/*: entries, change-sets and their undo, the history and the verification of the user's own ledger. */
export function ledgerRoutes(router: AppRouter, services: CommandServices & { limits: Limits }): void {
  const { database } = services;
  const verifications = new Semaphore(CONCURRENT_VERIFICATIONS);
  const seals = new Semaphore(CONCURRENT_SEALS);

  registerRoute(router, 'getHistory', ({ session, input: { limit, before } }) =>
    historyPage(services, session, limit ?? PAGE_ROWS, before),
  );

  registerRoute(router, 'getEntries', async ({ session: { ledgerId }, input }) => {
    const moment = input.account ? await momentOf(services, ledgerId, input.known) : null;
    const then = input.account ? asOf(moment) : await revisionOf(services, ledgerId, input.known);
    const account = input.account
      ? knownAccount(await stateAt(services, ledgerId, moment), ledgerId, input.account)
      : null;
    const size = input.limit ?? PAGE_ROWS;
    const [date = '', revision = '0'] = input.before?.split('.') ?? [];
    const after = input.before === undefined ? null : { date, revision: BigInt(revision) };
    // One extra row tells whether there is a next page.
    const rows = await newestEntries(database, ledgerId, size + 1, after, account, then);
    const last = rows.length > size ? rows[size - 1] : undefined;
    return {
      entries: rows.slice(0, size).map((row) => presentEntry(ledgerId, row)),
      next: last ? `${last.date}.${last.revision}` : null,
    };
  });

  registerRoute(router, 'getChangeSets', async ({ session: { ledgerId, currency }, input }) => {
    const { state } = await loadLedgerView(database, ledgerId);
    const account = knownAccount(state, ledgerId, input.account);
    const size = input.limit ?? PAGE_ROWS;
    const which = { before: input.before ?? null, kind: input.kind ?? null, account, changeSetId: null };
    const listed = await newestChangeSets(database, ledgerId, size + 1, which);
    const last = listed.length > size ? listed[size - 1] : undefined;
    return {
      changeSets: listed.slice(0, size).map((one) => presentChangeSet(one, currency, state)),
      next: last ? String(last.first) : null,
    };
  });

  registerRoute(router, 'getChangeSet', async ({ session: { ledgerId, currency }, input: { id: changeSetId } }) => {
    const which = { before: null, kind: null, account: null, changeSetId };
    const [listed] = await newestChangeSets(database, ledgerId, 1, which);
    if (!listed) throw new ProblemError('change_set_not_found');
    const { state } = await loadSnapshot(database, { ledgerId, commandId: '', needs: { changeSetId } });
    return {
      changeSet: presentChangeSet(listed, currency, state),
      changes: changesOf(state.history, changeSetId).map((change) => presentChange(ledgerId, change)),
    };
  });

  registerRoute(router, 'previewUndo', async ({ ctx, session: { ledgerId }, input: { changeSetId } }) => {
    const { state } = await latest(database, services.log, { ledgerId, commandId: '' }, { changeSetId });
    const { reason, effects, conflicts } = previewUndo(state, changeSetId, today(ctx, services.now()));
    if (reason === 'change_set_not_found') throw new ProblemError(reason);
    return {
      possible: reason === null,
      reason: reason && rejectionProblem(reason, {}).message,
      effects: effects.map((effect) => presentEffect(ledgerId, effect)),
      conflicts: conflicts.map((conflict) => presentConflict(ledgerId, conflict)),
    };
  });

  registerRoute(router, 'undo', (request) =>
    handleCommand(
      services,
      'undo',
      request,
      ({ changeSetId, resolve = {} }, { today }) => ({ type: 'UndoChangeSet', changeSetId, resolve, today }),
      (reason, details) => {
        if (reason !== 'undo_conflicts') return rejectionProblem(reason, request.input);
        const { ledgerId } = request.session;
        const conflicts = (details as Conflict[]).map((conflict) => presentConflict(ledgerId, conflict));
        return new ProblemError(reason, undefined, conflicts);
      },
    ),
  );

  registerRoute(router, 'seal', async ({ ctx, session: { userId, ledgerId } }) => {
    await services.limits.take(ctx, 'seal', userId);
    return await seals.run(() => ledgerSeal(services.log, ledgerId));
  });

  registerRoute(router, 'checkSeal', async ({ ctx, session: { userId, ledgerId }, input }) => {
    const seal = parseSeal(input.seal);
    if (!seal) throw new ProblemError('invalid', { seal: messages.notASeal });
    await services.limits.take(ctx, 'seal', userId);
    return await seals.run(() => checkSeal(services, ledgerId, seal));
  });

  registerRoute(router, 'verifyLedger', async ({ ctx, session }) => {
    await services.limits.take(ctx, 'verify', session.userId);
    return await verifications.run(() => verify(services, session));
  });
}

/** The key of an account of the ledger; null where none is named. Throws the problem account_not_found for any other. */
function knownAccount({ accounts }: LedgerState, ledgerId: string, accountId: string | undefined): string | null {
  if (accountId === undefined) return null;
  const key = accountKey(ledgerId, accountId);
  if (!accounts.has(key)) throw new ProblemError('account_not_found');
  return key;
}
