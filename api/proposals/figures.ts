import type { ProposalFigure } from '#contract/proposal-calls.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { type Categories, NO_CATEGORY, nameOfCategory } from '#ledger/model/categories.ts';
import { cutTo } from '#ledger/model/cut.ts';
import { lastOf } from '#ledger/model/days.ts';
import { amountOf, type Cents, safe, ZERO } from '#ledger/model/money.ts';
import { type CategoryChange, categoryChanges } from '#ledger/proposals/sums.ts';
import type { Database } from '#platform/postgres.ts';
import { sumsByCategory } from '#projections/queries/categories.ts';
import { cutOf, type Session } from '../http/session.ts';
import { sumsOfKind } from '../statistics/by-category.ts';
import type { WorkedOut } from './work-out.ts';

/**
 * The figures that a proposal changes, as explain names them to who asks: the balance, each account's, and of each
 * month the categories' sums.
 */
export async function figuresOf(
  database: Database,
  session: Session,
  { snapshot, before, books }: WorkedOut,
): Promise<ProposalFigure[]> {
  const { ledgerId } = session;
  const cut = cutOf(session);
  const after = books.state;
  const figures: ProposalFigure[] = [];
  const add = (figure: string, now: Cents, then: Cents) => {
    if (now !== then) figures.push({ figure, now: amountOf(now), then: amountOf(then) });
  };
  // The commands of who sees some accounts alone were worked out on these.
  const { balance } = cutTo(snapshot.state, cut);
  add('balance', balance, safe(balance + after.balance - before.balance));
  for (const id of new Set([...before.accounts.keys(), ...after.accounts.keys()])) {
    const [now, then] = [before.accounts.get(id)?.balance ?? ZERO, after.accounts.get(id)?.balance ?? ZERO];
    add(`account:${accountIdOf(ledgerId, id)}`, now, then);
  }
  const changes = categoryChanges(books.changedEntries(), after.categories);
  for (const [month, ofMonth] of [...Map.groupBy(changes, ({ month }) => month)].sort(byMonth)) {
    const days = { from: `${month}-01`, to: lastOf('month', `${month}-01`) };
    const sums = await sumsByCategory(database, ledgerId, days, days, null, cut);
    for (const change of ofMonth) {
      const ofKind = sumsOfKind(sums, change.kind, before.categories);
      const now = ofKind.find(({ category }) => category === change.category)?.amount ?? ZERO;
      add(figureOf(change, after.categories), now, (now + change.amount) as Cents);
    }
  }
  return figures;
}

const byMonth = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1);

/** A category in a month as explain names it. */
function figureOf({ kind, category, month }: CategoryChange, categories: Categories): string {
  const figure = kind === 'Expense' ? 'category' : 'income-category';
  const name = category === null ? NO_CATEGORY : nameOfCategory(categories, category);
  return `${figure}:${encodeURIComponent(name)}:month:${month}`;
}
