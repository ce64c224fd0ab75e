import { PAGE_ROWS, RECENT_TRANSACTIONS } from '../../contract/limits.ts';
import { exactCents } from '../../ledger/model/money.ts';
import type { Database } from '../../platform/postgres.ts';
import {
  allTransactions,
  newestTransactions,
  type Place,
  transactionById,
} from '../../projections/queries/transactions.ts';
import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { type ImageServices, storeReceipt } from '../files/store-upload.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { type Limits, uploadLimit } from '../limits/limits.ts';
import { presentRecent, presentTransaction } from '../present/transaction.ts';

/** Registers /transaction/*. */
export function transactionRoutes(
  router: AppRouter,
  services: CommandServices & ImageServices & { limits: Limits },
): void {
  const { database, limits } = services;

  registerRoute(
    router,
    'createExpense',
    (request) =>
      handleCommand(
        services,
        'createExpense',
        request,
        async ({ title, amount, category, date, wallet }, { today, newId }) => ({
          type: 'RecordExpense',
          transactionId: newId('transaction'),
          title,
          amount: exactCents(amount),
          category,
          date: date ?? today,
          wallet,
          receiptId: request.file
            ? await storeReceipt(services, request.session.userId, request.file, newId)
            : undefined,
        }),
      ),
    uploadLimit(limits),
  );

  registerRoute(
    router,
    'createIncome',
    (request) =>
      handleCommand(services, 'createIncome', request, async ({ title, amount, category, date }, { today, newId }) => ({
        type: 'RecordIncome',
        transactionId: newId('transaction'),
        title,
        amount: exactCents(amount),
        category,
        date: date ?? today,
        receiptId: request.file ? await storeReceipt(services, request.session.userId, request.file, newId) : undefined,
      })),
    uploadLimit(limits),
  );

  registerRoute(router, 'deleteTransaction', (request) =>
    handleCommand(services, 'deleteTransaction', request, ({ transactionId }) => ({
      type: 'DeleteTransaction',
      transactionId,
    })),
  );

  registerRoute(router, 'getTransactions', async ({ session: { ledgerId }, input: { limit, before } }) => {
    if (limit === undefined && before === undefined) {
      return { transactions: (await allTransactions(database, ledgerId)).map(presentTransaction) };
    }
    const size = limit ?? PAGE_ROWS;
    const after = before === undefined ? null : await placeOf(services, ledgerId, before);
    // One extra row tells whether there is a next page.
    const rows = await newestTransactions(database, ledgerId, size + 1, after);
    const page = rows.slice(0, size);
    const last = page.at(-1);
    const next = rows.length > size && last ? `${last.date}.${last.revision}` : null;
    return { transactions: page.map(presentTransaction), next };
  });

  registerRoute(router, 'recentTransactions', async ({ session: { ledgerId } }) => ({
    transactions: (await newestTransactions(database, ledgerId, RECENT_TRANSACTIONS)).map(presentRecent),
  }));

  registerRoute(router, 'getTransaction', async ({ session: { ledgerId }, input: { transactionId } }) => {
    const row = await transactionById(database, ledgerId, transactionId);
    if (!row) throw new ProblemError('transaction_not_found');
    return { transaction: presentTransaction(row) };
  });
}

/** Parses a page's `before`: the previous page's `next`, or a transaction's id. Throws the problem transaction_not_found. */
async function placeOf({ database }: { database: Database }, ledgerId: string, before: string): Promise<Place> {
  const [date, revision] = before.split('.');
  if (date && revision) return { date, revision: BigInt(revision) };
  const row = await transactionById(database, ledgerId, before);
  if (!row) throw new ProblemError('transaction_not_found');
  return row;
}
