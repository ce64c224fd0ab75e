import type { Cents } from '#ledger/model/money.ts';
import {
  BankAccounts,
  badAmount,
  badDate,
  bankFile,
  bankRow,
  checkNumberOfRows,
  isIban,
  lineOrNull,
  nameOfNumber,
  signed,
} from '../../bank-fields.ts';
import { decodeText } from '../../decode.ts';
import { oneLine } from '../../fields.ts';
import type { Reader } from '../../parsed.ts';
import { type ParsedFile, type ParsedRow, type ParsedStatement, UnreadableFile } from '../../parsed.ts';
import { detailsOf, numberedDetailsOf } from './details.ts';
import { type Mt940Entry, mt940Cents, mt940Day, mt940Entry } from './entry.ts';
import { type Mt940Field, mt940Fields } from './fields.ts';

const HEAD_BYTES = 64 * 1024;
const TAGS = /^[ \t]*(?:\{[^\n]*)?:\s?(20|25P?|28C?|60[FM]?|61|62[FM]?|34F|90[CD])\s?:/gm;
/** A line that no other format has, where a file is a piece of a message. */
const CERTAIN = /^[ \t]*:(?:61:\d{6}|6[02][FM]:R?[CD]\d{6}[A-Z]{3}\d)/m;

/**
 * Reads MT940, and MT942, which has no balances. A row's `line` is the line of its `:61:`. A statement is each pair of
 * an opening balance (`:60F:`, `:60M:`) and the closing one (`:62F:`, `:62M:`) behind it with the rows between, whether
 * they tie or not. Throws UnreadableFile where there is neither an entry nor a balance.
 */
export const readMt940: Reader = (bytes) => {
  const head = decodeText(bytes.subarray(0, HEAD_BYTES), null).text.replaceAll('\r', '\n');
  const tags = new Set([...head.matchAll(TAGS)].map(([, tag]) => tag));
  if (tags.size < 2 && !CERTAIN.test(head)) return null;
  const { text, encoding } = decodeText(bytes);
  const messages = new Messages();
  for (const field of mt940Fields(text)) messages.take(field);
  return messages.file({ encoding });
};

type Balance = { amount: Cents | null; day: string | null; currency: string | null };
type OpenStatement = { account: string; opening: Balance | null; lines: number[] };
type Draft = {
  line: number;
  account: string;
  entry: Mt940Entry | null;
  text: string;
  details: string[];
  numbered: string[];
};

class Messages {
  readonly #accounts = new BankAccounts();
  readonly #drafts: Draft[] = [];
  readonly #statements: ParsedStatement[] = [];
  #number = '';
  #account: string | null = null;
  #open: OpenStatement | null = null;
  #draft: Draft | null = null;

  take({ tag, lines, line }: Mt940Field): void {
    const [first = ''] = lines;
    if (tag === '86' || tag === 'NS') {
      const into = tag === '86' ? this.#draft?.details : this.#draft?.numbered;
      for (const text of lines) into?.push(text);
      return;
    }
    this.#draft = null;
    if (tag === '61') this.#entry(lines, line);
    else if (tag === '20') this.#end();
    else if (tag.startsWith('25')) {
      this.#number = first;
      // Within a statement it is a slip of the bank: the entries stay together.
      if (this.#open === null) this.#account = null;
    } else if (tag.startsWith('60')) {
      this.#end();
      const opening = balanceOf(first);
      this.#account = this.#accountOf(opening?.currency ?? null);
      this.#open = { account: this.#account, opening, lines: [] };
    } else if (tag.startsWith('62')) this.#close(balanceOf(first));
    else if (tag === '34F') this.#account ??= this.#accountOf(/^[A-Z]{3}/.exec(first)?.[0] ?? null);
  }

  file(dialect: ParsedFile['dialect']): ParsedFile {
    this.#end();
    if (this.#drafts.length === 0 && this.#statements.length === 0) {
      throw new UnreadableFile('This MT940 file holds neither an entry nor a balance.');
    }
    return bankFile('mt940', dialect, this.#accounts.list(), this.#drafts.map(rowOfDraft), this.#statements);
  }

  #entry(lines: string[], line: number): void {
    this.#account ??= this.#accountOf(null);
    this.#open ??= { account: this.#account, opening: null, lines: [] };
    const text = oneLine(lines.join(' '));
    const draft = { line, account: this.#account, entry: mt940Entry(lines), text, details: [], numbered: [] };
    this.#draft = draft;
    this.#drafts.push(draft);
    checkNumberOfRows(this.#drafts.length);
    if (draft.entry?.isExpected !== true) this.#open.lines.push(line);
  }

  #close(closing: Balance | null): void {
    if (closing === null) return;
    this.#account ??= this.#accountOf(closing.currency);
    const { account, opening, lines } = this.#open ?? { account: this.#account, opening: null, lines: [] };
    this.#open = null;
    this.#statements.push({
      account,
      opening: opening?.amount ?? null,
      closing: closing.amount,
      from: opening?.day ?? null,
      to: closing.day,
      lines,
    });
  }

  /** Ends a statement without a closing balance: it counts where it has an opening one. */
  #end(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null || open.opening === null) return;
    const { amount, day } = open.opening;
    this.#statements.push({
      account: open.account,
      opening: amount,
      closing: null,
      from: day,
      to: null,
      lines: open.lines,
    });
  }

  #accountOf(currency: string | null): string {
    const [number, own] = numberAndCurrency(this.#number);
    const name = nameOfNumber('Account', number);
    return this.#accounts.add({ key: number, name, currency: currency ?? own, kind: null });
  }
}

/** Far more than an account's number has. */
const ACCOUNT_CHARACTERS_MAX = 100;
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** `:25:` with a currency behind the number, as some banks write it: `1017.490.554EUR`, `NL10BUNQ2290325473 EUR`. */
function numberAndCurrency(text: string): [number: string, currency: string | null] {
  const bare = oneLine(text.slice(0, ACCOUNT_CHARACTERS_MAX)).replace(/^\/+|\/+$/g, '');
  const [, number = '', currency = ''] = /^(.*\d)[ /]*([A-Z]{3})$/.exec(bare) ?? [];
  const isCurrency = CURRENCIES.has(currency);
  const key = (isCurrency ? number : bare).trim();
  const close = key.replaceAll(' ', '');
  return [isIban(close) ? close : key, isCurrency ? currency : null];
}

const BALANCE = /^\s*(R?[CD])\s?(\d{8}(?=[A-Z])|\d{6})\s?([A-Z]{3})?\s*([+-]?[\d.,]+)/;

function balanceOf(text: string): Balance | null {
  const [, mark = '', day = '', currency = null, amount = ''] = BALANCE.exec(text) ?? [];
  if (mark === '') return null;
  return { amount: signed(mt940Cents(amount), mark === 'D' || mark === 'RC'), day: mt940Day(day), currency };
}

function rowOfDraft({ line, account, entry, text, details, numbered }: Draft): ParsedRow {
  const { title, counterparty } = details.length > 0 ? detailsOf(details) : numberedDetailsOf(numbered);
  if (entry === null) {
    const reason = "Its :61: has another form than MT940's.";
    return bankRow({
      line,
      account,
      date: null,
      amount: null,
      title: title || text,
      invalid: { column: ':61:', reason },
    });
  }
  return bankRow({
    line,
    account,
    date: entry.date,
    amount: entry.amount,
    title: title || entry.supplement || entry.counterparty || counterparty,
    counterparty: lineOrNull(counterparty || entry.counterparty),
    bankId: entry.bankId,
    invalid: whyNot(entry),
  });
}

function whyNot(entry: Mt940Entry): ParsedRow['invalid'] {
  if (entry.isExpected) return { column: ':61:', reason: 'Pending: the bank has not booked it yet' };
  if (entry.date === null) return badDate(':61:', entry.dateText);
  return entry.amount === null ? badAmount(':61:', entry.amountText) : null;
}
