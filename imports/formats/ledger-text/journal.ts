/** An amount as it is written: a number, with its sign in front, of a commodity. */
export type WrittenLine = { number: string; commodity: string };

/** An amount with what one of it, or all, costs in another commodity. */
export type Priced = WrittenLine & { cost: (WrittenLine & { isTotal: boolean }) | null };

/** A posting as it is written. */
export type WrittenPosting = {
  line: number;
  account: string;
  /** Null if it is left out, `unread` where it is no plain amount. */
  amount: Priced | 'unread' | null;
  /** The balance that it asserts: of the account after it, in the amount's commodity. */
  holds: WrittenLine | null;
  note: string | null;
  /**
   * Virtual postings, outside the sum of the transaction: in brackets they come to 0 by themselves ('balanced'), in
   * parentheses they need not ('alone').
   */
  virtual?: 'balanced' | 'alone';
};

/** A transaction as it is written. */
export type WrittenEntry = {
  line: number;
  date: string | null;
  title: string;
  counterparty: string | null;
  postings: WrittenPosting[];
};

/** A line that asserts the balance of an account at the end of a day. */
export type WrittenBalance = { line: number; date: string; account: string; holds: WrittenLine };

/** A line that fills up the difference to the next asserted balance of an account. */
export type WrittenPad = { line: number; date: string; account: string };

/** The type of an account: money that the user has or owes, a category of a kind, or neither. */
export type AccountType = 'has' | 'owes' | 'Expense' | 'Income' | 'other';

/** A journal of Beancount, hledger or Ledger, as it is written. */
export type Journal = {
  format: 'beancount' | 'hledger';
  entries: WrittenEntry[];
  balances: WrittenBalance[];
  pads: WrittenPad[];
  /** The types of accounts that the journal declares. */
  types: Map<string, AccountType>;
  /** The decimal mark of a commodity, where the journal says it. */
  marks: Map<string, '.' | ','>;
  /** Commodities that the journal calls money. */
  currencies: Set<string>;
  /** Other files that the journal includes, by their names. */
  includes: string[];
};

export function emptyJournal(format: Journal['format']): Journal {
  return {
    format,
    entries: [],
    balances: [],
    pads: [],
    types: new Map(),
    marks: new Map(),
    currencies: new Set(),
    includes: [],
  };
}

/** Beyond this a line of a journal is cut off. */
export const LINE_CHARACTERS_MAX = 5_000;
/** Far more than the name of an account has; the time that its parts take grows with their square. */
const ACCOUNT_CHARACTERS_MAX = 500;
const AMOUNT_CHARACTERS_MAX = 200;

const NUMBER = String.raw`\d[\d.,'’ \u00a0\u202f]*|[.,]\d+`;
const COMMODITY = String.raw`"[^"]*"|[^\s\d.,;@={}()[\]"+*/<>-]+`;
const AMOUNT = new RegExp(
  `^([-+]?)\\s*(${COMMODITY})?\\s*([-+]?)\\s*(${NUMBER})\\s*([A-Z][A-Z0-9'._-]{0,22}[A-Z0-9]|${COMMODITY})?$`,
  'u',
);

/** The name of an account, cut off where none is as long. */
export function journalAccount(text: string): string {
  return text.slice(0, ACCOUNT_CHARACTERS_MAX);
}

/**
 * An amount with its commodity on either side, or without one (`-$10`, `10 EUR`, `"green apples" 3`), or null if it is
 * none.
 */
export function journalAmount(text: string): WrittenLine | null {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ');
  if (trimmed.length > AMOUNT_CHARACTERS_MAX) return null;
  const [whole, first, before, second, number = '', after] = AMOUNT.exec(trimmed) ?? [];
  if (whole === undefined || (before !== undefined && after !== undefined)) return null;
  const isNegative = (first === '-') !== (second === '-');
  return { number: `${isNegative ? '-' : ''}${number.trim()}`, commodity: (before ?? after ?? '').replaceAll('"', '') };
}

/**
 * Reads the rest of a posting behind its account: the amount, its cost, and the balance that it asserts. Costs in
 * braces count if `hasLots`, or if no price is given.
 */
export function writtenPosting(
  text: string,
  { hasLots }: { hasLots: boolean },
): Pick<WrittenPosting, 'amount' | 'holds'> {
  const braces = /\{(\{?)([^{}]*)\}/.exec(text);
  const plain = text.replaceAll(/\{\{?[^{}]*\}?\}/g, ' ').replaceAll(/\[[^[\]]*\]/g, ' ');
  const [, sum = '', equal, held = ''] = /^([^=]*)(?:(={1,2}\*?)(.*))?$/s.exec(plain) ?? [];
  const [units = '', ...prices] = sum.split(/(@@?)/);
  const holds = equal === undefined || equal.endsWith('*') ? null : journalAmount(held.split('@')[0] ?? '');
  if (units.trim() === '') return { amount: prices.length > 0 || braces ? 'unread' : null, holds };
  const amount = journalAmount(units);
  if (!amount) return { amount: 'unread', holds };
  const inBraces = braces ? lotCost(braces[2] ?? '', braces[1] === '{') : null;
  if (braces && hasLots) return { amount: inBraces ? { ...amount, cost: inBraces } : 'unread', holds };
  const price = prices.length > 0 ? journalAmount(prices[1] ?? '') : null;
  if (prices.length > 0 && !price) return { amount: 'unread', holds };
  const cost = price ? { ...price, isTotal: prices[0] === '@@' } : inBraces;
  return { amount: { ...amount, cost }, holds };
}

function lotCost(text: string, isTotal: boolean): Priced['cost'] {
  const cost = journalAmount(
    text
      .trimStart()
      .replace(/^=/, '')
      .split(/,\s*(?:\d{4}-\d{2}-\d{2}|"|\*)/)[0] ?? '',
  );
  return cost && { ...cost, isTotal };
}
