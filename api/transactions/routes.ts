import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Known } from '#contract/fields.ts';
import { PAGE_ROWS, RECENT_TRANSACTIONS } from '#contract/limits.ts';
import type { Transaction } from '#contract/transaction.ts';
import type { Categories } from '#ledger/model/categories.ts';
import type { Database } from '#platform/postgres.ts';
import { watchQueue } from '#platform/telemetry/queues.ts';
import { Turns } from '#platform/turns.ts';
import { rowsOfEntry } from '#projections/queries/import-entries.ts';
import type { PagePlace } from '#projections/queries/page.ts';
import {
  allTransactions,
  eventCount,
  newestTransactions,
  transactionById,
  transactionPages,
} from '#projections/queries/transactions.ts';
import type { TransactionRow } from '#projections/tables/entries.ts';
import { type CommandContext, handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { type ImageServices, type StoredReceipt, storeReceipt } from '../files/store-upload.ts';
import type { AppRouter } from '../http/context.ts';
import { type LongAnswerNeeds, sendLong } from '../http/long-answer.ts';
import type { Upload } from '../http/multipart.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute, SENT } from '../http/register-route.ts';
import { cutOf, type Session } from '../http/session.ts';
import { knownCategories } from '../known/categories.ts';
import { momentOf, readAsOf, revisionOf, stateAt } from '../known/moment.ts';
import { type RequestLimits, uploadLimit } from '../limits/limits.ts';
import { presentRecent, presentRowOfFile, presentTransaction } from '../present/transaction.ts';
import { transactionBuilders, withSalary } from './commands.ts';

/** A list of all transactions that may be longer is sent as it is read. */
const SHORT_LIST_ROWS_MAX = 1_000;
const LONG_LISTS_CONCURRENT = 4;
const LONG_LISTS_OF_USER_CONCURRENT = 2;

/** Registers /transaction/*. */
export function transactionRoutes(
  router: AppRouter,
  services: CommandServices & ImageServices & { limits: RequestLimits; longAnswers: pg.Pool },
): void {
  const { database, limits } = services;
  const longLists: LongAnswerNeeds = {
    pool: services.longAnswers,
    turns: watchQueue('long_lists', new Turns(LONG_LISTS_CONCURRENT, LONG_LISTS_OF_USER_CONCURRENT)),
    heldBytes: 64 * 1024,
    name: 'a list of transactions',
  };

  /** Stores the receipt of a request, and gives its id and hash; neither where it has none. */
  const receiptOf = async (
    { file, session }: { file: Upload | null; session: Session },
    { newId }: CommandContext,
  ): Promise<Partial<StoredReceipt>> => (file ? await storeReceipt(services, session.userId, file, newId) : {});

  registerRoute(
    router,
    'createExpense',
    (request) =>
      handleCommand(services, 'createExpense', request, async (input, context) => ({
        ...transactionBuilders.createExpense(input, context),
        ...(await receiptOf(request, context)),
      })),
    uploadLimit(limits),
  );

  registerRoute(
    router,
    'createIncome',
    (request) =>
      handleCommand(
        services,
        'createIncome',
        { ...request, input: withSalary(request.input) },
        async (input, context) => ({
          ...transactionBuilders.createIncome(input, context),
          ...(await receiptOf(request, context)),
        }),
      ),
    uploadLimit(limits),
  );

  registerRoute(
    router,
    'updateTransaction',
    (request) =>
      handleCommand(services, 'updateTransaction', request, async (input, context) => {
        const command = transactionBuilders.updateTransaction(input, context);
        if (input.receipt === null) return command;
        const { receiptId, receiptHash } = await receiptOf(request, context);
        return { ...command, edit: { ...command.edit, receiptId }, receiptHash };
      }),
    uploadLimit(limits),
  );

  registerRoute(router, 'deleteTransaction', (request) =>
    handleCommand(services, 'deleteTransaction', request, transactionBuilders.deleteTransaction),
  );

  registerRoute(router, 'getTransactions', async ({ ctx, session, input: { limit, before, known } }) => {
    const { userId, ledgerId } = session;
    const cut = cutOf(session);
    const asOfRevision = await revisionOf(services, ledgerId, known);
    if (limit === undefined && before === undefined) {
      if ((await eventCount(database, ledgerId, asOfRevision)) <= SHORT_LIST_ROWS_MAX) {
        const all = await allTransactions(database, ledgerId, asOfRevision, cut);
        return { transactions: await present(session, known, all) };
      }
      const { categories } = await stateAt(services, session, await momentOf(services, ledgerId, known));
      await sendLong(ctx, longLists, userId, async (client) => ({
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: Readable.from(listOf(transactionPages(client, ledgerId, asOfRevision, cut), categories), {
          objectMode: false,
        }),
      }));
      return SENT;
    }
    const size = limit ?? PAGE_ROWS;
    const after = before === undefined ? null : await placeOf(services, session, before, asOfRevision);
    // One extra row tells whether there is a next page.
    const rows = await newestTransactions(database, ledgerId, size + 1, after, asOfRevision, cut);
    const page = rows.slice(0, size);
    const last = page.at(-1);
    const next = rows.length > size && last ? `${last.date}.${last.revision}` : null;
    return { transactions: await present(session, known, page), next };
  });

  registerRoute(router, 'recentTransactions', async ({ session, input: { known } }) => {
    const { ledgerId } = session;
    const newest = await readAsOf(services, ledgerId, known, (asOfRevision) =>
      newestTransactions(database, ledgerId, RECENT_TRANSACTIONS, null, asOfRevision, cutOf(session)),
    );
    return { transactions: newest.map(presentRecent) };
  });

  registerRoute(router, 'getTransaction', async ({ session, input: { transactionId, known } }) => {
    const { ledgerId } = session;
    const asOfRevision = await revisionOf(services, ledgerId, known);
    const row = await transactionById(database, ledgerId, transactionId, asOfRevision, cutOf(session));
    if (!row) throw new ProblemError('transaction_not_found');
    const rows = await rowsOfEntry(database, ledgerId, transactionId, asOfRevision);
    const imported = rows.map((each) => presentRowOfFile(each, row.title));
    const [transaction] = await present(session, known, [row]);
    return { transaction: { ...(transaction as Transaction), ...(imported.length > 0 && { imported }) } };
  });

  /** Transactions with the names that their categories have at the moment that a call names. */
  async function present(session: Session, known: Known | undefined, rows: readonly TransactionRow[]) {
    const categories = await knownCategories(services, session, known, rows);
    return rows.map((row) => presentTransaction(row, categories));
  }
}

/** The text of a list of transactions as `registerRoute` answers it. */
async function* listOf(
  pages: AsyncIterable<readonly TransactionRow[]>,
  categories: Categories,
): AsyncGenerator<string> {
  yield '{"data":{"transactions":[';
  let comma = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield comma + page.map((row) => JSON.stringify(presentTransaction(row, categories))).join();
    comma = ',';
  }
  yield ']}}';
}

/**
 * Parses a page's `before`: the previous page's `next`, or a transaction's id. Throws the problem
 * transaction_not_found.
 */
async function placeOf(
  { database }: { database: Database },
  session: Session,
  before: string,
  asOfRevision: bigint | null,
): Promise<PagePlace> {
  const [date, revision] = before.split('.');
  if (date && revision) return { date, revision: BigInt(revision) };
  const row = await transactionById(database, session.ledgerId, before, asOfRevision, cutOf(session));
  if (!row) throw new ProblemError('transaction_not_found');
  return row;
}
