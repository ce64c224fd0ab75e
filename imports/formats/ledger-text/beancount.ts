import { dayInField, oneLine } from '../../fields.ts';
import {
  emptyJournal,
  type Journal,
  journalAccount,
  journalAmount,
  LINE_CHARACTERS_MAX,
  type WrittenEntry,
  type WrittenLine,
  writtenPosting,
} from './journal.ts';

const DATED = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})\s+([a-z]+|[*!&#?%A-Z])(?=\s|"|$)\s*(.*)$/s;
const POSTING = /^\s+(?:[*!&#?%A-Z]\s+)?([^\s:"]+(?::[^\s:]+)+)(?:\s+(.*))?$/s;
const COMMODITY = /^[A-Z][\w'._-]*$/;
const ROOTS = {
  name_assets: 'has',
  name_liabilities: 'owes',
  name_equity: 'other',
  name_income: 'Income',
  name_expenses: 'Expense',
} as const;

/** Whether a text has lines that only Beancount writes. */
export function isBeancount(text: string): boolean {
  return (
    /^\d{4}[-/]\d{1,2}[-/]\d{1,2}[ \t]+(open|balance|pad|close)[ \t]+[^\s:]+:\S/m.test(text) ||
    /^\d{4}[-/]\d{1,2}[-/]\d{1,2}[ \t]+(txn|[*!])[ \t]*"[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)?[ \t]+\S+:\S/m.test(text)
  );
}

/** Reads a journal of Beancount: transactions, balances, pads and accounts; other directives say nothing of rows. */
export function readBeancount(text: string): Journal {
  const journal = emptyJournal('beancount');
  // '' is any commodity: the decimal mark of Beancount is always a point.
  journal.marks.set('', '.');
  let entry: WrittenEntry | null = null;
  for (const [index, whole] of text.split('\n').entries()) {
    const line = index + 1;
    const content = withoutComment(whole.slice(0, LINE_CHARACTERS_MAX)).trimEnd();
    if (content === '') continue;
    if (/^\s/.test(content)) {
      const [, account, rest = ''] = POSTING.exec(content) ?? [];
      if (entry && account)
        entry.postings.push({
          line,
          account: journalAccount(account),
          ...writtenPosting(rest, { hasLots: true }),
          note: null,
        });
      continue;
    }
    entry = null;
    const [, year, month, day, word = '', rest = ''] = DATED.exec(content) ?? [];
    if (year === undefined) readDirective(journal, content);
    else {
      const date = dayInField(Number(year), Number(month), Number(day));
      entry = readDated(journal, { line, date, word, rest });
    }
  }
  return journal;
}

function readDated(
  journal: Journal,
  { line, date, word, rest }: { line: number; date: string | null; word: string; rest: string },
): WrittenEntry | null {
  if (word === 'txn' || word.length === 1) {
    const [first, second] = quoted(rest).map(oneLine);
    const payee = second === undefined ? null : first || null;
    const entry = { line, date, title: (second ?? first) || payee || '', counterparty: payee, postings: [] };
    journal.entries.push(entry);
    return entry;
  }
  const [named = '', ...words] = rest.trim().split(/\s+/);
  const account = journalAccount(named);
  if (date === null) return null;
  if (word === 'pad') journal.pads.push({ line, date, account });
  if (word === 'balance') {
    const holds = heldOf(words.join(' '));
    if (holds) journal.balances.push({ line, date: dayBefore(date), account, holds });
  }
  return null;
}

/** The amount of a balance, with a tolerance or without: `941.60 ~ 0.01 EUR`. */
function heldOf(text: string): WrittenLine | null {
  const position = text.search(/[A-Z]/);
  const commodity = position < 0 ? '' : text.slice(position);
  const [number = '', tolerance] = text.slice(0, position).split('~');
  if (!COMMODITY.test(commodity) || (tolerance !== undefined && !/^[\d., ]+$/.test(tolerance))) return null;
  return journalAmount(`${number} ${commodity}`);
}

/** The first two texts in quotes, in which a backslash goes before a quote. */
function quoted(line: string): string[] {
  const texts: string[] = [];
  let text: string | null = null;
  for (let position = 0; position < line.length && texts.length < 2; position += 1) {
    const character = line[position] ?? '';
    if (text === null) text = character === '"' ? '' : null;
    else if (character === '"') {
      texts.push(text);
      text = null;
    } else text += character === '\\' ? (line[++position] ?? '') : character;
  }
  return texts;
}

/** A balance holds at the beginning of its day. */
function dayBefore(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

function readDirective({ types, currencies, includes }: Journal, content: string): void {
  const [name = '', value = ''] = quoted(content);
  if (/^include\s/.test(content)) includes.push(name);
  if (!/^option\s/.test(content)) return;
  if (name === 'operating_currency') currencies.add(value);
  if (name in ROOTS) types.set(value.toLowerCase(), ROOTS[name as keyof typeof ROOTS]);
}

/** A semicolon within quotes begins no comment. */
function withoutComment(line: string): string {
  if (!line.includes(';')) return line;
  let isText = false;
  for (let position = 0; position < line.length; position += 1) {
    if (line[position] === '\\' && isText) position += 1;
    else if (line[position] === '"') isText = !isText;
    else if (line[position] === ';' && !isText) return line.slice(0, position);
  }
  return line;
}
