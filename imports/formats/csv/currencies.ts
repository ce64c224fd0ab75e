import type { Cents } from '#ledger/model/money.ts';
import type { ParseOptions, Question } from '../../parsed.ts';
import { CURRENCY_CODES, currencyIn } from './amounts.ts';
import { balanceChain } from './balances.ts';
import type { ColumnRoles } from './columns.ts';
import { currencyOfHeader } from './headers.ts';
import type { Layout } from './layout.ts';
import type { CurrencySource, ReadRows } from './rows.ts';
import type { TableLine } from './syntax.ts';

/**
 * Finds where lines of several currencies say which one they are in (product 11.10). `named` is the column by its
 * header.
 */
export function currencySource(layout: Layout, entries: readonly TableLine[], roles: ColumnRoles): CurrencySource {
  if (roles.currency !== null) return { column: roles.currency, isBesideAmount: false, isNamed: true };
  // Each cell of the column that isn't empty has to name one.
  const areSeveral = (index: number, codeIn: (cell: string) => string | null) => {
    const codes = new Set<string>();
    for (const { cells } of entries) {
      const cell = (cells[index] ?? '').trim();
      const code = cell === '' ? '' : codeIn(cell);
      if (code === null) return false;
      if (code !== '') codes.add(code);
    }
    return codes.size > 1;
  };
  const isText = ({ roles: named, currencies, filled }: Layout['columns'][number]) =>
    named.size === 0 && currencies > 0 && currencies === filled;
  const column = layout.columns.find((candidate) => isText(candidate) && areSeveral(candidate.index, codeAlone));
  if (column) return { column: column.index, isBesideAmount: false, isNamed: false };
  const { amount } = roles;
  const isBesideAmount = amount !== undefined && areSeveral(amount, currencyIn);
  return { column: null, isBesideAmount, isNamed: layout.headerAt !== null };
}

function codeAlone(cell: string): string | null {
  return CURRENCY_CODES.has(cell) ? cell : null;
}

/**
 * Tells the accounts of a file apart by the currency of their rows, unless their running balance goes on from one
 * currency to the other, or the amounts' header names one: then a column has the currencies of purchases, and the
 * account has the currency of most rows. Where no header says that lines are in several currencies, asks (product
 * 11.10). Changes the accounts of the rows.
 */
export function splitByCurrency(
  read: ReadRows,
  { header }: Layout,
  { amount, debit }: ColumnRoles,
  { isNamed }: CurrencySource,
  { answers }: ParseOptions,
  areInColumns = false,
): Question | null {
  const inHeader = areInColumns ? null : currencyOfHeader(header[amount ?? debit ?? 0] ?? '');
  const currencyOfRows = read.currencyOfRows;
  for (const places of Map.groupBy(bookedPlaces(read), (index) => read.rows[index]?.account ?? '').values()) {
    const currencies = places.map((index) => currencyOfRows[index] ?? null);
    if (new Set(currencies).size < 2) continue;
    const amounts = places.map((index) => read.rows[index]?.amount ?? null);
    const balances = places.map((index) => read.balances[index] ?? null);
    const isOne = inHeader !== null || goesOn(amounts, balances, currencies);
    const home = isOne ? (inHeader ?? mostOf(currencies)) : null;
    if (isOne) for (const index of places) currencyOfRows[index] = home;
  }
  const codes = [...new Set(currencyOfRows.filter((code) => code !== null && /^[A-Z]{3}$/.test(code)))];
  let question: Question | null = null;
  let isSplit = codes.length > 1;
  if (isSplit && !isNamed) {
    const given = ['apart', 'together'].find((value) => value === answers.currency) ?? null;
    const answer = given ?? 'apart';
    isSplit = answer === 'apart';
    question = {
      id: 'currency',
      account: null,
      text: `Are the amounts in several currencies, ${codes.join(' and ')}?`,
      choices: [
        { value: 'apart', label: 'Yes, each currency is an account of its own' },
        { value: 'together', label: 'No, all are in the currency of one account' },
      ],
      answer,
      isOpen: given === null,
    };
  }
  read.currencies.clear();
  for (const [index, row] of read.rows.entries()) {
    const currency = currencyOfRows[index] ?? null;
    if (isSplit && currency !== null) row.account = `${row.account} ${currency}`.trim();
    // Together nothing says which of the currencies it is.
    const isKnown = isSplit || codes.length < 2;
    if (!read.currencies.get(row.account)) read.currencies.set(row.account, isKnown ? currency : null);
  }
  return question;
}

/** The places of rows that the bank has booked; the others are in no balance. */
function bookedPlaces({ rows }: ReadRows): number[] {
  return [...rows.keys()].filter((index) => !rows[index]?.notBooked);
}

/**
 * Whether running balances follow from one row to the next where their currencies differ; a balance of 0 proves
 * nothing.
 */
function goesOn(
  amounts: readonly (Cents | null)[],
  balances: readonly (Cents | null)[],
  currencies: readonly (string | null)[],
): boolean {
  const { direction } = balanceChain(amounts, balances);
  let hits = 0;
  let misses = 0;
  for (let index = 1; index < currencies.length; index += 1) {
    if (currencies[index] === currencies[index - 1]) continue;
    const [before, after] = direction === 'down' ? [index - 1, index] : [index, index - 1];
    const [from, to, amount] = [balances[before] ?? null, balances[after] ?? null, amounts[after] ?? null];
    if (from === null || to === null || amount === null || from === 0) continue;
    if (to - from === amount) hits += 1;
    else misses += 1;
  }
  return hits > 0 && misses * 4 <= hits;
}

function mostOf(currencies: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const code of currencies) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
