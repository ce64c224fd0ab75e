import { lineInWords } from '#contract/line-words.ts';
import type { Entry } from '#contract/transaction.ts';
import { accountKey } from '#ledger/ids.ts';
import type { Wallet } from '#ledger/model/constants.ts';
import type { Whole } from '#ledger/model/fields.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { SetFields } from '#ledger/model/origins.ts';
import { unlessEveryday } from '#ledger/model/state.ts';
import type { TransactionCommand } from '#ledger/transactions/commands.ts';
import { findCategories } from '#ledger/transactions/find-categories.ts';
import type { TransferCommand } from '#ledger/transfers/commands.ts';
import { entryById } from '#projections/queries/entries.ts';
import { fieldsOfEntry } from '#projections/tables/entries.ts';
import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { inTurn } from '../http/in-turn.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { todayInZone } from '../http/time-zone.ts';
import { knownCategories } from '../known/categories.ts';
import { stateAt } from '../known/moment.ts';
import { presentEntry } from '../present/entry.ts';
import { presentLine, readLineOfUser } from './read.ts';
import type { RuledLine } from './ruled-line.ts';

type Recording<Type> = Extract<TransactionCommand | TransferCommand, { type: Type }>;
type EnterCommand = Recording<'RecordExpense'> | Recording<'RecordIncome'> | Recording<'MakeTransfer'>;

/** Registers the calls that take a line (product 4.17). */
export function lineRoutes(router: AppRouter, services: CommandServices): void {
  const { database, now } = services;

  registerRoute(router, 'readLine', async ({ ctx, session, input }) => {
    const line = await readLineOfUser(services, session, input, todayInZone(ctx, now()));
    return presentLine(line, (await stateAt(services, session, null)).categories);
  });

  registerRoute(router, 'enter', async (request) => {
    const { ledgerId } = request.session;
    const commands: EnterCommand[] = [];
    const user = await handleCommand(services, 'enter', request, async (input, { today, newId }) => {
      const line = await inTurn(ledgerId, () => readLineOfUser(services, request.session, input, today));
      if (!line.complete)
        throw new ProblemError('incomplete_line', undefined, { problems: lineInWords(line).problems });
      const command = commandOf(newId('entry'), ledgerId, line);
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

/** The command that records a complete line. */
function commandOf(id: string, ledgerId: string, line: RuledLine): EnterCommand {
  const { type, title, category, categoryId, parts, wallet, tags, set, from: sources } = line;
  const [from, to] = [accountKey(ledgerId, line.account as string), accountKey(ledgerId, line.toAccount ?? undefined)];
  const shared = {
    amount: line.amount as Cents,
    date: line.date as string,
    note: line.note ?? undefined,
    tags: tags.length > 0 ? tags : undefined,
  };
  if (type === 'Transfer') {
    const transfer = { from, to: to as string, title: title ?? undefined, category: undefined, set, ...shared };
    type Made = Whole<Recording<'MakeTransfer'>>;
    return { type: 'MakeTransfer', transferId: id, ...transfer } satisfies Made;
  }
  const transaction = {
    transactionId: id,
    title: title as string,
    accountId: unlessEveryday(from),
    parts: parts ?? undefined,
    set: { ...setByPast(sources), ...set },
    ...shared,
  };
  const named = parts ? undefined : (categoryId ?? (category === null ? undefined : { name: category }));
  type Made<Type> = Whole<Omit<Recording<Type>, 'imported' | 'madeBy' | 'receiptId' | 'receiptHash'>>;
  return type === 'Income'
    ? ({
        ...transaction,
        type: 'RecordIncome',
        isRefund: true,
        category: named,
      } satisfies Made<'RecordIncome'>)
    : ({
        ...transaction,
        type: 'RecordExpense',
        category: named,
        wallet: wallet as Wallet,
      } satisfies Made<'RecordExpense'>);
}

/** Who set the fields of a transaction that its line left to the newest entry of its title. */
function setByPast({ category, wallet, account }: RuledLine['from']): SetFields {
  const past = { by: 'past' as const };
  return {
    ...(category === 'past' && { category: past }),
    ...(wallet === 'past' && { wallet: past }),
    ...(account === 'past' && { accountId: past }),
  };
}
