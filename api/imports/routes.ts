import { randomUUID } from 'node:crypto';
import type { ImportAnswers } from '#contract/import-calls.ts';
import { IMPORT_PAGE_ROWS } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { oneLine } from '#imports/fields.ts';
import { accountKey } from '#ledger/ids.ts';
import { FILE_NAME_MAX } from '#ledger/model/constants.ts';
import { exactCents } from '#ledger/model/money.ts';
import { watchQueue } from '#platform/telemetry/queues.ts';
import { Turns } from '#platform/turns.ts';
import { waitUntilCaughtUp } from '../commands/caught-up.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import type { Session } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { stateAt } from '../known/moment.ts';
import { uploadLimit } from '../limits/limits.ts';
import { commitImport, importProgress } from './commit.ts';
import type { ImportServices } from './import-services.ts';
import { asProblem } from './problems.ts';
import { readingRequest } from './reading-request.ts';
import { type ImportOptions, loadImport, storeImport } from './stored-imports.ts';

/** Each import that runs has a connection of the pool for its lock. One of a user runs at a time. */
const CONCURRENT_IMPORTS = 3;
const IMPORTS_OF_USER = 1;

/** Registers /import/* (product 11). */
export function importRoutes(router: AppRouter, services: ImportServices): void {
  const { database, disk, limits, importReader } = services;
  const imports = watchQueue('imports', new Turns(CONCURRENT_IMPORTS, IMPORTS_OF_USER));

  registerRoute(
    router,
    'importPreview',
    async ({ ctx, session, input, file }) => {
      const { ledgerId } = session;
      await checkCategories(session, input.answers?.categories);
      const options: ImportOptions = {
        accountId: await openAccount(session, input.accountId),
        mapping: input.mapping ?? null,
        answers: input.answers ?? {},
        isResolved: false,
      };
      await waitUntilCaughtUp(services, ledgerId);
      const now = services.now();
      const importId = randomUUID();
      const fileName = oneLine(file.name).slice(-FILE_NAME_MAX).toWellFormed() || 'file';
      const given = options.mapping;
      const request = readingRequest(session, { importId, fileName, options, given }, todayInZone(ctx, now));
      const { preview, options: resolved } = await importReader.preview(request, file.bytes).catch(asProblem);
      // Twice the bytes: Postgres writes them to its write-ahead log as well.
      await disk.write(2 * file.bytes.length, () =>
        storeImport(database, session, { importId, fileName, bytes: file.bytes, options: resolved, given }, now),
      );
      return preview;
    },
    uploadLimit(limits, 'preview'),
  );

  registerRoute(
    router,
    'importRows',
    async ({ ctx, session, input: { importId, after = 0, limit = IMPORT_PAGE_ROWS } }) => {
      const stored = await loadImport(database, session, importId);
      if (!stored) throw new ProblemError('import_not_found');
      const request = readingRequest(session, stored, todayInZone(ctx, services.now()));
      const page = await importReader.page(request, after, limit).catch(asProblem);
      if (!page) throw new ProblemError('import_not_found');
      return page;
    },
  );

  registerRoute(router, 'importCommit', async ({ ctx, session, input }) => {
    const { importId, choices = {}, begin = [], balances: told = {} } = input;
    await limits.take(ctx, 'commit', session.userId);
    const balances = Object.fromEntries(Object.entries(told).map(([key, amount]) => [key, exactCents(amount)]));
    const chosen = { choices, begin, balances };
    return await imports.run(session.userId, () => commitImport(services, ctx, session, importId, chosen));
  });

  registerRoute(router, 'importProgress', ({ session, input: { importId } }) =>
    importProgress(services, session, importId),
  );

  /** Throws the problems category_not_found and invalid where what a category of a file is said to be can't be had. */
  async function checkCategories(session: Session, said: ImportAnswers[string] | undefined): Promise<void> {
    const ids = Object.values(typeof said === 'object' ? said : {}).filter((id) => id !== 'add' && id !== 'leave');
    if (ids.length === 0) return;
    const { categories } = await stateAt(services, session, null);
    for (const id of ids) {
      const category = categories.get(id);
      if (!category) throw new ProblemError('category_not_found');
      if (category.isArchived) throw new ProblemError('invalid', { answers: messages.categoryIsArchived });
    }
  }

  /**
   * The key of the account that a user named, or null if none is. Throws the problems account_not_found and
   * account_closed.
   */
  async function openAccount(session: Session, accountId: string | undefined): Promise<string | null> {
    if (accountId === undefined) return null;
    const key = accountKey(session.ledgerId, accountId);
    const account = (await stateAt(services, session, null)).accounts.get(key);
    if (!account) throw new ProblemError('account_not_found');
    if (!account.isOpen) throw new ProblemError('account_closed');
    return key;
  }
}
