import type { Conflict } from '#ledger/undo/undo-decision.ts';
import { readConsistently } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { accountBuilders } from '../accounts/commands.ts';
import { type CommandRequest, handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { eventsAfter } from '../commands/execute.ts';
import { rejectionProblem } from '../commands/rejection.ts';
import { READ_MODEL_WAIT_MS } from '../commands/view-after.ts';
import { runBySize } from '../heavy/run-by-size.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { requireSeen, type Session } from '../http/session.ts';
import { withImportLock } from '../imports/lock.ts';
import { stateAt } from '../known/moment.ts';
import { presentConflict } from '../present/change-sets.ts';
import { booksAt, CONFIRMED_DAYS_JOB, MISSING_JOB } from './jobs.ts';
import { mendingCommand } from './mend.ts';

/** Registers the calls that tie an account to the bank's balance: confirmed days, and the causes of a difference. */
export function reconcileRoutes(router: AppRouter, services: CommandServices): void {
  const { database, log, waiters, now } = services;
  const askedBy = <Input>({ ledgerId, currency }: Session, input: Input) => ({
    ...input,
    ledgerId,
    currency,
    now: now(),
  });

  registerRoute(router, 'assertBalance', (request) =>
    handleCommand(services, 'assertBalance', request, accountBuilders.assertBalance),
  );

  registerRoute(router, 'confirmedDays', async ({ session, input }) => {
    requireSeen(session, input.accountId);
    return await runBySize(services, session, CONFIRMED_DAYS_JOB, askedBy(session, input));
  });

  registerRoute(router, 'findMissing', ({ session, input }) =>
    runBySize(services, session, MISSING_JOB, askedBy(session, input)),
  );

  registerRoute(router, 'mend', (request) => {
    const { does } = request.input.mend;
    const run = () => mend(request);
    // The events of these depend on the events of others: one at a time, on the newest books.
    const isNew = does === 'adjust' || does === 'record row' || does === 'begin with';
    return isNew ? withImportLock(database, request.session.ledgerId, run) : run();
  });

  const mend = async (request: CommandRequest<'mend'>) => {
    const { categories } = await stateAt(services, request.session, null);
    const shown = { ledgerId: request.session.ledgerId, categories };
    return await handleCommand(
      services,
      'mend',
      request,
      async ({ accountId, date, mend }, context) => {
        const { ledgerId } = request.session;
        await reachNewest(ledgerId);
        return await readConsistently(database, async (client) => {
          return await mendingCommand(
            await booksAt(client, { ledgerId, accountId, now: now() }, undefined),
            date,
            mend,
            context,
          );
        });
      },
      (reason, details) => {
        if (reason === 'transaction_not_found' || reason === 'transfer_not_found') {
          return new ProblemError('entry_not_found');
        }
        if (reason !== 'undo_conflicts') return rejectionProblem(reason, request.input);
        const conflicts = (details as Conflict[]).map((conflict) => presentConflict(shown, conflict));
        return new ProblemError(reason, undefined, { conflicts });
      },
    );
  };

  /** Waits until the read models have all events of the log. Throws the problem busy where that takes too long. */
  async function reachNewest(ledgerId: string): Promise<void> {
    const { revision } = await loadLedgerView(database, ledgerId);
    const newest = (await eventsAfter(log, ledgerId, revision)).at(-1)?.revision;
    if (newest === undefined || (await waiters.wait(ledgerId, newest, READ_MODEL_WAIT_MS))) return;
    throw new ProblemError('busy');
  }
}
