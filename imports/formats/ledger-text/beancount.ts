import { dayOf, oneLine } from '../../fields.ts';
import {
  emptyJournal,
  type Journal,
  LINE_CHARACTERS_MAX,
  type WrittenEntry,
  writtenAmount,
  writtenPosting,
} from './journal.ts';

const TEXT = /"((?:[^"\\]|\\.)*)"/g;
const DATED = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})\s+([a-z]+|[*!&#?%A-Z])(?=\s|"|$)\s*(.*)$/s;
const POSTING = /^\s+(?:[*!&#?%A-Z]\s+)?([^\s:"]+(?::[^\s:]+)+)(?:\s+(.*))?$/s;
const ACCOUNT_AND_AMOUNT = /^(\S+)\s+([^~]*?)(?:~\s*[\d.,]+)?\s*([A-Z][\w'._-]*)\s*$/;
const ROOTS = {
  name_assets: 'has',
  name_liabilities: 'owes',
  name_equity: 'other',
  name_income: 'category',
  name_expenses: 'category',
} as const;

/** Whether a text has lines that only Beancount writes. */
export function isBeancount(text: string): boolean {
  return (
    /^\d{4}[-/]\d{1,2}[-/]\d{1,2}[ \t]+(open|balance|pad|close)[ \t]+[^\s:]+:\S/m.test(text) ||
    /^\d{4}[-/]\d{1,2}[-/]\d{1,2}[ \t]+(txn|[*!])[ \t]*"[^\n]*\r?\n(?:[ \t]+[^\n]*\r?\n)?[ \t]+\S+:\S/m.test(text)
  );
}

/** Reads a journal of Beancount: transactions, balances, pads and accounts; other directives say nothing of rows. */
export function readBeancount(text: string): Journal {
  const journal = emptyJournal('beancount');
  journal.marks.set('', '.');
  let entry: WrittenEntry | null = null;
  for (const [at, whole] of text.split('\n').entries()) {
    const line = at + 1;
    const content = withoutComment(whole.slice(0, LINE_CHARACTERS_MAX)).trimEnd();
    if (content === '') continue;
    if (/^\s/.test(content)) {
      const [, account, rest = ''] = POSTING.exec(content) ?? [];
      if (entry && account) entry.postings.push({ line, account, ...writtenPosting(rest, true), note: null });
      continue;
    }
    entry = null;
    const [, year, month, day, word = '', rest = ''] = DATED.exec(content) ?? [];
    if (year === undefined) readOption(journal, content);
    else {
      const date = dayOf(Number(year), Number(month), Number(day));
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
    const [first, second] = [...rest.matchAll(TEXT)].map(([, text = '']) => oneLine(text.replaceAll(/\\(.)/g, '$1')));
    const payee = second === undefined ? null : first || null;
    const entry = { line, date, title: (second ?? first) || payee || '', counterparty: payee, postings: [] };
    journal.entries.push(entry);
    return entry;
  }
  const [account = ''] = rest.split(/\s/, 1);
  if (date === null) return null;
  if (word === 'pad') journal.pads.push({ line, date, account });
  if (word === 'balance') {
    const [, named = '', number = '', commodity = ''] = ACCOUNT_AND_AMOUNT.exec(rest) ?? [];
    const holds = writtenAmount(`${number.trim()} ${commodity}`);
    if (holds) journal.balances.push({ line, date: dayBefore(date), account: named, holds });
  }
  return null;
}

/** A balance holds at the beginning of its day. */
function dayBefore(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

function readOption({ types, currencies }: Journal, content: string): void {
  const [, name = '', value = ''] = /^option\s+"([^"]*)"\s+"([^"]*)"/.exec(content) ?? [];
  if (name === 'operating_currency') currencies.add(value);
  if (name in ROOTS) types.set(value.toLowerCase(), ROOTS[name as keyof typeof ROOTS]);
}

/** A semicolon within quotes begins no comment. */
function withoutComment(line: string): string {
  if (!line.includes(';')) return line;
  let isText = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '\\' && isText) at += 1;
    else if (line[at] === '"') isText = !isText;
    else if (line[at] === ';' && !isText) return line.slice(0, at);
  }
  return line;
}
