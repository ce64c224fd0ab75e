import type { Cents } from '#ledger/model/money.ts';
import type { DecimalMark } from './amounts.ts';
import { balanceChain } from './balances.ts';
import { amountsOfColumn, type MoneyColumns } from './columns.ts';
import { holdsAmounts, holdsDays, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** Columns of numbers that are combined with each other. */
const COMBINED_COLUMNS_MAX = 8;
/** Fewer balances that follow prove no second pair. */
const HITS_MIN = 2;

/**
 * Finds a second pair of amounts and balances, in which each balance follows from its amount as in the pair that was
 * found, or null if there is none. Which of both the account holds is asked (product 11.10).
 */
export function twinOf(
  { columns }: Layout,
  entries: readonly TableLine[],
  { amount, balance }: MoneyColumns,
  mark: DecimalMark,
): { amount: number; balance: number } | null {
  if (amount === undefined || balance === undefined) return null;
  const others = columns
    .filter(
      (column) => holdsAmounts(column) && !holdsDays(column) && column.index !== amount && column.index !== balance,
    )
    .slice(0, COMBINED_COLUMNS_MAX)
    .map(({ index }) => index);
  if (others.length < 2) return null;
  const cents = new Map(others.map((index) => [index, amountsOfColumn(entries, index, mark)]));
  const isWhole = (amounts: readonly (Cents | null)[], balances: readonly (Cents | null)[]) => {
    const { hits, misses } = balanceChain(amounts, balances);
    return hits >= HITS_MIN && misses === 0;
  };
  const found = amountsOfColumn(entries, amount, mark);
  if (!isWhole(found, amountsOfColumn(entries, balance, mark))) return null;
  for (const [own, amounts] of cents) {
    if (amounts.every((each, place) => each === found[place])) continue;
    const paired = others.find((index) => index !== own && isWhole(amounts, cents.get(index) ?? []));
    if (paired !== undefined) return { amount: own, balance: paired };
  }
  return null;
}
