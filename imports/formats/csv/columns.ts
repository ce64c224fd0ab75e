import type { Cents } from '#ledger/model/money.ts';
import type { Mapping } from '../../parsed.ts';
import { type DecimalMark, readAmount } from './amounts.ts';
import { balanceChain, isProof } from './balances.ts';
import { type HeaderRole, normalisedHeader } from './headers.ts';
import { type CsvColumn, holdsAmounts, holdsDays, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** The columns of a mapping, and others that a mapping doesn't name. */
export type ColumnRoles = Mapping['columns'] & {
  /** Other dates, used where the first has none. */
  otherDates: readonly number[];
  /** More columns of the title, such as a second line of it. */
  moreTitles: readonly number[];
  /** Texts for a title where there is none, the best first. */
  otherTexts: readonly number[];
  /** Whether the counterparty names an entry, so that the title's columns have its text. */
  isNamedByParty: boolean;
  /** The column of payers, where the counterparty's column names payees only. */
  payer: number | null;
  /** The column of fees that left the account beside the amount. */
  fee: number | undefined;
  note: number | null;
  tags: number | null;
  status: number | null;
  currency: number | null;
  account: number | null;
  category: number | null;
  /** The column of the level below the category. */
  subcategory: number | null;
};

export type MoneyColumns = {
  amount?: number;
  debit?: number;
  credit?: number;
  balance?: number;
  /** Whether the balances say that debits have the other signs than most of them show. */
  areDebitsTurned?: boolean;
  /** Columns that could be the amount where nothing says which; else none. */
  candidates: readonly number[];
};

const NO_MONEY: MoneyColumns = { candidates: [] };
/** The least score with which a header gives a column its role. */
const LEAST_SCORE = 30;
/** The least score of a header that is known as a whole. */
const EXACT_SCORE = 90;
/** The score of headers such as `Soll/Haben`, which say a direction and nothing else. */
const SURE_SCORE = 97.5;
/** Whole numbers with more digits are ids. */
const DIGITS_MAX = 8;
/** The number of lines by which a column can say more than another. */
const RICHER_LINES_MIN = 4;
/** The mean length up to which a text is a word for a direction. */
const DIRECTION_CHARS_MAX = 14;
/** The mean length from which a text is one that was written for an entry. */
const TEXT_CHARS_MIN = 16;
/** The number of columns of numbers that are compared with each other. */
const PAIRED_COLUMNS_MAX = 24;
/** A column with more different values than this names the accounts of others. */
const ACCOUNTS_MAX = 20;

function scoreOf(column: CsvColumn, role: HeaderRole): number {
  return column.roles.get(role) ?? 0;
}

function best(
  columns: readonly CsvColumn[],
  role: HeaderRole,
  fits: (column: CsvColumn) => boolean,
): CsvColumn | undefined {
  let winner: CsvColumn | undefined;
  for (const column of columns) {
    if (scoreOf(column, role) < LEAST_SCORE || !fits(column)) continue;
    if (!winner || scoreOf(column, role) > scoreOf(winner, role)) winner = column;
  }
  return winner;
}

/** The columns of dates, the day of booking first. */
export function dateColumns({ columns, looked }: Layout): number[] {
  const rank = (column: CsvColumn) => {
    const least = looked === 0 ? EXACT_SCORE - 1 : LEAST_SCORE;
    const roles = (
      [
        ['booked', 4],
        ['date', 3],
        ['done', 2],
        ['value', 1],
      ] as const
    ).filter(([role]) => scoreOf(column, role) >= least);
    const byHeader = Math.max(0, ...roles.map(([role, points]) => points + scoreOf(column, role) / 200));
    return byHeader - (column.filled < looked * 0.5 ? 10 : 0);
  };
  const fits = (column: CsvColumn) => (looked > 0 ? holdsDays(column) : rank(column) > 0);
  return columns
    .filter(fits)
    .toSorted((a, b) => rank(b) - rank(a) || a.index - b.index)
    .map(({ index }) => index);
}

/**
 * Finds the columns of money by their headers, and else by what they hold and which balances follow from which amounts.
 */
export function moneyColumns(layout: Layout, entries: readonly TableLine[], mark: DecimalMark): MoneyColumns {
  const { columns, looked } = layout;
  const isMoney = (column: CsvColumn) => holdsAmounts(column) || column.filled === 0;
  // Where there are few lines, a header that can mean nothing else goes before cells that can't be read.
  const isNamed = (column: CsvColumn) =>
    looked < 3 && column.filled > 0 && scoreOf(column, 'amount') >= EXACT_SCORE && column.days === 0;
  const isSpare = (column: CsvColumn) => looked > 0 && column.filled < looked * 0.3;
  // Without entries to look at, only headers that are known as a whole count.
  const isKnown = (column: CsvColumn, role: HeaderRole) => looked > 0 || scoreOf(column, role) >= EXACT_SCORE - 1;
  const fits = (column: CsvColumn) =>
    (isMoney(column) || isNamed(column)) && !isSpare(column) && isKnown(column, 'amount');
  const amount = best(columns, 'amount', fits);
  const debit = best(columns, 'debit', (column) => isMoney(column) && column !== amount);
  const credit = best(columns, 'credit', (column) => isMoney(column) && column !== amount && column !== debit);
  const taken = [amount, debit, credit];
  const balance = best(columns, 'balance', (column) => isMoney(column) && !taken.includes(column));
  const held = balance ? { balance: balance.index } : {};
  if (debit && credit && (!amount || isBetterPair(amount, debit, credit, entries, balance, mark))) {
    return { debit: debit.index, credit: credit.index, ...held, candidates: [] };
  }
  if (amount) {
    const found = balance ? null : unnamedBalance(layout, entries, amount, mark);
    return { amount: amount.index, ...held, ...(found !== null && { balance: found }), candidates: [] };
  }
  const unnamed = moneyByContent(layout, entries, mark, balance);
  if (unnamed.amount !== undefined || unnamed.debit !== undefined) return { ...held, ...unnamed };
  const single = debit ?? credit;
  return single ? { amount: single.index, ...held, candidates: [] } : NO_MONEY;
}

/** The column under an unknown header whose balances follow from the amounts, or null if there is none. */
function unnamedBalance(
  { columns, looked }: Layout,
  entries: readonly TableLine[],
  amount: CsvColumn,
  mark: DecimalMark,
): number | null {
  const isUnknown = (column: CsvColumn) =>
    column !== amount &&
    column.roles.size === 0 &&
    holdsAmounts(column) &&
    !holdsDays(column) &&
    column.filled >= looked * 0.7;
  const balance = columns.filter(isUnknown).find(({ index }) => isProof(chain(entries, amount.index, index, mark)));
  return balance?.index ?? null;
}

/** Two columns are better than one that has no sign of its own while the debits are in another column. */
function isBetterPair(
  amount: CsvColumn,
  debit: CsvColumn,
  credit: CsvColumn,
  entries: readonly TableLine[],
  balance: CsvColumn | undefined,
  mark: DecimalMark,
): boolean {
  if (debit.filled === 0 || amount.negatives > 0) return false;
  if (balance && isProof(chain(entries, amount.index, balance.index, mark))) return false;
  return debit.filled + credit.filled >= amount.filled * 0.9;
}

function moneyByContent(
  layout: Layout,
  entries: readonly TableLine[],
  mark: DecimalMark,
  balance?: CsvColumn,
): MoneyColumns {
  const { columns, looked } = layout;
  const isOther = ({ roles }: CsvColumn) =>
    (['id', 'reference', 'account', 'booked', 'date', 'done', 'value', 'title'] as const).some(
      (role) => (roles.get(role) ?? 0) >= 70,
    );
  const penalised = ({ roles }: CsvColumn) => [...roles.values()].some((score) => score < LEAST_SCORE);
  const numeric = columns.filter(
    (column) =>
      holdsAmounts(column) && !holdsDays(column) && column !== balance && !isOther(column) && !penalised(column),
  );
  const money = numeric.filter(({ monies, amounts }) => monies >= amounts * 0.3);
  const eligible = money.length > 0 ? money : numeric.filter(({ length }) => length <= DIGITS_MAX);
  const steady = eligible.filter(({ filled }) => filled >= looked * 0.7);
  const provenPair = exclusivePairs(numeric, entries, layout, mark, balance).find((pair) =>
    isProvenPair(layout, pair, entries, mark),
  );
  const proven =
    provenPair ??
    provenBy(steady, entries, mark, balance) ??
    exclusivePairs(eligible, entries, layout, mark, balance)[0];
  if (proven) return proven;
  const [first] = steady;
  if (!first) return eligible[0] ? { amount: eligible[0].index, candidates: [] } : NO_MONEY;
  if (steady.length === 1 || balance) return { amount: first.index, candidates: [] };
  const signed = steady.find(({ negatives }) => negatives > 0) ?? first;
  const rest = steady.find((column) => column !== signed);
  return {
    amount: signed.index,
    ...(rest ? { balance: rest.index } : {}),
    candidates: steady.map(({ index }) => index),
  };
}

/** The amount in a cell of a line, in cents, or null if the cell has none that can be read. */
export function centsIn({ cells }: TableLine, column: number, mark: DecimalMark): Cents | null {
  const cell = (cells[column] ?? '').trim();
  const amount = cell === '' ? null : readAmount(cell, mark);
  return typeof amount === 'number' ? amount : null;
}

/** The amounts of a column, line by line, as `centsIn` reads them. */
export function amountsOfColumn(entries: readonly TableLine[], column: number, mark: DecimalMark): (Cents | null)[] {
  return entries.map((line) => centsIn(line, column, mark));
}

function chain(entries: readonly TableLine[], amount: number, balance: number, mark: DecimalMark) {
  return balanceChain(amountsOfColumn(entries, amount, mark), amountsOfColumn(entries, balance, mark));
}

/**
 * The amount and the balance, where the balances follow from the amounts, or stand before and after each amount in its
 * line.
 */
function provenBy(
  columns: readonly CsvColumn[],
  entries: readonly TableLine[],
  mark: DecimalMark,
  known?: CsvColumn,
): MoneyColumns | null {
  const indexes = [...columns, ...(known ? [known] : [])].slice(0, 8).map(({ index }) => index);
  const cells = new Map(indexes.map((index) => [index, amountsOfColumn(entries, index, mark)]));
  const centsOf = (index: number) => cells.get(index) ?? [];
  let proof: { money: MoneyColumns; hits: number } | null = null;
  for (const amount of indexes) {
    for (const balance of indexes) {
      if (amount === balance || amount === known?.index) continue;
      const after = balanceChain(centsOf(amount), centsOf(balance));
      if (isProof(after) && after.hits > (proof?.hits ?? 0)) {
        proof = { money: { amount, balance, candidates: [] }, hits: after.hits };
      }
      // Balances before each amount are those after the amount of the next line, or of the line above.
      for (const shifted of [
        [...centsOf(balance).slice(1), null],
        [null, ...centsOf(balance).slice(0, -1)],
      ]) {
        const before = balanceChain(centsOf(amount), shifted);
        if (isProof(before) && before.hits > (proof?.hits ?? 0))
          proof = { money: { amount, candidates: [] }, hits: before.hits };
      }
    }
  }
  if (proof) return proof.money;
  // In one line the amount and the balance before can change places, so an amount below 0 goes first.
  const isBelow = (index: number) => (centsOf(index).some((cents) => (cents ?? 0) < 0) ? 0 : 1);
  for (const amount of indexes.toSorted((a, b) => isBelow(a) - isBelow(b) || b - a)) {
    for (const before of indexes) {
      for (const after of indexes) {
        if (amount === before || amount === after || before === after) continue;
        const sums = centsOf(amount).map(
          (cents, row) => (centsOf(after)[row] ?? 0) - (centsOf(before)[row] ?? 0) === cents && cents !== 0,
        );
        const moves = sums.filter(Boolean).length;
        if (moves >= 1 && moves >= sums.length * 0.9) return { amount, balance: after, candidates: [] };
      }
    }
  }
  return null;
}

/** Pairs of columns where each line fills just one, the spent amounts first unless balances say otherwise. */
function exclusivePairs(
  columns: readonly CsvColumn[],
  entries: readonly TableLine[],
  { looked }: Layout,
  mark: DecimalMark,
  known?: CsvColumn,
): MoneyColumns[] {
  const pairs: MoneyColumns[] = [];
  const compared = columns.slice(0, PAIRED_COLUMNS_MAX);
  for (const first of compared) {
    for (const second of compared.filter(({ index }) => index > first.index)) {
      const isExclusive = entries.every(
        ({ cells }) => isNothing(cells[first.index]) !== isNothing(cells[second.index]),
      );
      if (!isExclusive || first.filled + second.filled < looked) continue;
      const balance =
        known ?? columns.findLast((column) => column !== first && column !== second && column.filled >= looked * 0.7);
      const debits = amountsOfColumn(entries, first.index, mark);
      const credits = amountsOfColumn(entries, second.index, mark);
      const turned = credits.map((cents, index) => (-(cents ?? 0) + (debits[index] ?? 0)) as Cents);
      const isTurned =
        balance !== undefined && isProof(balanceChain(turned, amountsOfColumn(entries, balance.index, mark)));
      const [debit, credit] = isTurned ? [second.index, first.index] : [first.index, second.index];
      pairs.push({ debit, credit, ...(balance ? { balance: balance.index } : {}), candidates: [] });
    }
  }
  return pairs;
}

/** Whether the balances follow from a column of spent amounts and one of received amounts. */
function isProvenPair(layout: Layout, money: MoneyColumns, entries: readonly TableLine[], mark: DecimalMark): boolean {
  const { debit, credit, balance } = money;
  if (debit === undefined || credit === undefined || balance === undefined) return false;
  const debits = amountsOfColumn(entries, debit, mark);
  const signs = signsOfPair(layout, money);
  const amounts = amountsOfColumn(entries, credit, mark).map(
    (cents, index) => (signs.received * (cents ?? 0) + signs.spent * (debits[index] ?? 0)) as Cents,
  );
  return isProof(balanceChain(amounts, amountsOfColumn(entries, balance, mark)));
}

/**
 * The signs by which a pair of columns becomes an amount, `spent * cents + received * cents`: columns that are mostly
 * below 0 have their sign already, and a reversal in a column of debits is received.
 */
export function signsOfPair(
  { columns }: Layout,
  {
    debit,
    credit,
    areDebitsTurned = false,
  }: { debit?: number | undefined; credit?: number | undefined; areDebitsTurned?: boolean },
) {
  const isMostlyNegative = (index: number | undefined) => {
    const column = columns[index ?? -1];
    return column !== undefined && column.negatives > column.filled / 2;
  };
  const isDebitNegative = isMostlyNegative(debit) !== areDebitsTurned;
  // Some cards write what was paid to them below 0 in a column of its own.
  return { spent: isDebitNegative ? 1 : -1, received: !isDebitNegative && isMostlyNegative(credit) ? -1 : 1 };
}

function isNothing(cell: string | undefined): boolean {
  return /^[-+]?0*(?:[.,]0*)?$/.test((cell ?? '').trim());
}

/**
 * The column that says of each amount whether it was spent, where amounts have no sign of their own; else undefined.
 */
export function signColumn({ columns, looked }: Layout, amount: number | undefined): number | undefined {
  const money = columns.find(({ index }) => index === amount);
  if (!money) return undefined;
  // A header that can mean nothing else counts even where amounts have signs.
  const sure = best(
    columns,
    'sign',
    (column) => scoreOf(column, 'sign') >= SURE_SCORE && column.index !== amount && column.directions > 0,
  );
  const isSigned = money.negatives > money.filled * 0.05;
  if (sure && sure.directions >= sure.filled * (isSigned ? 1 : 0.5)) return sure.index;
  if (isSigned) return undefined;
  const all = columns.filter(
    ({ index, directions, filled }) =>
      index !== amount && directions >= filled * 0.95 && filled >= looked * 0.9 && filled > 0,
  );
  const byHeader = best(all, 'sign', () => true) ?? best(all, 'kind', () => true);
  const isPlain = ({ roles, length, distinct }: CsvColumn) => roles.size === 0 && length <= 7 && distinct <= 4;
  // Under any header, a few words for directions are directions: `Income/Expense`, `Kind`.
  const areWords = ({ length, distinct }: CsvColumn) => distinct >= 2 && distinct <= 4 && length <= DIRECTION_CHARS_MAX;
  return (byHeader ?? all.find(isPlain) ?? all.find(areWords))?.index;
}

/** Accounts by these headers are the file's own only where they stand before the date or never change. */
const VAGUE_ACCOUNTS = new Set([
  'iban',
  'kontonummer',
  'kontonr',
  'konto',
  'account number',
  'account no',
  'product',
  'card number',
  'card no',
  'card',
]);

/** The other columns: texts, ids, currency and account. `others` are those that a mapping gives another role. */
export function otherColumns(
  layout: Layout,
  money: MoneyColumns & { date: number; sign?: number | undefined },
  others: readonly (number | null | undefined)[] = [],
) {
  const { columns, looked } = layout;
  const { candidates: _, areDebitsTurned: _turned, ...used } = money;
  const taken = new Set([...Object.values(used), ...others]);
  const free = columns.filter((column) => !taken.has(column.index) && !holdsDays(column));
  const isMain = ({ filled }: CsvColumn) => looked === 0 || filled > 0;
  const currency = best(free, 'currency', ({ filled, currencies }) => filled > 0 && currencies >= filled * 0.9);
  const account = best(free, 'account', (column) => {
    const { distinct, filled, monies, index } = column;
    if (column === currency || filled === 0 || monies > 0 || distinct > ACCOUNTS_MAX) return false;
    if (looked > 3 && distinct > looked * 0.7) return false;
    if (!VAGUE_ACCOUNTS.has(normalisedHeader(column.header)) && scoreOf(column, 'account') >= EXACT_SCORE) return true;
    const isRepeated = distinct < filled && distinct <= Math.max(1, looked * 0.7);
    return isRepeated && (index < money.date || (distinct === 1 && looked > 2));
  });
  const id = idColumn(free, looked);
  const texts = free.filter((column) => column !== currency && column !== account && column !== id && isMain(column));
  const titles = titleColumns(texts, layout);
  const worth = (column: CsvColumn) => Math.max(scoreOf(column, 'title'), scoreOf(column, 'kind'));
  const rest = texts.filter((column) => !titles.includes(column)).toSorted((a, b) => worth(b) - worth(a));
  const varies = (column: CsvColumn) => column.distinct > 1 || looked < 4;
  const party = best(rest, 'party', varies) ?? best(rest, 'party', () => true);
  const payer = party && best(rest, 'payer', (column) => column !== party && scoreOf(column, 'payer') >= EXACT_SCORE);
  const isCategory = (column: CsvColumn) => column !== party && !holdsAmounts(column);
  const category = best(rest, 'category', (column) => isCategory(column) && !column.roles.has('subcategory'));
  // Alone, it is a kind of payment that a bank calls so.
  const subcategory = category && best(rest, 'subcategory', isCategory);
  return {
    currency,
    account,
    id,
    titles,
    party: party ?? best(rest, 'payer', () => true),
    payer,
    category,
    subcategory,
    rest,
  };
}

/** Whether most cells of a column have a word: ids have none. */
function isOfWords({ words, filled }: CsvColumn): boolean {
  return words > filled / 2;
}

function idColumn(columns: readonly CsvColumn[], looked: number): CsvColumn | undefined {
  const isUsed = ({ filled, distinct }: CsvColumn) => filled > 0 && (distinct > 1 || looked < 3);
  return (
    best(columns, 'id', isUsed) ??
    best(
      columns,
      'reference',
      (column) =>
        isUsed(column) &&
        column.length >= 8 &&
        column.amounts === 0 &&
        column.distinct === looked &&
        !isOfWords(column),
    )
  );
}

/** The columns of the title: the column whose header fits best, and the columns of the same header but for a number. */
function titleColumns(texts: readonly CsvColumn[], { looked }: Layout): CsvColumn[] {
  const worth = (column: CsvColumn) => {
    const score = scoreOf(column, 'title');
    if (score < LEAST_SCORE || holdsAmounts(column)) return 0;
    return score - (column.filled < looked * 0.3 ? 50 : 0) - (column.distinct === 1 && looked > 3 ? 40 : 0);
  };
  const named = texts.filter((column) => worth(column) > 0).toSorted((a, b) => worth(b) - worth(a))[0];
  if (!named) {
    const hasParty = texts.some((column) => scoreOf(column, 'party') >= 70);
    // Beside a name, only a long text under a header that isn't known.
    const isText = (column: CsvColumn) =>
      column.filled > 0 &&
      !holdsAmounts(column) &&
      !column.roles.has('party') &&
      !column.roles.has('category') &&
      !column.roles.has('subcategory') &&
      (!hasParty || (column.roles.size === 0 && column.length >= TEXT_CHARS_MIN && column.distinct > 1));
    const weight = ({ length, distinct, filled }: CsvColumn) =>
      Math.min(length, 60) * (0.05 + (distinct / Math.max(1, filled)) ** 2) * filled;
    const longest = texts.filter(isText).toSorted((a, b) => weight(b) - weight(a))[0];
    return longest ? [longest] : [];
  }
  const richer = richerTitle(named, texts, looked);
  if (richer) return [richer];
  const base = (column: CsvColumn) => normalisedHeader(column.header).replace(/ ?\d+$/, '');
  const more = texts.filter((column) => column !== named && base(column) === base(named) && column.filled > 0);
  return [named, ...more.toSorted((a, b) => a.index - b.index)].toSorted((a, b) => a.index - b.index);
}

/**
 * The column of texts that says more than the column named as the title, where that has a few words that come again and
 * again, such as kinds of payments, or is empty on many lines; undefined where there is none.
 */
function richerTitle(named: CsvColumn, texts: readonly CsvColumn[], looked: number): CsvColumn | undefined {
  const isPoor = named.distinct <= named.filled / 2 && named.words > 0;
  const isSpare = named.filled < looked * 0.9;
  if (looked < RICHER_LINES_MIN || (!isPoor && !isSpare)) return undefined;
  const isRicher = (column: CsvColumn) =>
    column !== named &&
    column.filled >= looked * 0.95 &&
    column.words >= column.filled * 0.8 &&
    column.distinct >= Math.max(2 * Math.min(named.distinct, named.filled), looked * 0.6) &&
    !holdsAmounts(column) &&
    ['party', 'payer', 'category', 'subcategory', 'account', 'id'].every(
      (role) => !column.roles.has(role as HeaderRole),
    );
  return texts.filter(isRicher).toSorted((a, b) => b.distinct - a.distinct)[0];
}
