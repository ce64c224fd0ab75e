import type { ImportAccount, ImportPreview, ImportRow } from '#contract/import-calls.ts';
import { IMPORT_PAGE_ROWS } from '#contract/limits.ts';
import type { Mapping, ParsedFile } from '#imports/parsed.ts';
import { budgetCounts } from '#imports/plan/file-budget.ts';
import type { PreviewedRow } from '#imports/preview/preview.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { entriesByIds } from '#projections/queries/import-entries.ts';
import { presentBeginning, presentQuestion, presentRow } from './present.ts';
import type { Reading } from './reading.ts';
import { beginningsOf, presentStatements, type StatementBeginning } from './statements.ts';

/** The first page of a preview, with all that is said of the file. */
export async function presentPreview(database: Database, reading: Reading): Promise<ImportPreview> {
  const { request, file, rows, questions, examples, categories, fileRules, schedules, budget } = reading;
  const counts = { new: 0, known: 0, likely: 0, transfer: 0, 'not-booked': 0, invalid: 0 };
  for (const { status } of rows) counts[status] += 1;
  // The halves of a transfer in the file are one entry.
  const taken = rows.filter(({ isTaken, otherHalf, row }) => isTaken && !(otherHalf !== null && otherHalf < row.line));
  return {
    importId: request.importId,
    format: file.format,
    dialect: file.dialect,
    mapping: file.mapping && presentMapping(file, file.mapping),
    questions: questions.filter(({ isOpen }) => isOpen).map((question) => presentQuestion(question, examples)),
    answered: questions.filter(({ isOpen }) => !isOpen).map((question) => presentQuestion(question)),
    remarks: [...(file.remarks ?? []), ...categories.remarks, ...fileRules.remarks, ...schedules.remarks],
    accounts: presentAccounts(reading, await beginningsOf(database, reading)),
    categories: categories.listed.map(({ categoryId: _, ...listed }) => listed),
    rules: fileRules.added.length,
    schedules: schedules.added.length,
    budget: budgetCounts(budget),
    counts,
    taken: taken.length,
    statements: await presentStatements(database, reading),
    ...(await presentPage(database, reading, 0, IMPORT_PAGE_ROWS)),
  };
}

function presentMapping(
  { samples, rows, statements }: ParsedFile,
  mapping: Mapping,
): NonNullable<ImportPreview['mapping']> {
  const { debitWords, notBookedWords, negated, ...rest } = mapping;
  const booked = rows.filter(({ notBooked, invalid }) => !notBooked && !invalid);
  const closing = statements.length === 1 ? (statements[0]?.closing ?? null) : null;
  return {
    ...rest,
    ...(debitWords && { debitWords: [...debitWords] }),
    ...(notBookedWords && { notBookedWords: [...notBookedWords] }),
    ...(negated && { negated: [...negated] }),
    sum: amountOf(booked.reduce((sum, { amount }) => sum + (amount ?? 0), 0) as Cents),
    lastBalance: closing === null ? null : amountOf(closing),
    samples: samples.map(({ cells, ...sample }) => ({ ...sample, cells: [...cells] })),
  };
}

/** The page of at most `limit` rows after a line; from the beginning for 0. */
export async function presentPage(
  database: Database,
  { rows, categories, request: { ledgerId } }: Reading,
  after: number,
  limit: number,
): Promise<{ rows: ImportRow[]; next: number | null }> {
  const from = after === 0 ? 0 : firstAfter(rows, after);
  const page = rows.slice(from, from + limit);
  const ids = page.flatMap(({ entryId }) => entryId ?? []);
  const known = new Map((await entriesByIds(database, ledgerId, ids)).map((entry) => [entry.entryId, entry]));
  const last = from + limit < rows.length ? page.at(-1) : undefined;
  return {
    rows: page.map((row) => presentRow(ledgerId, row, known, (id) => categories.nameOf(id))),
    next: last?.row.line ?? null,
  };
}

/** The place of the first row after a line; lines are in ascending order. */
function firstAfter(rows: readonly PreviewedRow[], line: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.row.line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

function presentAccounts(
  { file, targets, accounts, rows, openings, request }: Reading,
  beginnings: readonly StatementBeginning[],
): ImportAccount[] {
  const added = new Map<string, number>();
  for (const { isTaken, accountId, row } of rows) {
    if (isTaken && accountId !== null) added.set(accountId, (added.get(accountId) ?? 0) + (row.amount ?? 0));
  }
  const counts = new Map<string, number>();
  for (const { account } of file.rows) counts.set(account, (counts.get(account) ?? 0) + 1);
  return file.accounts.map(({ key, name, currency }) => {
    const target = targets.get(key);
    const accountId = target && target.goes !== 'nowhere' ? target.accountId : null;
    const before = accountId === null ? 0 : (accounts.get(accountId)?.balance ?? 0);
    const opening = accountId === null ? 0 : (openings.get(accountId) ?? 0);
    const after = before + opening + (accountId === null ? 0 : (added.get(accountId) ?? 0));
    return {
      key,
      name: target?.goes === 'new' ? target.name : name,
      currency,
      count: counts.get(key) ?? 0,
      accountId: target?.goes === 'account' ? accountIdOf(request.ledgerId, target.accountId) : null,
      goesTo: target?.goes ?? 'nowhere',
      kind: target?.kind ?? 'Other',
      before: amountOf(before as Cents),
      opening: amountOf(opening as Cents),
      after: amountOf(after as Cents),
      asksBalance: accountId !== null && openings.get(accountId) === null,
      begin: presentBeginning(beginnings.find((one) => one.key === key)),
    };
  });
}
