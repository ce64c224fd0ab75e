import type { Cents } from '#ledger/model/money.ts';
import type { ParsedRow, ParsedStatement } from '../../parsed.ts';
import { type BalanceChain, balanceChain, isProof } from './balances.ts';
import type { ReadRows } from './rows.ts';

/**
 * The statement of each account that has running balances, or whose opening and closing balances stand in lines of
 * their own.
 */
export function statementsOf(read: ReadRows, accounts: BalancedAccounts): ParsedStatement[] {
  const booked = read.rows.filter(({ notBooked }) => !notBooked);
  const areAll = booked.length === read.rows.length;
  const statements = [...accounts].flatMap(([account, balanced]) => runningStatement(account, balanced, areAll) ?? []);
  // Several of them, such as one for each currency, are of parts that the lines don't tell apart.
  const isSingle = accounts.size === 1 && read.openings.length === 1 && read.closings.length === 1;
  if (statements.length > 0 || !isSingle) return statements;
  const [from, to] = firstAndLast(booked);
  const [account = ''] = accounts.keys();
  return [
    {
      account,
      opening: read.openings[0] ?? null,
      closing: read.closings[0] ?? null,
      from,
      to,
      lines: areAll ? null : booked.map(({ line }) => line),
    },
  ];
}

/** The booked rows of each account with their balances, and how these follow from the amounts. */
export type BalancedAccounts = ReadonlyMap<string, Balanced>;
type Balanced = { rows: readonly BalancedRow[]; chain: BalanceChain };

/** Groups the booked rows of a file by its accounts, and follows their balances once for all that is said of them. */
export function balancedAccounts(read: ReadRows): BalancedAccounts {
  const accounts = new Map<string, BalancedRow[]>();
  for (const [index, row] of read.rows.entries()) {
    if (row.notBooked) continue;
    const rows = accounts.get(row.account);
    const balanced = { row, balance: read.balances[index] ?? null };
    if (rows) rows.push(balanced);
    else accounts.set(row.account, [balanced]);
  }
  return new Map([...accounts].map(([account, rows]) => [account, { rows, chain: chainOfRows(rows) }]));
}

/** Fewer balances that don't follow don't say that none does. */
const MISSES_MIN = 2;

/**
 * Remarks about balances that don't follow from the amounts, with the first line of each account where they don't: in
 * all of a column, or where a row may be missing (product 11.10).
 */
export function balanceRemarks(accounts: BalancedAccounts): string[] {
  return [...accounts.values()].flatMap(({ rows, chain }) => {
    const line = chain.missAt === null ? undefined : rows[chain.missAt]?.row.line;
    if (line === undefined) return [];
    if (isProof(chain) || chain.hits > chain.misses) {
      const more = chain.misses > 1 ? `, and in ${(chain.misses - 1).toLocaleString('en-US')} more` : '';
      return [
        `In line ${line}${more} the balance doesn't follow from the amount: a row may be missing, or be there twice.`,
      ];
    }
    if (chain.misses < MISSES_MIN || chain.hits === chain.misses) return [];
    return [`The column of balances doesn't follow from the amounts, first in line ${line}.`];
  });
}

function chainOfRows(rows: readonly BalancedRow[]): BalanceChain {
  return balanceChain(
    rows.map(({ row }) => row.amount),
    rows.map(({ balance }) => balance),
  );
}

type BalancedRow = { row: ParsedRow; balance: Cents | null };

/**
 * Opening is the first balance without its line's amount, and closing the last, or null if the column is no running
 * balance.
 */
function runningStatement(account: string, { rows, chain }: Balanced, areAll: boolean): ParsedStatement | null {
  if (rows.every(({ balance }) => balance === null)) return null;
  const { direction, hits, misses } = chain;
  if (hits < misses) return null;
  const isUp = hits > 0 ? direction === 'up' : (rows[0]?.row.date ?? '') > (rows.at(-1)?.row.date ?? '');
  const inOrder = isUp ? rows.toReversed() : rows;
  const last = inOrder.findLastIndex(({ balance }) => balance !== null);
  const first = inOrder.findIndex(({ balance }) => balance !== null);
  const closing = inOrder[last]?.balance;
  const firstBalance = inOrder[first]?.balance;
  if (closing === undefined || closing === null || firstBalance === undefined || firstBalance === null) return null;
  const before = inOrder.slice(0, first + 1).reduce((sum, { row }) => sum + (row.amount ?? 0), 0);
  const covered = inOrder.slice(0, last + 1);
  const [from, to] = firstAndLast(covered.map(({ row }) => row));
  const isWhole = areAll && last === inOrder.length - 1;
  return {
    account,
    opening: (firstBalance - before) as Cents,
    closing,
    from,
    to,
    lines: isWhole ? null : covered.map(({ row }) => row.line).toSorted((a, b) => a - b),
  };
}

function firstAndLast(rows: readonly ParsedRow[]): [string | null, string | null] {
  let [from, to]: [string | null, string | null] = [null, null];
  for (const { date } of rows) {
    if (date === null) continue;
    if (from === null || date < from) from = date;
    if (to === null || date > to) to = date;
  }
  return [from, to];
}
