import { type DecimalMark, readAmount } from './amounts.ts';
import type { MoneyColumns } from './columns.ts';
import { isAmounts, isEntry, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** The column of amounts in the account's own currency, and the column of this currency. */
export type BilledColumns = { amount: number; currency: number };

/**
 * Finds the amounts that an account was billed, beside amounts in the currencies of purchases, whose codes are in the
 * column `purchased` (`Amount,Currency,Billed,Billed currency`): another column has one code on all lines, and where a
 * purchase has this code its two amounts are equal. Returns null if there is no such column, or a balance decides.
 */
export function billedColumns(
  { columns }: Layout,
  lines: readonly TableLine[],
  { amount, balance }: MoneyColumns,
  purchased: number | undefined,
  mark: DecimalMark,
): BilledColumns | null {
  if (amount === undefined || balance !== undefined || purchased === undefined) return null;
  const entries = lines.filter(isEntry);
  const cellIn = ({ cells }: TableLine, index: number) => (cells[index] ?? '').trim();
  const codesOf = (index: number) => new Set(entries.map((line) => cellIn(line, index)));
  const ofCodes = columns.filter(({ currencies, filled }) => currencies > 0 && currencies === filled);
  const billed = ofCodes.find(({ index }) => codesOf(index).size === 1)?.index;
  if (codesOf(purchased).size < 2 || billed === undefined) return null;
  const [home = ''] = codesOf(billed);
  const isBilled = (index: number) =>
    entries.every((line) => {
      const [own, other] = [readAmount(cellIn(line, amount), mark), readAmount(cellIn(line, index), mark)];
      if (typeof own !== 'number' || typeof other !== 'number') return false;
      return cellIn(line, purchased) === home ? own === other : Math.sign(own) === Math.sign(other);
    });
  const other = columns.find((column) => column.index !== amount && isAmounts(column) && isBilled(column.index));
  const isOfHome = entries.some((line) => cellIn(line, purchased) === home);
  return other && home !== '' && isOfHome ? { amount: other.index, currency: billed } : null;
}
