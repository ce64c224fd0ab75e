import { dayInField, oneLine } from '../../fields.ts';
import { UnreadableFile } from '../../parsed.ts';
import {
  type AccountType,
  emptyJournal,
  type Journal,
  journalAccount,
  journalAmount,
  LINE_CHARACTERS_MAX,
  type WrittenEntry,
  writtenPosting,
} from './journal.ts';
import { markTold } from './marks.ts';

/** More than any journal has: each account is compared with each. */
const ALIASES_MAX = 1_000;
const DATE = /^(?:(\d{4})[-/.])?(\d{1,2})[-/.](\d{1,2})(?=[=\s]|$)(?:=[\d/.-]+)?\s*(.*)$/s;
/** `(account)  amount` or `[account]  amount`. */
const VIRTUAL = /^(?:\(([^)]*)\)|\[([^\]]*)\])\s*(.*)$/s;
const TYPES: Readonly<Record<string, AccountType>> = {
  a: 'has',
  c: 'has',
  l: 'owes',
  e: 'other',
  v: 'other',
  r: 'Income',
  x: 'Expense',
};

/** Directives in effect for the lines that follow. */
type Context = { year: number | null; prefix: string; aliases: [from: string, to: string][]; defaultCommodity: string };

/** Whether a text has a line with a date and an indented one below it, as journals of hledger and Ledger do. */
export function isJournal(text: string): boolean {
  const lines = text.split('\n');
  return lines.some((line, index) => {
    if (!DATE.test(line.slice(0, LINE_CHARACTERS_MAX).trimEnd())) return false;
    const next = lines.slice(index + 1, index + 20).find((nextLine) => !/^\s+[;#]/.test(nextLine));
    return next !== undefined && /^[ \t]\s*(?:[*!]\s+)?[[(]?[^\s\d;#"'<{,]/.test(next);
  });
}

/**
 * Reads a journal of hledger or Ledger. Rules and prices say nothing of rows. Throws UnreadableFile where it has too
 * many aliases.
 */
export function readHledger(text: string): Journal {
  const journal = emptyJournal('hledger');
  const context: Context = { year: null, prefix: '', aliases: [], defaultCommodity: '' };
  let entry: WrittenEntry | null = null;
  let commodity = '';
  let isComment = false;
  for (const [index, whole] of text.split('\n').entries()) {
    const content = whole.slice(0, LINE_CHARACTERS_MAX).trimEnd();
    if (content === '') {
      entry = null;
      continue;
    }
    if (isComment || /^(comment|test)\b/.test(content)) {
      isComment = !/^end (comment|test)\b/.test(content);
      continue;
    }
    if (/^\s/.test(content)) {
      if (entry) readPosting(entry, index + 1, content, context);
      const [, format] = /^\s+format\s+(.*)$/.exec(content) ?? [];
      if (format !== undefined && commodity) setMark(journal, format);
      continue;
    }
    const [, year, month = '', day = '', rest = ''] = DATE.exec(content) ?? [];
    if (month === '') {
      entry = null;
      commodity = readDirective(journal, context, content);
      continue;
    }
    const date = dayInField(Number(year ?? context.year ?? Number.NaN), Number(month), Number(day));
    entry = { line: index + 1, date, ...described(rest), postings: [] };
    journal.entries.push(entry);
  }
  return journal;
}

/** `* (code) payee | note  ; comment` */
function described(rest: string): Pick<WrittenEntry, 'title' | 'counterparty'> {
  const [, text = ''] = /^(?:[*!]\s*)?(?:\([^)]*\)\s*)?(.*)$/s.exec(rest.split(';', 1)[0] ?? '') ?? [];
  const [payee = '', ...note] = text.split('|');
  const title = oneLine(note.join('|'));
  return { title: title || oneLine(payee), counterparty: note.length > 0 ? oneLine(payee) || null : null };
}

function readPosting(entry: WrittenEntry, line: number, content: string, context: Context): void {
  const [, text = ''] = /^\s+(?:[*!]\s*)?(.*)$/s.exec(content) ?? [];
  if (/^[;#"]/.test(text)) return;
  const [, alone, balanced, behind] = VIRTUAL.exec(text) ?? [];
  const between = /\s{2,}|\t/.exec(text);
  const account = alone ?? balanced ?? (between ? text.slice(0, between.index) : text);
  const [amount = '', ...comment] = (behind ?? (between ? text.slice(between.index) : '')).split(';');
  const posting = writtenPosting(amount, { hasLots: false });
  if (typeof posting.amount === 'object' && posting.amount?.commodity === '')
    posting.amount.commodity = context.defaultCommodity;
  if (posting.holds?.commodity === '') posting.holds.commodity = context.defaultCommodity;
  entry.postings.push({
    line,
    account: inContext(account, context),
    ...posting,
    note: oneLine(comment.join(';')) || null,
    ...(alone !== undefined && { virtual: 'alone' as const }),
    ...(balanced !== undefined && { virtual: 'balanced' as const }),
  });
}

function inContext(account: string, { prefix, aliases }: Context): string {
  let name = journalAccount(prefix + account);
  for (const [from, to] of aliases) {
    if (!name.startsWith(from)) continue;
    if (name.length === from.length || name[from.length] === ':') name = journalAccount(to + name.slice(from.length));
  }
  return name;
}

/** Gives the commodity whose format may follow; '' for other directives. */
function readDirective(journal: Journal, context: Context, content: string): string {
  const [, word = '', rest = ''] =
    /^[!@]?(end apply account|apply account|apply year|[\w-]+)\s*(.*)$/s.exec(content) ?? [];
  const [value = '', ...comment] = rest.split(';');
  const named = value.trim();
  if (word === 'account') {
    const [, type = ''] = /\btype:\s*(\w)/i.exec(comment.join(';')) ?? [];
    const known = TYPES[type.toLowerCase()];
    if (known) journal.types.set(inContext(named, context).toLowerCase(), known);
  } else if (word === 'commodity') return setMark(journal, named) || named.replaceAll('"', '');
  else if (word === 'D') context.defaultCommodity = setMark(journal, named) || context.defaultCommodity;
  else if (word === 'decimal-mark' && (named === '.' || named === ',')) journal.marks.set('', named);
  else if (word === 'include') journal.includes.push(oneLine(named));
  else if (word === 'apply account') context.prefix = journalAccount(`${context.prefix}${named}:`);
  else if (word === 'end apply account') context.prefix = '';
  else if (word === 'alias') {
    const [from = '', to = ''] = named.split('=').map((part) => part.trim());
    // The latest is applied first.
    if (from && to && !from.startsWith('/')) context.aliases.unshift([from, to]);
    if (context.aliases.length > ALIASES_MAX) {
      throw new UnreadableFile(`This journal has more than ${ALIASES_MAX.toLocaleString('en')} aliases.`);
    }
  } else {
    const [, year] =
      /^(?:Y|year|apply year)\s*(\d{4})$/.exec(`${word} ${named}`.trim().replace(/^Y(\d{4}).*$/, 'Y $1')) ?? [];
    if (year) context.year = Number(year);
  }
  return '';
}

/** Learns the decimal mark of `1,000.00 EUR`, and gives its commodity; '' where it is no amount. */
function setMark({ marks, currencies }: Journal, format: string): string {
  const sample = journalAmount(format);
  if (!sample) return '';
  const mark = markTold(sample.number);
  if (mark) marks.set(sample.commodity, mark);
  currencies.add(sample.commodity);
  return sample.commodity;
}
