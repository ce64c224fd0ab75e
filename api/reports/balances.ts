import type { CallData } from '#contract/calls.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { shifted } from '#ledger/model/days.ts';
import { amountOf, safe } from '#ledger/model/money.ts';
import type { Movement } from '#ledger/model/movement.ts';
import { balancesOn, changesOfMovements, type DatedChange } from '#ledger/reconcile/books.ts';
import type { ReportSpan } from '#ledger/reports/calendar.ts';
import type { ColumnPeriod } from '#ledger/reports/words.ts';
import type { Database } from '#platform/postgres.ts';
import { movementsIn } from '#projections/queries/behind-figures.ts';
import { changesOfEntries } from '../statistics/balance-by-date.ts';
import {
  daysAsked,
  type ReportAsked,
  type ReportBooks,
  type ReportQuestion,
  rangeAsked,
  reportBooks,
  reportColumns,
} from './run.ts';

type Balances = NonNullable<CallData<'getMoneyFlow'>['balances']>;

const inUnits = (cents: number | bigint) => amountOf(safe(cents));
const sumOf = (changes: readonly DatedChange[]) => changes.reduce((sum, { change }) => sum + change, 0);

/**
 * The balances at both ends of a period that ends today or before, and what led from one to the other beside incomes,
 * expenses and transfers (product 14.3): balances set by hand, money put aside for goals, and, in a period up to today,
 * the entries that are dated ahead, which a balance of today has.
 */
export async function balancesOfPeriod(
  database: Database,
  { source: { ledgerId, accounts, asOf }, today }: ReportBooks,
  { from, to }: ReportSpan,
): Promise<Balances> {
  const ofEntries: DatedChange[] = [];
  for (const account of accounts ?? [null])
    ofEntries.push(...(await changesOfEntries(database, ledgerId, account, asOf)));
  const movements = ofAccounts(await movementsIn(database, ledgerId, asOf), accounts);
  const movedBy = (parts: readonly Movement['part'][]) => {
    const moved = movements.filter(({ part }) => parts.includes(part));
    return clamped(changesOfMovements(moved, null), today);
  };
  const within = (changes: readonly DatedChange[]) => changes.filter(({ date }) => date >= from && date <= to);
  const [set, aside] = [movedBy(['opening', 'set by hand']), movedBy(['put aside'])];
  const before = shifted(from, -1);
  const ends = balancesOn([before, to], [...clamped(ofEntries, today), ...set, ...aside]);
  return {
    opening: inUnits(ends.get(before) ?? 0n),
    set: inUnits(sumOf(within(set))),
    aside: inUnits(-sumOf(within(aside))),
    ahead: to === today ? inUnits(sumOf(ofEntries.filter(({ date }) => date > today))) : 0,
    closing: inUnits(ends.get(to) ?? 0n),
  };
}

/** The question of net worth. */
export type NetWorthQuestion = Pick<ReportQuestion, 'range' | 'from' | 'to' | 'accounts'> & { over: ColumnPeriod };

/**
 * The amounts that accounts have and owe at the end of each column up to today, within a transaction of one snapshot
 * (product 14.3). Throws like `reportBooks` and `reportColumns`.
 */
export async function netWorthByAccount(
  database: Database,
  asked: ReportAsked,
  question: NetWorthQuestion,
): Promise<CallData<'getNetWorthReport'>> {
  const { ledgerId, periods: calendar } = asked;
  const books = await reportBooks(database, asked, { ...question, q: '' });
  const { source, state, today, revision } = books;
  const span = await daysAsked(database, books, calendar, question);
  const columns = reportColumns(span, question.over, { calendar, today });
  const days = [...new Set(columns.map(({ to }) => (to > today ? today : to)))].filter((day) => day >= span.from);
  const keys = source.accounts ?? [...state.accounts.keys()];
  const movements = await movementsIn(database, ledgerId, source.asOf);
  const byAccount = new Map<string, Map<string, bigint>>();
  for (const key of keys) {
    const changes = await changesOfEntries(database, ledgerId, key, source.asOf);
    byAccount.set(key, balancesOn(days, clamped([...changes, ...changesOfMovements(movements, key)], today)));
  }
  const aside = ofAccounts(movements, source.accounts).filter(({ part }) => part === 'put aside');
  const saved = balancesOn(days, clamped(changesOfMovements(aside, null), today));
  return {
    asked: { range: rangeAsked(question), ...span },
    revision: revision < 0n ? null : Number(revision),
    points: days.map((date) => {
      const amounts = keys.map((key) => ({ key, cents: byAccount.get(key)?.get(date) ?? 0n }));
      const sum = (counts: (cents: bigint) => boolean) =>
        amounts.reduce((total, { cents }) => (counts(cents) ? total + cents : total), 0n);
      const inGoals = -(saved.get(date) ?? 0n);
      const total = sum(() => true);
      return {
        date,
        has: inUnits(sum((cents) => cents > 0n)),
        owes: inUnits(-sum((cents) => cents < 0n)),
        total: inUnits(total),
        inGoals: inUnits(inGoals),
        withGoals: inUnits(total + inGoals),
        accounts: amounts.map(({ key, cents }) => ({
          account: accountIdOf(ledgerId, key),
          name: state.accounts.get(key)?.name ?? '',
          amount: inUnits(cents),
        })),
      };
    }),
  };
}

/** Changes that are dated after today count today, as in the balance of today. */
function clamped(changes: readonly DatedChange[], today: string): DatedChange[] {
  return changes.map(({ date, change }) => ({ date: date > today ? today : date, change }));
}

function ofAccounts(movements: readonly Movement[], accounts: readonly string[] | null): readonly Movement[] {
  return accounts ? movements.filter(({ account }) => accounts.includes(account)) : movements;
}
