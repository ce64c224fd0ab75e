import type { Mending } from '#contract/reconcile-calls.ts';
import type { Command } from '#ledger/decide/commands.ts';
import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { type Cents, exactCents, safe } from '#ledger/model/money.ts';
import { unlessEveryday } from '#ledger/model/state.ts';
import { entryKind } from '#projections/queries/reconcile.ts';
import { type LeftOut, leftOutRows } from '../imports/left-out.ts';
import { type AccountBooks, heldBefore } from './confirmed.ts';
import { differenceOn } from './find.ts';

/** The context in which the command is built: ids of new entries, and the caller's day. */
type Context = { newId(purpose: string): string; today: string };

/**
 * The command that mends a cause of a difference on a confirmed day (product 11.8). Throws the problem not_found where
 * the day is not confirmed.
 */
export async function mendingCommand(
  books: AccountBooks,
  date: string,
  mend: Mending,
  { newId, today }: Context,
): Promise<Command> {
  const { database, ledgerId, account } = books;
  const accountId = unlessEveryday(account);
  switch (mend.does) {
    case 'undo':
      return { type: 'UndoChangeSet', changeSetId: mend.changeSetId, resolve: {}, today };
    case 'delete': {
      const { entryId } = mend;
      const isTransfer = typeof (await entryKind(database, ledgerId, entryId)) === 'object';
      return isTransfer
        ? { type: 'DeleteTransfer', transferId: entryId }
        : { type: 'DeleteTransaction', transactionId: entryId };
    }
    case 'turn': {
      const { entryId } = mend;
      const kind = await entryKind(database, ledgerId, entryId);
      if (typeof kind === 'object' && kind !== null) {
        return { type: 'ChangeTransfer', transferId: entryId, from: kind.to, to: kind.from };
      }
      // Not in cash, so that no rule of the balance refuses what the bank has.
      const edit = kind === 'Income' ? ({ type: 'Expense', wallet: 'Bank' } as const) : ({ type: 'Income' } as const);
      return { type: 'ChangeTransaction', transactionId: entryId, edit };
    }
    case 'set amount':
      return await edited(books, mend.entryId, { amount: exactCents(mend.amount) });
    case 'set date':
      return await edited(books, mend.entryId, { date: mend.date });
    case 'record row': {
      const rows = await leftOutRows(database, ledgerId, account, FIRST_DAY, LAST_DAY);
      const row = rows.find(({ importId, line }) => importId === mend.importId && line === mend.line);
      return { type: 'RecordRow', transactionId: newId('transaction'), row: row ? rowOf(row) : null, accountId };
    }
    case 'adjust': {
      const { difference } = await differenceOn(books, date);
      return {
        type: 'AdjustBooks',
        transactionId: newId('transaction'),
        date,
        difference: safe(difference),
        accountId,
      };
    }
    case 'begin with': {
      const bank = { date: mend.date, balance: exactCents(mend.balance) };
      const amount = safe(BigInt(bank.balance) - (await heldBefore(books, mend.date)));
      return { type: 'BeginWith', bank, amount, accountId };
    }
    default:
      return mend satisfies never;
  }
}

function rowOf({ title, note, tags, date, amount, imported }: LeftOut) {
  return { title, note, tags, date, amount, imported: [imported] };
}

async function edited(
  { database, ledgerId }: AccountBooks,
  entryId: string,
  edit: { amount?: Cents; date?: string },
): Promise<Command> {
  const isTransfer = typeof (await entryKind(database, ledgerId, entryId)) === 'object';
  return isTransfer
    ? { type: 'ChangeTransfer', transferId: entryId, ...edit }
    : { type: 'ChangeTransaction', transactionId: entryId, edit };
}
