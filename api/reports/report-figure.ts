import type { Figure } from '#contract/figure.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountKey } from '#ledger/ids.ts';
import { expenseCategoryIds } from '#ledger/model/categories.ts';
import { groupOf, sumPieces } from '#ledger/reports/report.ts';
import type { Query } from '#ledger/search/query.ts';
import type { Database } from '#platform/postgres.ts';
import { type PieceSource, sumsOfPieces } from '#projections/queries/piece-sums.ts';
import type { ReportSelection } from '#projections/queries/pieces-behind.ts';
import { foundBy } from '#projections/queries/search.ts';
import { ProblemError } from '../http/problem-error.ts';

/** A cell of a report as a figure (product 5.9). */
export type ReportFigure = Extract<Figure, { kind: 'report' }>;

/** The books of a cell, as they were known after the event `asOf` (null for now), and the query of its figure, read. */
type Books = { database: Database; ledgerId: string; state: LedgerState; query: Query | null; asOf: bigint | null };

/** The amount of a cell as a report has it, in cents: 0 for an unknown key. Throws the problem account_not_found. */
export async function amountOfCell(books: Books, figure: ReportFigure): Promise<number> {
  const { measure, by, from, to } = figure;
  const source = await sourceOf(books, figure);
  const column = { from, to, label: '', isWhole: true };
  const pieces = await sumsOfPieces(books.database, source, by, [column]);
  const { rows, all } = sumPieces(pieces, { measure, by, categories: books.state.categories, columns: 1 });
  const key = keyIn(books, figure);
  return key === null ? all.total : (rows.get(key)?.total ?? 0);
}

/** The entries behind a cell. Throws the problem account_not_found. */
export async function selectionOfCell(books: Books, figure: ReportFigure): Promise<ReportSelection> {
  const { measure, by, from, to } = figure;
  const { categories } = books.state;
  const key = keyIn(books, figure);
  const isOfRow = (id: string) => (by === 'group' ? groupOf(id, categories) : id) === key;
  return {
    ...{ kind: 'report', measure, by, key, days: { from, to } },
    source: await sourceOf(books, figure),
    categories: key === null ? [] : [...new Set([key, ...categories.keys()])].filter(isOfRow),
    expenses: expenseCategoryIds(books.state),
  };
}

/** The key as rows of the read models have it; null for all rows. */
function keyIn({ ledgerId }: Books, { by, key }: ReportFigure): string | null {
  return by === 'account' && key !== null ? accountKey(ledgerId, key) : key;
}

async function sourceOf({ database, ledgerId, state, query, asOf }: Books, figure: ReportFigure): Promise<PieceSource> {
  const accounts = figure.accounts?.map((id) => accountKey(ledgerId, id)) ?? null;
  if (accounts?.some((key) => !state.accounts.has(key))) throw new ProblemError('account_not_found');
  return { ledgerId, accounts, found: query && (await foundBy(database, ledgerId, query, asOf)), asOf };
}
