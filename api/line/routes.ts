import type { Entry } from '#contract/transaction.ts';
import { findCategories } from '#ledger/transactions/find-categories.ts';
import { entryById } from '#projections/queries/entries.ts';
import { fieldsOfEntry } from '#projections/tables/entries.ts';
import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { inTurn } from '../http/in-turn.ts';
import { registerRoute } from '../http/register-route.ts';
import { todayInZone } from '../http/time-zone.ts';
import { knownCategories } from '../known/categories.ts';
import { stateAt } from '../known/moment.ts';
import { presentEntry } from '../present/entry.ts';
import { type EnterCommand, enterCommand } from './commands.ts';
import { presentLine, readLineOfUser } from './read.ts';

/** Registers the calls that take a line (product 4.17). */
export function lineRoutes(router: AppRouter, services: CommandServices): void {
  const { database, now } = services;

  registerRoute(router, 'readLine', async ({ ctx, session, input }) => {
    const state = await stateAt(services, session, null);
    const line = await readLineOfUser(services, session, input, todayInZone(ctx, now()), state);
    return presentLine(line, state.categories);
  });

  registerRoute(router, 'enter', async (request) => {
    const { ledgerId } = request.session;
    const commands: EnterCommand[] = [];
    const user = await handleCommand(services, 'enter', request, async (input, context) => {
      const command = await inTurn(ledgerId, () => enterCommand(services, request.session, input, context));
      commands.push(command);
      return command;
    });
    return { ...user, entry: await entryOf(commands[0] as EnterCommand) };

    /** The entry that a command recorded: from the read models, or as they will have it. */
    async function entryOf(command: EnterCommand): Promise<Entry> {
      const isTransfer = command.type === 'MakeTransfer';
      const entryId = isTransfer ? command.transferId : command.transactionId;
      const row = await entryById(database, ledgerId, entryId);
      if (row) return presentEntry(ledgerId, row, await knownCategories(services, request.session, undefined, [row]));
      const { categories } = await stateAt(services, request.session, null);
      const type = command.type === 'RecordIncome' ? 'Income' : 'Expense';
      const found = isTransfer ? {} : findCategories(command, type, categories, { isRefund: true });
      const fields = isTransfer
        ? fieldsOfEntry('transfer', command)
        : fieldsOfEntry('transaction', { ...command, category: undefined, ...found, type });
      const unknown = { revision: 0n, knownFrom: 0n, changedAt: null };
      const made = { ledgerId, entryId, ...unknown, ...fields, recordedAt: now().toISOString() };
      return presentEntry(ledgerId, made, categories);
    }
  });
}
