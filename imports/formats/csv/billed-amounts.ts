import { type DecimalMark, readAmount } from './amounts.ts';
import type { MoneyColumns } from './columns.ts';
import { holdsAmounts, isEntry, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/**
 * The column of amounts in the account's own currency, the column of this currency, or null if there is none, and its
 * code.
 */
export type BilledColumns = { amount: number; currency: number | null; code: string };

/**
 * Finds the amounts that an account was billed, beside amounts in the currencies of purchases, whose codes are in the
 * column `purchased` (`Amount,Currency,Billed,Billed currency`): another column has one code on all lines, or there is
 * none, and where a purchase has the account's code its two amounts are equal. Returns null if there is no such column,
 * or a balance decides.
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
  if (codesOf(purchased).size < 2) return null;
  const isBilledIn = (index: number, home: string) =>
    entries.every((line) => {
      const [own, other] = [readAmount(cellIn(line, amount), mark), readAmount(cellIn(line, index), mark)];
      if (typeof own !== 'number' || typeof other !== 'number') return false;
      return cellIn(line, purchased) === home ? own === other : Math.sign(own) === Math.sign(other);
    });
  const homes = billed === undefined ? [...codesOf(purchased)] : [...codesOf(billed)];
  const others = columns.filter((column) => column.index !== amount && holdsAmounts(column));
  const found = others.flatMap(({ index }) =>
    homes
      .filter((home) => home !== '' && entries.some((line) => cellIn(line, purchased) === home))
      .filter((home) => isBilledIn(index, home))
      .map((code) => ({ amount: index, currency: billed ?? null, code })),
  );
  // Without a column of its own, the account's code is the only code that fits.
  return billed === undefined && found.length > 1 ? null : (found[0] ?? null);
}
