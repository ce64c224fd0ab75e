import { shifted } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import { type DoubleEntry, type FilePosting, kindOfOwn, rowsOfDoubleEntry } from '../../double-entry.ts';
import { accountName } from '../../fields.ts';
import type { ParsedAccount, ParsedFile, ParsedRow, ParsedStatement } from '../../parsed.ts';
import { parsedBooks } from '../../whole-books.ts';
import { categoryOfAccount, currencyOf, isMoney, typeOf } from './account-types.ts';
import {
  type Decimal,
  decimalFrom,
  decimalText,
  exactCentsOf,
  minus,
  NO_DECIMAL,
  plus,
  roundedCentsOf,
  times,
} from './decimal.ts';
import type {
  AccountType,
  Journal,
  Priced,
  WrittenBalance,
  WrittenEntry,
  WrittenLine,
  WrittenPad,
  WrittenPosting,
} from './journal.ts';
import { marksOf } from './marks.ts';

/** An amount of a commodity. */
type Units = { decimal: Decimal; commodity: string };

/** A posting with its amount worked out; `weight` is its amount in the sum of its transaction. */
type Worked = {
  posting: WrittenPosting;
  units: Units | null;
  weight: Units | null;
  isInferred: boolean;
  problem: string | null;
};

/** An asserted balance of an account at the end of a day, in cents. */
type Held = { account: string; date: string; closing: Cents };

/**
 * The file of a journal. In the order of dates it works out amounts that are left out, fills up pads, and keeps what
 * accounts are said to hold at the end of a day as statements, each from the statement before it.
 */
export function journalFile(journal: Journal, dialect: ParsedFile['dialect']): ParsedFile {
  const walk = new Walk(journal);
  for (const step of stepsOf(journal)) {
    if ('postings' in step) walk.enter(step);
    else if ('holds' in step) walk.balance(step);
    else walk.pad(step);
  }
  const rows = rowsOfDoubleEntry(walk.entries);
  return parsedBooks({
    format: journal.format,
    dialect,
    accounts: accountsOf([...walk.accounts]),
    rows,
    statements: statementsOf(walk.held(), rows),
    remarks: remarksOf(journal, walk.unbalanced),
  });
}

/** Most lines and files that a remark names. */
const NAMED_MAX = 10;

/** Sentences about transactions whose postings don't come to 0, and about included files. */
function remarksOf({ includes }: Journal, unbalanced: readonly Unbalanced[]): string[] {
  const remarks: string[] = [];
  const [first] = unbalanced;
  if (first) {
    const off = `${decimalText(first.rest.decimal)} ${first.rest.commodity}`.trim();
    const lines = listed(unbalanced.map(({ line }) => String(line)));
    remarks.push(
      unbalanced.length === 1
        ? `The transaction in line ${lines} doesn't balance: its postings come to ${off}.`
        : `${unbalanced.length} transactions don't balance, in lines ${lines}: ` +
            `the postings of the first come to ${off}.`,
    );
  }
  if (includes.length > 0) {
    remarks.push(`This journal includes other files, which are not read: ${listed(includes)}. Import them as well.`);
  }
  return remarks;
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED_MAX;
  return names.slice(0, NAMED_MAX).join(', ') + (rest > 0 ? ` and ${rest.toLocaleString('en')} more` : '');
}

/** A transaction whose postings don't come to 0: its line, and the first of the sums that are left. */
type Unbalanced = { line: number; rest: Units };

/** The difference that prices and rounding may leave: half a cent. */
const BALANCED_WITHIN: Decimal = { digits: 5n, scale: 3 };

type Step = WrittenEntry | WrittenBalance | WrittenPad;

/** The steps in order of date; an asserted balance comes after all else of its day. */
function stepsOf({ entries, balances, pads }: Journal): Step[] {
  const steps: Step[] = [...entries, ...pads, ...balances];
  const order = (step: Step) => `${step.date ?? ''} ${'holds' in step ? 1 : 0}`;
  return steps
    .map((step) => ({ step, key: order(step) }))
    .sort((a, b) => (a.key === b.key ? a.step.line - b.step.line : a.key < b.key ? -1 : 1))
    .map(({ step }) => step);
}

class Walk {
  readonly entries: DoubleEntry[] = [];
  readonly accounts = new Map<string, { path: string; type: AccountType; currency: string | null }>();
  readonly #journal: Journal;
  readonly #markOf: (commodity: string) => '.' | ',';
  /** The running balances, by account and commodity. */
  readonly #running = new Map<string, Decimal>();
  /** The latest pad of each account, and the commodities that it has filled up. */
  readonly #pads = new Map<string, { pad: WrittenPad; filled: Set<string> }>();
  readonly #types = new Map<string, AccountType>();
  readonly unbalanced: Unbalanced[] = [];
  /** The last asserted balance of each account and day. */
  readonly #held = new Map<string, Held>();
  /** The commodity in which an account was first used; for others it is another account. */
  readonly #commodities = new Map<string, string>();

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#markOf = marksOf(journal);
  }

  /** Virtual postings come to 0 by themselves, or stand alone. */
  enter(entry: WrittenEntry): void {
    const postingsOf = (kind: WrittenPosting['virtual']) => entry.postings.filter(({ virtual }) => virtual === kind);
    this.#enter(entry, postingsOf(undefined));
    if (entry.postings.every(({ virtual }) => virtual === undefined)) return;
    this.#enter(entry, postingsOf('balanced'));
    for (const posting of postingsOf('alone')) this.#enter(entry, [posting]);
  }

  #enter({ date, title, counterparty, line }: WrittenEntry, postings: readonly WrittenPosting[]): void {
    const worked = postings.map((posting) => this.#work(posting));
    const isAlone = postings[0]?.virtual === 'alone';
    const missing = worked.filter(({ units, problem }) => units === null && problem === null);
    const isKnown = worked.every(({ problem }) => problem === null);
    const rest = restOf(worked);
    for (const posting of missing) {
      if (missing.length > 1 || !isKnown || isAlone)
        posting.problem = "The amount is left out, and can't be worked out";
    }
    const [only] = missing;
    const filled = worked.filter((posting) => posting !== only || posting.problem !== null);
    if (only && only.problem === null) {
      const units = rest.length > 0 ? rest : [{ decimal: NO_DECIMAL, commodity: worked[0]?.weight?.commodity ?? '' }];
      for (const remainder of units) {
        const decimal = { ...remainder.decimal, digits: -remainder.decimal.digits };
        filled.push({ ...only, units: { ...remainder, decimal }, weight: { ...remainder, decimal }, isInferred: true });
      }
    }
    const [off] = rest;
    if (off && isKnown && missing.length === 0 && !isAlone && !this.#isBalanced(rest)) {
      this.unbalanced.push({ line, rest: off });
    }
    this.entries.push({
      date,
      title,
      counterparty,
      postings: filled.flatMap((posting) => this.#posted(posting, date)).sort((a, b) => a.line - b.line),
    });
  }

  /**
   * Whether a remainder is allowed: within rounding, or of two commodities, whose price hledger and Ledger work out.
   */
  #isBalanced(rest: readonly Units[]): boolean {
    const [first, second] = rest;
    if (this.#journal.format === 'hledger' && first && second && rest.length === 2) {
      return first.decimal.digits > 0n !== second.decimal.digits > 0n;
    }
    return rest.every(({ decimal }) => minus(absolute(decimal), BALANCED_WITHIN).digits <= 0n);
  }

  pad(pad: WrittenPad): void {
    this.#pads.set(pad.account, { pad, filled: new Set() });
  }

  balance({ account, date, holds }: WrittenBalance): void {
    const units = this.#units(holds);
    if (!units || !isOwn(this.#typeOf(account))) return;
    const key = `${account}\n${units.commodity}`;
    const { pad, filled: done } = this.#pads.get(account) ?? {};
    const missing = minus(units.decimal, this.#running.get(key) ?? NO_DECIMAL);
    // It fills up the next balance of each commodity.
    const isNext = done !== undefined && !done.has(units.commodity);
    done?.add(units.commodity);
    if (pad && isNext && missing.digits !== 0n) {
      const amount: Priced = { ...holds, number: '', cost: null };
      const posting: WrittenPosting = { line: pad.line, account, amount, holds: null, note: null };
      const filled: Units = { decimal: missing, commodity: units.commodity };
      const worked: Worked = { posting, units: filled, weight: filled, isInferred: false, problem: null };
      this.entries.push({ date: pad.date, title: 'Pad', counterparty: null, postings: this.#posted(worked, pad.date) });
    }
    this.#hold(account, date, units);
  }

  /**
   * The asserted balances of accounts without sub-accounts: the balances of other accounts include the money of their
   * sub-accounts.
   */
  held(): Held[] {
    const parents = new Set<string>();
    for (const { path } of this.accounts.values()) {
      for (let position = path.lastIndexOf(':'); position > 0; position = path.lastIndexOf(':', position - 1)) {
        if (parents.has(path.slice(0, position))) break;
        parents.add(path.slice(0, position));
      }
    }
    return [...this.#held.values()].filter(({ account }) => !parents.has(this.accounts.get(account)?.path ?? account));
  }

  #typeOf(account: string): AccountType {
    const known = this.#types.get(account) ?? typeOf(account, this.#journal.types);
    this.#types.set(account, known);
    return known;
  }

  #units({ number, commodity }: WrittenLine): Units | null {
    const decimal = decimalFrom(number, this.#markOf(commodity));
    return decimal && { decimal, commodity };
  }

  /** An amount with its weight; an amount left out before an asserted balance is the difference to it. */
  #work(posting: WrittenPosting): Worked {
    const { amount, holds, account } = posting;
    const worked = { posting, units: null, weight: null, isInferred: false, problem: null };
    if (amount === 'unread') return { ...worked, problem: "The amount can't be read" };
    if (amount === null) {
      const wanted = holds && this.#units(holds);
      if (!wanted) return worked;
      const running = this.#running.get(`${account}\n${wanted.commodity}`) ?? NO_DECIMAL;
      const units = { ...wanted, decimal: minus(wanted.decimal, running) };
      return { ...worked, units, weight: units };
    }
    const units = this.#units(amount);
    const cost = amount.cost && this.#units(amount.cost);
    if (!units || (amount.cost && !cost)) return { ...worked, problem: "The amount can't be read" };
    if (!cost) return { ...worked, units, weight: units };
    const sign = { digits: units.decimal.digits < 0n ? -1n : 1n, scale: 0 };
    const decimal = times(cost.decimal, amount.cost?.isTotal ? sign : units.decimal);
    return { ...worked, units, weight: { decimal, commodity: cost.commodity } };
  }

  #posted({ posting, units, weight, isInferred, problem }: Worked, date: string | null): FilePosting[] {
    const { account, line, note, holds } = posting;
    const type = this.#typeOf(account);
    if (units) {
      const key = `${account}\n${units.commodity}`;
      this.#running.set(key, plus(this.#running.get(key) ?? NO_DECIMAL, units.decimal));
    }
    const shared = { line, bankId: null, note };
    if (!isOwn(type)) {
      const amount = weight && roundedCentsOf(weight.decimal);
      const category = categoryOfAccount(account, type, this.#journal.format);
      return [{ ...shared, account: null, amount, currency: weight?.commodity ?? '', category, problem: null }];
    }
    const money = units && isMoney(units.commodity, this.#journal.currencies) ? units : weight;
    const commodity = money?.commodity ?? '';
    const isAnyMoney = isMoney(commodity, this.#journal.currencies);
    const key = this.#keyOf(account, commodity, type);
    const isExact = money === units && !isInferred;
    const cents = money && (isExact ? exactCentsOf(money.decimal) : roundedCentsOf(money.decimal));
    const why =
      problem ??
      (isAnyMoney
        ? cents === null
          ? 'The amount is no whole number of cents'
          : null
        : `Daybook keeps money only, not ${commodity}`);
    const wanted = holds && this.#units(holds);
    if (date !== null) this.#held.delete(`${key}\n${date}`);
    if (wanted && date !== null) this.#hold(account, date, wanted);
    if (wanted && cents === 0) return [];
    return [
      {
        ...shared,
        account: key,
        amount: why === null ? cents : null,
        currency: commodity,
        category: null,
        problem: why,
      },
    ];
  }

  #hold(account: string, date: string, { decimal, commodity }: Units): void {
    const closing = exactCentsOf(decimal);
    if (closing === null || !isMoney(commodity, this.#journal.currencies)) return;
    const key = this.#keyOf(account, commodity, this.#typeOf(account));
    this.#held.set(`${key}\n${date}`, { account: key, date, closing });
  }

  #keyOf(path: string, commodity: string, type: AccountType): string {
    const first = this.#commodities.get(path) ?? commodity;
    this.#commodities.set(path, first);
    const key = first === commodity ? path : `${path} ${commodity}`;
    if (!this.accounts.has(key)) this.accounts.set(key, { path, type, currency: currencyOf(commodity) });
    return key;
  }
}

function absolute(decimal: Decimal): Decimal {
  return decimal.digits < 0n ? { ...decimal, digits: -decimal.digits } : decimal;
}

function isOwn(type: AccountType): boolean {
  return type === 'has' || type === 'owes';
}

/** The sums of a transaction's postings that aren't 0, by commodity. */
function restOf(worked: readonly Worked[]): Units[] {
  const sums = new Map<string, Decimal>();
  for (const { weight } of worked) {
    if (weight) sums.set(weight.commodity, plus(sums.get(weight.commodity) ?? NO_DECIMAL, weight.decimal));
  }
  return [...sums].flatMap(([commodity, decimal]) => (decimal.digits === 0n ? [] : [{ commodity, decimal }]));
}

/** An account goes by the last part of its name; where several would go by the same, by the last two. */
function accountsOf(
  accounts: readonly [key: string, { path: string; type: AccountType; currency: string | null }][],
): ParsedAccount[] {
  const last = (key: string, count: number) => key.split(':').slice(-count).join(' ');
  const counts = new Map<string, number>();
  for (const [key] of accounts) counts.set(last(key, 1), (counts.get(last(key, 1)) ?? 0) + 1);
  return accounts.map(([key, { path, type, currency }]) => ({
    key,
    name: accountName(last(key, counts.get(last(key, 1)) === 1 ? 1 : 2), 'Account'),
    currency,
    kind: kindOfOwn(path, type === 'owes'),
  }));
}

/** The statements of each account, from one asserted balance to the next. */
function statementsOf(held: readonly Held[], rows: readonly ParsedRow[]): ParsedStatement[] {
  const rowsOf = Map.groupBy(rows, ({ account }) => account);
  return [...Map.groupBy(held, ({ account }) => account)].flatMap(([account, days]) => {
    const own = (rowsOf.get(account) ?? []).toSorted((a, b) =>
      (a.date ?? '') < (b.date ?? '') ? -1 : Number(a.date !== b.date),
    );
    let index = 0;
    let opening: Cents | null = null;
    let from: string | null = null;
    return days
      .toSorted((a, b) => (a.date < b.date ? -1 : 1))
      .map(({ date, closing }): ParsedStatement => {
        const first = index;
        while (index < own.length && (own[index]?.date ?? '') <= date) index += 1;
        const lines = own
          .slice(first, index)
          .map(({ line }) => line)
          .sort((a, b) => a - b);
        const statement = { account, opening, closing, from, to: date, lines };
        opening = closing;
        from = shifted(date, 1);
        return statement;
      });
  });
}
