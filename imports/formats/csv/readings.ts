import type { Cents } from '#ledger/model/money.ts';
import type { DecimalMark } from './amounts.ts';
import { balanceChain, isProof } from './balances.ts';
import { amountsOfColumn, type MoneyColumns, signsOfPair } from './columns.ts';
import { directionOf, isFee } from './headers.ts';
import { type CsvColumn, holdsAmounts, holdsDays, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/**
 * The assumptions of a reading about the money of a table: the columns of amounts, of fees, and whether signs are
 * turned.
 */
export type MoneyReading = { money: MoneyColumns; fee: number | undefined; negate: boolean };

/** A reading that the balances of a table prove, and why in words; the words are null if it was found before. */
export type ProvenReading = MoneyReading & { because: string | null };

type Table = {
  layout: Layout;
  /** The lines that the bank has booked. */
  entries: readonly TableLine[];
  mark: DecimalMark;
  /** The column of words for spent and received, where there is one, and the words for spent where they are known. */
  sign: number | undefined;
  debitWords: readonly string[] | null;
  /** The columns of accounts' names and of currencies, which may tell accounts apart. */
  account: number | null;
  currency: number | null;
};

/** The number of columns of numbers that are combined with each other. */
const COMBINED_COLUMNS_MAX = 8;
const FEES_MAX = 3;
/** A chain of so few balances proves a reading only where the file has no more. */
const HITS_MIN = 2;

/**
 * The reading by which the balances of a table follow from its amounts (product 11.10): the reading by headers if its
 * balances follow, else the reading with the most balances that follow. Null if no reading is proven.
 */
export function provenReading(table: Table, found: MoneyReading): ProvenReading | null {
  const balances = balanceColumn(table, found);
  if (balances === undefined || table.entries.length < HITS_MIN) return null;
  const chain = chainsIn(table, balances);
  const ofFound = chain(found);
  const isFoundProof = isProof(ofFound);
  if (isFoundProof && ofFound.misses === 0) return { ...found, because: null };
  let best: { reading: MoneyReading; hits: number } | null = null;
  for (const reading of readingsOf(table, found, balances)) {
    const { hits, misses, without } = chain(reading);
    const isEnough = hits >= Math.min(HITS_MIN, table.entries.length - 1);
    if (without > ofFound.without) continue;
    if (isEnough && isProof({ hits, misses }) && hits > (best?.hits ?? 0)) best = { reading, hits };
  }
  if (isFoundProof && (best === null || best.hits <= ofFound.hits)) return { ...found, because: null };
  return best && { ...best.reading, because: becauseOf(best.reading, table.layout) };
}

/** Whether each balance of a table follows from its amounts by a reading, and at least two do. */
export function isChained(table: Table, reading: MoneyReading): boolean {
  const balances = balanceColumn(table, reading);
  if (balances === undefined) return false;
  const { hits, misses } = chainsIn(table, balances)(reading);
  return misses === 0 && hits >= HITS_MIN;
}

function balanceColumn({ layout }: Table, { money }: MoneyReading): number | undefined {
  return money.balance ?? layout.columns.find(isNamedBalance)?.index;
}

/**
 * Counts the balances of a column that follow from the amounts of a reading, those that don't, in all accounts, and the
 * lines `without` an amount.
 */
function chainsIn(table: Table, balances: number) {
  const cells = new Map<number, (Cents | null)[]>();
  const centsOf = (index: number) => {
    const known = cells.get(index) ?? amountsOfColumn(table.entries, index, table.mark);
    cells.set(index, known);
    return known;
  };
  const names = table.account === null ? [] : [table.account];
  const groupings = [groupsOf(table, names)];
  if (table.currency !== null) groupings.push(groupsOf(table, [...names, table.currency]));
  return (reading: MoneyReading): { hits: number; misses: number; without: number } => {
    const amounts = amountsBy(reading, table, centsOf);
    const chains = groupings.map((groups) => {
      const own = groups.map((places) =>
        balanceChain(
          places.map((place) => amounts[place] ?? null),
          places.map((place) => centsOf(balances)[place] ?? null),
        ),
      );
      return { hits: sumOf(own.map(({ hits }) => hits)), misses: sumOf(own.map(({ misses }) => misses)) };
    });
    const [longest = { hits: 0, misses: 0 }] = chains.toSorted((a, b) => b.hits - a.hits || a.misses - b.misses);
    return { ...longest, without: amounts.filter((cents) => cents === null).length };
  };
}

function isNamedBalance(column: CsvColumn): boolean {
  return (column.roles.get('balance') ?? 0) >= 30 && holdsAmounts(column);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The places of the lines of each account, which columns tell apart. */
function groupsOf({ entries }: Table, columns: readonly number[]): number[][] {
  if (columns.length === 0) return [[...entries.keys()]];
  const nameOf = ({ cells }: TableLine) => columns.map((column) => cells[column] ?? '').join('\u001f');
  return [...Map.groupBy(entries.keys(), (place) => nameOf(entries[place] as TableLine)).values()];
}

/** The amounts of all lines by a reading, or null if a line has none. */
function amountsBy(
  { money, fee, negate }: MoneyReading,
  { layout, entries, sign, debitWords }: Table,
  centsOf: (index: number) => readonly (Cents | null)[],
): (Cents | null)[] {
  const { amount, debit, credit } = money;
  const signs = signsOfPair(layout, money);
  const isSpent = (line: TableLine) => {
    const word = (line.cells[sign ?? -1] ?? '').trim();
    return debitWords ? debitWords.includes(word) : directionOf(word) === 'debit';
  };
  return entries.map((line, place) => {
    let cents: number | null = null;
    if (amount !== undefined) {
      cents = centsOf(amount)[place] ?? null;
      if (cents !== null && sign !== undefined) cents = isSpent(line) ? -Math.abs(cents) : Math.abs(cents);
    } else if (debit !== undefined && credit !== undefined) {
      const [spent, received] = [centsOf(debit)[place] ?? null, centsOf(credit)[place] ?? null];
      if (spent !== null || received !== null) cents = signs.received * (received ?? 0) + signs.spent * (spent ?? 0);
    }
    if (cents === null) return null;
    const charged = fee === undefined ? 0 : Math.abs(centsOf(fee)[place] ?? 0);
    return ((negate ? -cents : cents) - charged) as Cents;
  });
}

/** All readings of a table, the nearest to the first reading first. */
function* readingsOf({ layout }: Table, found: MoneyReading, balance: number): Generator<MoneyReading> {
  const numbers = layout.columns
    .filter((column) => holdsAmounts(column) && !holdsDays(column) && column.index !== balance)
    .map(({ index }) => index);
  const first = [found.money.amount, found.money.debit, found.money.credit].filter((index) => index !== undefined);
  const columns = [...new Set([...first, ...numbers])].slice(0, COMBINED_COLUMNS_MAX);
  const named = layout.columns.filter(({ index, header }) => numbers.includes(index) && isFee(header));
  const fees = [undefined, ...named.map(({ index }) => index).slice(0, FEES_MAX)];
  const monies: MoneyColumns[] = [found.money];
  for (const amount of columns) monies.push({ amount, candidates: [] });
  for (const debit of columns) {
    for (const credit of columns) {
      if (debit === credit) continue;
      for (const areDebitsTurned of [false, true]) monies.push({ debit, credit, areDebitsTurned, candidates: [] });
    }
  }
  for (const money of monies) {
    // Of two columns, exchanging them says the same.
    for (const negate of money.amount === undefined ? [false] : [false, true]) {
      for (const fee of fees) {
        if (fee !== undefined && [money.amount, money.debit, money.credit].includes(fee)) continue;
        yield { money: { ...money, balance }, fee, negate };
      }
    }
  }
}

function becauseOf({ money, fee, negate }: MoneyReading, { header }: Layout): string {
  const name = (index: number | undefined) => `‘${header[index ?? -1] || `column ${(index ?? 0) + 1}`}’`;
  const amounts =
    money.amount === undefined
      ? `${name(money.credit)} as received and ${name(money.debit)} as spent`
      : `${name(money.amount)} as the amount`;
  const more = [negate && 'the signs turned', fee !== undefined && `${name(fee)} taken off`].filter(Boolean);
  return `The balance of each row adds up with ${[amounts, ...more].join(', ')}`;
}
