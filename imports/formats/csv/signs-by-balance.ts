import type { Cents } from '#ledger/model/money.ts';
import type { ParseOptions, Question } from '../../parsed.ts';
import type { DecimalMark } from './amounts.ts';
import { amountsOfColumn, centsIn, dateColumns, moneyColumns, otherColumns, signColumn } from './columns.ts';
import { looksLikeDay } from './dates.ts';
import { directionOf } from './headers.ts';
import { isEntry, type Layout, LOOKED_LINES } from './layout.ts';
import { INTO, OUT } from './questions.ts';
import type { TableLine } from './syntax.ts';

/** Fewer balances that follow prove no signs. */
const HITS_MIN = 2;
/** A column of more different texts says a direction only where each stands on two lines or more; of more, never. */
const DIRECTIONS_MAX = 3;
const WORDS_MAX = 12;

/** A table whose amounts have the signs that its balances prove, and the question for lines without one before. */
type SignedTable = { table: readonly TableLine[]; question: Question | null };

/**
 * Writes a minus before each amount that its balance proves to be spent, where no amount has a sign and no word says
 * it: each balance is the balance of the line before, plus or minus the amount (product 11.10). The first line of an
 * account has the sign of lines with the same word in a column whose words agree with all signs, else it is asked for.
 * Returns null if the balances prove no signs.
 */
export function withSignsOfBalances(
  table: readonly TableLine[],
  layout: Layout,
  lines: readonly TableLine[],
  mark: DecimalMark,
  { mapping, answers }: ParseOptions,
): SignedTable | null {
  if (mapping?.columns.sign !== undefined || mapping?.negate || mapping?.columns.debit !== undefined) return null;
  const money = moneyColumns(layout, lines.slice(0, LOOKED_LINES).filter(isEntry), mark);
  const amount = mapping?.columns.amount ?? money.amount;
  const balance = mapping?.columns.balance ?? money.balance;
  if (amount === undefined || balance === undefined || amount === balance) return null;
  if ((layout.columns[amount]?.negatives ?? 1) > 0 || signColumn(layout, amount) !== undefined) return null;
  const entries = lines.filter((line) => [amount, balance].every((index) => centsIn(line, index, mark) !== null));
  const { account } = otherColumns(layout, { amount, balance, date: dateColumns(layout)[0] ?? -1, candidates: [] });
  const signs = new Map<TableLine, Sign>();
  const without: TableLine[] = [];
  const accountOf = ({ cells }: TableLine) => (account ? (cells[account.index] ?? '') : '');
  for (const own of Map.groupBy(entries, accountOf).values()) {
    const proven = signsOf(own, { amount, balance }, mark);
    if (!proven) return null;
    for (const [line, sign] of proven) signs.set(line, sign);
    without.push(...own.filter((line) => !proven.has(line)));
  }
  if (![...signs.values()].includes(OUT)) return null;
  const byWord = signsByWord(layout, signs, [amount, balance, account?.index ?? -1]);
  const unknown = without.filter((line) => !byWord(line));
  const given = [OUT, INTO].find((value) => value === answers.direction) ?? null;
  for (const line of without) signs.set(line, byWord(line) ?? given ?? OUT);
  const [first] = unknown;
  return {
    table: table.map((line) => (signs.get(line) === OUT ? spent(line, amount) : line)),
    question: first ? questionOf(first, amount, given) : null,
  };
}

type Sign = typeof OUT | typeof INTO;

function spent({ line, cells, written }: TableLine, amount: number): TableLine {
  return {
    line,
    cells: cells.map((cell, index) => (index === amount ? `-${cell.trim()}` : cell)),
    written: written ?? cells,
  };
}

/**
 * The signs of the lines of an account, as the balances prove them down or up the file, or null if a balance is
 * neither more nor less by the amount, or where both directions fit.
 */
function signsOf(
  lines: readonly TableLine[],
  { amount, balance }: { amount: number; balance: number },
  mark: DecimalMark,
): ReadonlyMap<TableLine, Sign> | null {
  const amounts = amountsOfColumn(lines, amount, mark);
  const balances = amountsOfColumn(lines, balance, mark);
  const down = signsDown(lines, amounts, balances);
  const up = signsDown(lines.toReversed(), amounts.toReversed(), balances.toReversed());
  if (down && up) return null;
  const proven = down ?? up;
  return proven && (proven.size >= HITS_MIN || lines.length <= HITS_MIN) ? proven : null;
}

function signsDown(
  lines: readonly TableLine[],
  amounts: readonly (Cents | null)[],
  balances: readonly (Cents | null)[],
): ReadonlyMap<TableLine, Sign> | null {
  const signs = new Map<TableLine, Sign>();
  for (const [index, line] of lines.entries()) {
    const [before, after, cents] = [balances[index - 1], balances[index], amounts[index]];
    if (index === 0) continue;
    if (before == null || after == null || cents == null) return null;
    if (after - before === cents) signs.set(line, INTO);
    else if (before - after === cents) signs.set(line, OUT);
    else return null;
  }
  return signs;
}

/** Tells the sign of a line by a word, in a column whose every word stands beside one sign alone. */
function signsByWord(
  { columns }: Layout,
  signs: ReadonlyMap<TableLine, Sign>,
  others: readonly number[],
): (line: TableLine) => Sign | undefined {
  const byWord = columns.flatMap(({ index, distinct, days, roles }) => {
    if (others.includes(index) || days > 0 || distinct < 2 || distinct > WORDS_MAX) return [];
    const signsOfWords = new Map<string, Sign>();
    for (const [{ cells }, sign] of signs) {
      const word = (cells[index] ?? '').trim();
      if ((signsOfWords.get(word) ?? sign) !== sign) return [];
      signsOfWords.set(word, sign);
    }
    const areFew = distinct <= DIRECTIONS_MAX || signsOfWords.size * 2 <= signs.size;
    return areFew && new Set(signsOfWords.values()).size === 2
      ? [{ index, signsOfWords, isNamed: roles.has('sign') || roles.has('kind') }]
      : [];
  });
  return ({ cells }) => {
    const own = new Set(
      byWord.flatMap(({ index, signsOfWords, isNamed }) => {
        const word = (cells[index] ?? '').trim();
        return signsOfWords.get(word) ?? (isNamed ? signOf(word) : []);
      }),
    );
    return own.size === 1 ? [...own][0] : undefined;
  };
}

function signOf(word: string): Sign | [] {
  const direction = directionOf(word);
  if (direction === null) return [];
  return direction === 'debit' ? OUT : INTO;
}

function questionOf({ cells }: TableLine, amount: number, given: Sign | null): Question {
  const texts = cells.filter((cell, index) => index !== amount && !looksLikeDay(cell) && /\p{L}/u.test(cell));
  const title = texts.toSorted((a, b) => b.length - a.length)[0]?.trim() ?? '';
  return {
    id: 'direction',
    account: null,
    text: `Which way did ${[(cells[amount] ?? '').trim(), title && `‘${title}’`].filter(Boolean).join(' of ')} go?`,
    choices: [
      { value: OUT, label: 'Out of this account' },
      { value: INTO, label: 'Into this account' },
    ],
    answer: given ?? OUT,
    isOpen: given === null,
  };
}
