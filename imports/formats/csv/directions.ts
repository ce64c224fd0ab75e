import type { Cents } from '#ledger/model/money.ts';
import type { ParseOptions, Question } from '../../parsed.ts';
import { type DecimalMark, looksLikeAmount, readAmount } from './amounts.ts';
import { balanceChain, isProof } from './balances.ts';
import { cardWords } from './card-words.ts';
import type { MoneyColumns } from './columns.ts';
import { looksLikeDay } from './dates.ts';
import { directionOf, normalisedHeader } from './headers.ts';
import { type CsvColumn, holdsAmounts, holdsDays, type Layout } from './layout.ts';
import { INTO, isNegated, OUT } from './questions.ts';
import type { TableLine } from './syntax.ts';

/** The column that says of each amount whether it was spent, the words that say so, and the question for them. */
export type Direction = { sign: number | undefined; debitWords: readonly string[] | null; question: Question | null };

const WORDS_MAX = 3;
const WORD_CHARS_MAX = 12;
const NEITHER = 'none';
/** A header that names two directions, such as `I/O` and `In/Out`. */
const TWO_WORDS = /^[\p{L}\p{N}+-]{1,8} ?\/ ?[\p{L}\p{N}+-]{1,8}$/u;
/** Words of two states that are no directions. */
const STATES = new RegExp(
  '^(?:y|n|yes|no|true|false|ja|nein|nee|oui|non|si|posted|pending|cleared|uncleared|booked|completed|' +
    'settled|reconciled|gebucht|vorgemerkt)$',
);

/**
 * Gives the word that means that money was spent, where amounts have no sign and a column has two or three unknown
 * words (`I` and `O`): by the running balances, else by the answer, which it asks for (product 11.10). Null if there
 * is no such column. `sign` is the column of directions that was detected, if any.
 */
export function askedDirection(
  layout: Layout,
  entries: readonly TableLine[],
  money: MoneyColumns,
  sign: number | undefined,
  mark: DecimalMark,
  { mapping, answers }: ParseOptions,
): Direction | null {
  const { amount, balance } = money;
  const column = amount === undefined ? undefined : layout.columns[amount];
  if (!column || amount === undefined || column.negatives > 0) return null;
  if (mapping?.columns.sign !== undefined || mapping?.negate !== undefined) return null;
  const ofCard = cardWords(layout, entries);
  if (ofCard && balance === undefined) return { sign: ofCard.column, debitWords: ofCard.charges, question: null };
  if (isNegated(layout, entries, money, mark)) return null;
  const centsOf = (index: number) =>
    entries.map(({ cells }) => {
      const cents = readAmount((cells[index] ?? '').trim(), mark);
      return typeof cents === 'number' ? cents : null;
    });
  const amounts = centsOf(amount);
  const balances = balance === undefined ? [] : centsOf(balance);
  if (isProof(balanceChain(amounts, balances))) return null;
  const beside = besideKnownWords(layout, entries, { amount, amounts, balances }, answers.direction);
  if (beside) return beside;
  const unknown = unknownWords(layout, entries, amount, sign);
  if (!unknown) return null;
  const { index, header, lines } = unknown;
  const words = [...new Set(lines)].filter((word) => word !== '');
  const proven = words.filter((word) => {
    const turned = amounts.map((cents, position) =>
      lines[position] === word && cents !== null ? ((0 - cents) as Cents) : cents,
    );
    const chain = balanceChain(turned, balances);
    return chain.hits >= 2 && isProof(chain);
  });
  if (proven.length === 1) return { sign: index, debitWords: proven, question: null };
  const count = (word: string) => lines.filter((line) => line === word).length;
  const given = [...words, NEITHER].find((word) => word === answers.direction) ?? null;
  // Most entries are expenses.
  const answer = given ?? words.toSorted((a, b) => count(b) - count(a))[0] ?? NEITHER;
  const question: Question = {
    id: 'direction',
    account: null,
    text: `Which word in ${header || `column ${index + 1}`} says that money was spent?`,
    choices: [...words.map((word) => ({ value: word, label: word })), { value: NEITHER, label: 'None of them' }],
    answer,
    isOpen: given === null,
  };
  return answer === NEITHER
    ? { sign: undefined, debitWords: null, question }
    : { sign: index, debitWords: [answer], question };
}

type Money = { amount: number; amounts: readonly (Cents | null)[]; balances: readonly (Cents | null)[] };

/**
 * The column whose words are known for spent and for received, beside one or two others such as `Transfer`, and the
 * question which way the money of these goes, unless the balances say it, or null if there is none.
 */
function besideKnownWords(
  { columns, looked }: Layout,
  entries: readonly TableLine[],
  { amount, amounts, balances }: Money,
  answer: ParseOptions['answers'][string] | undefined,
): Direction | null {
  for (const { index, roles, header, distinct, filled } of columns) {
    const isNamed = roles.has('sign') || roles.has('kind') || TWO_WORDS.test(header);
    if (index === amount || filled < looked * 0.9 || distinct < 3 || distinct > 6) continue;
    const words = [...new Set(entries.map(({ cells }) => (cells[index] ?? '').trim()))].filter((word) => word !== '');
    // Under another header, letters such as D and C are names.
    if (!isNamed && words.some((word) => word.length < 2)) continue;
    const debits = words.filter((word) => directionOf(word) === 'debit');
    const others = words.filter((word) => directionOf(word) === null);
    if (debits.length === 0 || debits.length + others.length === words.length) continue;
    if (others.length === 0 || others.length > 2) continue;
    const proves = (debitWords: readonly string[]) => {
      const turned = entries.map(({ cells }, place) => {
        const cents = amounts[place] ?? null;
        const isSpent = debitWords.includes((cells[index] ?? '').trim());
        return cents !== null && isSpent ? ((0 - cents) as Cents) : cents;
      });
      const chain = balanceChain(turned, balances);
      return chain.hits >= 2 && isProof(chain);
    };
    const proven = [[...debits, ...others], debits].find(proves);
    if (proven) return { sign: index, debitWords: proven, question: null };
    const given = [OUT, INTO].find((value) => value === answer) ?? null;
    const names = others.map((word) => `‘${word}’`).join(' and ');
    const question: Question = {
      id: 'direction',
      account: null,
      text: `Which way does the money of ${names} go?`,
      choices: [
        { value: OUT, label: 'Out of this account' },
        { value: INTO, label: 'Into this account' },
      ],
      answer: given ?? OUT,
      isOpen: given === null,
    };
    return { sign: index, debitWords: given === INTO ? debits : [...debits, ...others], question };
  }
  return null;
}

/** The column of directions in words that aren't known, and its word on each line. */
function unknownWords(
  layout: Layout,
  entries: readonly TableLine[],
  amount: number,
  sign: number | undefined,
): { index: number; header: string; lines: readonly string[] } | null {
  const { columns, looked } = layout;
  const linesOf = ({ index }: CsvColumn) => entries.map(({ cells }) => (cells[index] ?? '').trim());
  const isWord = (word: string) =>
    word.length <= WORD_CHARS_MAX &&
    !looksLikeDay(word) &&
    (/^\d$/.test(word) || !(looksLikeAmount(word) && /\d/.test(word))) &&
    !STATES.test(normalisedHeader(word));
  const isOther = (column: CsvColumn, named: CsvColumn) =>
    named !== column && !holdsAmounts(named) && !holdsDays(named) && named.distinct > column.distinct;
  const fits = (column: CsvColumn) => {
    const { index, header, roles, distinct, filled } = column;
    if (index === amount || holdsDays(column) || filled < looked * 0.9) return false;
    // Numbers are words only of a column of single digits that is called a type or a code.
    if (holdsAmounts(column) && !((roles.has('sign') || roles.has('kind')) && column.length === 1)) return false;
    if (distinct < 2 || distinct > WORDS_MAX) return false;
    if (index === sign || roles.has('sign') || TWO_WORDS.test(header)) return true;
    // Under another header, or none, two words that come again and again, beside a text that says what for.
    const isVague = roles.size === 0 || roles.has('kind');
    return isVague && distinct === 2 && looked > 2 && columns.some((named) => isOther(column, named));
  };
  const candidates =
    sign === undefined ? columns.filter(fits) : columns.filter((column) => column.index === sign && fits(column));
  const isNamed = ({ roles, header }: CsvColumn) => roles.has('sign') || TWO_WORDS.test(header);
  for (const column of candidates.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))) {
    const lines = linesOf(column);
    const words = [...new Set(lines)].filter((word) => word !== '');
    const known = words.map(directionOf);
    const isCurrency = words.every((word) => /^[A-Z]{3}$/.test(word)) && !isNamed(column);
    if (words.length < 2 || words.length > WORDS_MAX + 1 || isCurrency || !words.every(isWord)) continue;
    // Where a word for spent is known, others are not; where only words for received are, another may be.
    if (known.includes('debit') || known.every((word) => word === 'credit')) continue;
    return { index: column.index, header: column.header, lines };
  }
  return null;
}
