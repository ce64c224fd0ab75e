import { dayText } from '#contract/texts.ts';
import type { AccountKind } from '#ledger/model/constants.ts';
import { daysBetween } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { SetFields } from '#ledger/model/origins.ts';
import { usualWallet } from '#ledger/model/usual-wallet.ts';
import type { ImportedRow } from '#ledger/model/values.ts';
import type { ListedOccurrence } from '#ledger/schedules/listed.ts';
import type { ParsedFile, ParsedRow } from '../parsed.ts';
import { proposalOfWords } from '../word-list/word-list.ts';
import { areAlike } from '../words.ts';
import { addsTo, type LedgerEntry, pairNearest } from './candidates.ts';
import { isPaymentToCard } from './card-payments.ts';
import { type CategoryProposal, PastCategories, type TitleInPast } from './categories.ts';
import { type CategoryContext, FileCategories } from './file-categories.ts';
import type { RowKeys } from './identity.ts';
import { findOccurrences, type RowOccurrence } from './occurrences.ts';
import type { RowRules, RuledRow } from './row-rules.ts';
import { saysTransfer } from './transfer-words.ts';

/**
 * The target of the rows of an account of a file: an account of Daybook's, one that the import opens, or nowhere, with
 * the reason.
 */
export type PreviewTarget =
  | { goes: 'account'; accountId: string; kind: AccountKind }
  | { goes: 'new'; accountId: string; kind: AccountKind }
  | { goes: 'nowhere'; reason: string };

/** The part of the ledger with which rows are compared. */
export type LedgerSide = {
  /** Entries that may be the same as rows, or the other half of a transfer. */
  entries: readonly LedgerEntry[];
  /** The accounts that are cards: Daybook's, and those that the import opens. */
  cards: ReadonlySet<string>;
  /** The account that pays a card, as the user said, by the card. */
  payers: ReadonlyMap<string, string>;
  /** Rows of the files of cards that were left out near days of the file. */
  leftOut: readonly LeftHalf[];
  /** Imported entries on days of the file that no row of it is, whatever their amount. */
  gone: readonly LedgerEntry[];
  /** The entries that rows became, by the keys of rows that imports in force have recorded. */
  known: ReadonlyMap<string, string>;
  past: readonly TitleInPast[];
  /** Whether the word list proposes categories. */
  usesWordList: boolean;
  categories: CategoryContext;
  rules: RowRules;
  /** The open occurrences of schedules that rows may be. */
  occurrences: readonly ListedOccurrence[];
};

/** A row of an earlier file that was left out, such as a card's payment whose account was not said. */
export type LeftHalf = Pick<LedgerEntry, 'account' | 'date' | 'title'> & { amount: Cents; imported: ImportedRow };

/** An entry that a row may be, and why. */
export type Match = { entry: LedgerEntry; reason: string };

/** A row with its proposed outcome (product 11.3). */
export type PreviewedRow = {
  row: ParsedRow;
  /** Daybook's account, or null if its rows go nowhere. */
  accountId: string | null;
  keys: RowKeys | null;
  status: 'new' | 'known' | 'likely' | 'transfer' | 'not-booked' | 'invalid';
  reason: string | null;
  column: string | null;
  /** The id of the proposed category: one of the ledger's, or one that the import adds. */
  category: string | null;
  categoryReason: string | null;
  /** Who set fields of its entry, of those that the file didn't. */
  set: SetFields;
  /** The changes that rules make to its entry; null for nothing. */
  ruled: RuledRow | null;
  matches: Match[];
  /** The entry that a known row became. */
  entryId: string | null;
  /** The line of the other half of a transfer in the same file. */
  otherHalf: number | null;
  /** The occurrence of a schedule that it is proposed as. */
  occurrence: RowOccurrence | null;
  /** Whether it is taken unless the user says otherwise. */
  isTaken: boolean;
  /**
   * The account that paid a card, or OUTSIDE, as the user said of the card, or null if the user said none, or the row
   * is no payment.
   */
  payer: string | null;
  /** The other half in the file of a card, which was left out there, or null if there is none. */
  leftHalf: LeftHalf | null;
};

/**
 * Entries that are the same are entered at most this number of days apart; the halves of a transfer are booked at most
 * the other number apart.
 */
export const LIKELY_DAYS = 5;
export const TRANSFER_DAYS = 5;

/** The payer of cards that are paid from an account that Daybook does not keep: no id is this word. */
export const OUTSIDE = 'outside';

/** The most days between the halves of a transfer that is taken by itself. */
const SURE_DAYS = 1;
/** A shorter name of an account may be a word of any text. */
const ACCOUNT_CHARS_MIN = 6;

/** The most entries that a preview names as possible matches of a row. */
const MATCHES_MAX = 5;

/** Whether a row is half of a transfer without another half, in the file and in the ledger. */
export function lacksOtherHalf({
  status,
  otherHalf,
  matches,
  leftHalf,
}: Pick<PreviewedRow, 'status' | 'otherHalf' | 'matches' | 'leftHalf'>): boolean {
  return status === 'transfer' && otherHalf === null && matches.length === 0 && leftHalf === null;
}

/** Daybook's account for one of a file, or null if its rows go nowhere. */
export function accountOfKey(targets: ReadonlyMap<string, PreviewTarget>, key: string): string | null {
  const target = targets.get(key);
  return target && target.goes !== 'nowhere' ? target.accountId : null;
}

/**
 * Proposes an outcome for each row of a file, in the order of the rows, and for the file's categories. Pure. `keys` are
 * the keys of the rows (`keysOf`), `targets` by the key of the file's account.
 */
export function previewOf(
  { rows }: Pick<ParsedFile, 'rows'>,
  keys: readonly (RowKeys | null)[],
  targets: ReadonlyMap<string, PreviewTarget>,
  ledger: LedgerSide,
): { rows: PreviewedRow[]; categories: FileCategories } {
  const previewed = rows.map((row, index) =>
    first(row, keys[index] ?? null, targets.get(row.account), accountOfKey(targets, row.account), ledger),
  );
  const open = new Open(previewed, ledger);
  open.findLikely();
  open.findBookedWithOtherAmount(ledger.gone);
  open.findTransfers(ledger.leftOut);
  open.findCardPayments();
  for (const row of previewed) row.isTaken ||= row.status === 'new';
  const counted = previewed.map(({ row, status }) => ({ row, isOpen: status !== 'known' && status !== 'invalid' }));
  const categories = new FileCategories(counted, ledger.categories);
  const { known } = ledger.categories;
  const past = ledger.past.filter(({ category }) => known.get(category)?.isArchived === false);
  const list = ledger.usesWordList ? known : null;
  propose(previewed, { past: new PastCategories(past), categories, list });
  applyRules(previewed, targets, ledger.rules, categories);
  findOccurrences(previewed, ledger.occurrences);
  return { rows: previewed, categories };
}

/** The row by itself: invalid, known, not booked, or new. */
function first(
  row: ParsedRow,
  keys: RowKeys | null,
  target: PreviewTarget | undefined,
  accountId: string | null,
  { known }: LedgerSide,
): PreviewedRow {
  const proposed = { category: null, categoryReason: null, set: {}, ruled: null, occurrence: null };
  const open = { isTaken: false, payer: null, leftHalf: null };
  const base = { row, accountId, keys, column: null, ...proposed, ...open, matches: [], entryId: null };
  const invalid = (reason: string, column: string | null = null): PreviewedRow => ({
    ...base,
    status: 'invalid',
    reason,
    column,
    otherHalf: null,
  });
  if (row.invalid) return invalid(row.invalid.reason, row.invalid.column);
  if (row.date === null) return invalid("The date can't be read");
  if (row.amount === null) return invalid("The amount can't be read");
  if (row.amount === 0) return invalid('An entry of 0 changes nothing');
  if (accountId === null || keys === null) {
    return invalid(target?.goes === 'nowhere' ? target.reason : 'Its account is not imported');
  }
  const entryId = known.get(keys.key) ?? (keys.rawKey === null ? undefined : known.get(keys.rawKey));
  if (entryId !== undefined) {
    return { ...base, status: 'known', reason: 'Imported before', entryId, otherHalf: row.otherHalf };
  }
  if (row.notBooked) return { ...base, status: 'not-booked', reason: row.notBooked, otherHalf: null };
  return { ...base, status: 'new', reason: null, otherHalf: null };
}

/** The rows that are still open, and the entries that are not yet known to be one of them. */
class Open {
  readonly #rows: PreviewedRow[];
  readonly #byLine: ReadonlyMap<number, number>;
  /** The entries by account and the cents that they add to it. */
  readonly #entries = new Map<string, LedgerEntry[]>();
  /** Entries that are matched with a row, by entry id and account: each half of a transfer can be matched. */
  readonly #claimed: Set<string>;
  readonly #cards: LedgerSide['cards'];
  readonly #payers: LedgerSide['payers'];
  /** The first and the last day of the rows of each account. */
  readonly #days = new Map<string, { first: string; last: string }>();

  constructor(rows: PreviewedRow[], { entries, cards, payers }: LedgerSide) {
    this.#rows = rows;
    this.#cards = cards;
    this.#payers = payers;
    this.#byLine = new Map(rows.map(({ row }, index) => [row.line, index]));
    this.#claimed = new Set(rows.flatMap(({ entryId, accountId }) => (entryId ? [`${entryId} ${accountId}`] : [])));
    for (const { row, accountId } of rows) {
      if (accountId === null || row.date === null) continue;
      const { first, last } = this.#days.get(accountId) ?? { first: row.date, last: row.date };
      const days = { first: row.date < first ? row.date : first, last: row.date > last ? row.date : last };
      this.#days.set(accountId, days);
    }
    for (const entry of entries) {
      for (const account of new Set([entry.account, entry.toAccount])) {
        if (account === null) continue;
        const key = `${account} ${addsTo(entry, account)}`;
        const sameAmount = this.#entries.get(key);
        if (sameAmount) sameAmount.push(entry);
        else this.#entries.set(key, [entry]);
      }
    }
  }

  /** Entries with the same amount in the same account, a few days apart, in like words. */
  findLikely(): void {
    if (this.#entries.size === 0) return;
    const wanted = this.#open().map(({ index, account, amount, date, text }) => ({
      row: index,
      date,
      among: this.#near(account, amount, date, LIKELY_DAYS).filter(
        ({ entry }) => isLikely(entry, date, text) || this.#isGone(entry, account),
      ),
    }));
    for (const [index, { entry, half }] of pairNearest(wanted, ({ half }) => half)) {
      const row = this.#rows[index];
      if (!row) continue;
      this.#claimed.add(half);
      row.status = 'likely';
      row.reason = likelyReason(entry, row.row.date ?? '');
    }
    for (const { index, account, amount, date } of this.#open(['new', 'likely'])) {
      const row = this.#rows[index];
      const near = this.#entries.get(`${account} ${amount}`);
      if (!row || !near) continue;
      row.matches = near
        .filter((entry) => !entry.isImported && daysBetween(date, entry.date) <= LIKELY_DAYS)
        .sort((a, b) => daysBetween(date, a.date) - daysBetween(date, b.date))
        .slice(0, MATCHES_MAX)
        .map((entry) => ({ entry, reason: likelyReason(entry, date) }));
    }
  }

  /**
   * Marks rows as likely that seem to be the booked form of one of these entries, which were imported while pending and
   * which this file lacks. Banks book them up to five days later, with another amount: a tip, or the fuel that was
   * filled up.
   */
  findBookedWithOtherAmount(gone: readonly LedgerEntry[]): void {
    if (gone.length === 0) return;
    const wanted = this.#open().map(({ index, account, amount, date, text }) => ({
      row: index,
      date,
      among: gone.flatMap((entry) => {
        const half = `${entry.entryId} ${account}`;
        const isOpen = entry.account === account && !this.#claimed.has(half);
        const hasSameSign = (entry.type === 'Expense') === amount < 0;
        const isNear = entry.date <= date && daysBetween(date, entry.date) <= LIKELY_DAYS;
        return isOpen && hasSameSign && isNear && areAlike(entry.title, text)
          ? [{ entry, half, date: entry.date }]
          : [];
      }),
    }));
    for (const [index, { entry, half }] of pairNearest(wanted, ({ half }) => half)) {
      const row = this.#rows[index];
      if (!row) continue;
      this.#claimed.add(half);
      row.status = 'likely';
      const before = `Imported before as ‘${entry.title}’ of ${dayText(entry.date)}`;
      row.reason = `${before} with another amount, which this file lacks`;
      row.matches = [{ entry, reason: row.reason }];
    }
  }

  /** The other halves: those that the file names, entries in other accounts, and rows of other accounts in the file. */
  findTransfers(leftOut: readonly LeftHalf[]): void {
    for (const row of this.#rows) {
      if (row.status !== 'new' || row.row.otherHalf === null) continue;
      const otherHalf = this.#rows[this.#byLine.get(row.row.otherHalf) ?? -1];
      if (!otherHalf || !areHalves(row, otherHalf)) continue;
      row.otherHalf = otherHalf.row.line;
      row.reason = 'A transfer between two accounts of the file';
    }
    this.#findHalvesInLedger();
    this.#findHalvesInFile();
    this.#findHalvesLeftOut(leftOut);
  }

  #findHalvesInLedger(): void {
    if (this.#entries.size === 0) return;
    const wanted = this.#single().map(({ index, account, amount, date }) => ({
      row: index,
      date,
      among: this.#accounts()
        .filter((otherAccount) => otherAccount !== account)
        .flatMap((otherAccount) => this.#near(otherAccount, -amount, date, TRANSFER_DAYS))
        .filter(({ entry }) => entry.type !== 'Transfer'),
    }));
    for (const [index, { entry, half }] of pairNearest(wanted, ({ half }) => half)) {
      const row = this.#rows[index];
      if (!row) continue;
      this.#claimed.add(half);
      row.status = 'transfer';
      row.reason = `The other half may be ‘${entry.title}’ of ${dayText(entry.date)} in another account`;
      const card = (row.row.amount ?? 0) > 0 ? row.accountId : entry.account;
      row.isTaken = this.#isPaid(card, textOf(row.row), entry.title);
      row.matches = [{ entry, reason: row.reason }];
    }
  }

  /** New rows that may be a half of a transfer; Daybook's own export names the halves of each transfer itself. */
  #single() {
    return this.#open().filter(({ index }) => {
      const row = this.#rows[index];
      return row?.otherHalf === null && row.row.entryId === null;
    });
  }

  #findHalvesInFile(): void {
    if (new Set(this.#rows.map(({ accountId }) => accountId)).size < 2) return;
    const open = this.#single();
    const outgoing = open.filter(({ amount }) => amount < 0);
    const incoming = Map.groupBy(
      open.filter(({ amount }) => amount > 0),
      ({ amount }) => amount,
    );
    const wanted = outgoing.map(({ index, account, amount, date }) => ({
      row: index,
      date,
      among: (incoming.get(-amount as Cents) ?? []).filter(
        (candidate) => candidate.account !== account && daysBetween(date, candidate.date) <= TRANSFER_DAYS,
      ),
    }));
    for (const [index, partner] of pairNearest(wanted, ({ index }) => index)) {
      const row = this.#rows[index];
      const otherHalf = this.#rows[partner.index];
      if (!row || !otherHalf) continue;
      const reason = (half: PreviewedRow) =>
        `The other half may be line ${half.row.line}, in another account of the file`;
      const texts = [textOf(row.row), textOf(otherHalf.row)] as const;
      const isTaken = this.#isPaid(otherHalf.accountId, ...texts) || areBetween(row.row, otherHalf.row);
      Object.assign(row, { status: 'transfer', isTaken, reason: reason(otherHalf), otherHalf: otherHalf.row.line });
      Object.assign(otherHalf, { status: 'transfer', isTaken, reason: reason(row), otherHalf: row.row.line });
    }
  }

  /** A payment that the file of a card had, and that was left out there: both are one transfer. */
  #findHalvesLeftOut(leftOut: readonly LeftHalf[]): void {
    if (leftOut.length === 0) return;
    const wanted = this.#single().map(({ index, account, amount, date, text }) => ({
      row: index,
      date,
      among: leftOut.filter(
        (half) =>
          half.account !== account &&
          half.amount === -amount &&
          daysBetween(date, half.date) <= TRANSFER_DAYS &&
          this.#isPaid(half.account, half.title, text),
      ),
    }));
    for (const [index, half] of pairNearest(wanted, ({ imported }) => imported.key)) {
      const row = this.#rows[index];
      if (!row) continue;
      row.status = 'transfer';
      row.isTaken = true;
      row.leftHalf = half;
      row.reason = `The other half is ‘${half.title}’ of ${dayText(half.date)} in the file of a card`;
    }
  }

  /** A payment to a card without its other half is no income: the account that paid it is asked for. */
  findCardPayments(): void {
    for (const { index, account, amount, text } of this.#open()) {
      const row = this.#rows[index];
      // A row with a category is no payment, and Daybook's own export says which entry it was.
      const isOpen = row?.otherHalf === null && row.row.category === null && row.row.entryId === null;
      if (!row || !isOpen || amount < 0 || !this.#isPaid(account, text)) continue;
      row.payer = this.#payers.get(account) ?? null;
      if (row.payer === OUTSIDE) {
        row.reason = 'Payment to a card: income, from an account that is not kept here';
        continue;
      }
      row.status = 'transfer';
      row.isTaken = row.payer !== null;
      row.reason = row.isTaken
        ? 'Payment to a card: one transfer, from the account that was said'
        : 'Payment to a card: choose the account it came from';
    }
  }

  /** Whether texts say that money arrived in a card as its payment. */
  #isPaid(card: string | null, ...texts: readonly string[]): boolean {
    return card !== null && this.#cards.has(card) && isPaymentToCard(...texts);
  }

  /**
   * Whether an imported entry lies on a day of the file, which lacks it: banks book a payment that was pending on
   * another day, and under another text. Entries that the file has are claimed before.
   */
  #isGone({ isImported, type, date }: LedgerEntry, account: string): boolean {
    const days = this.#days.get(account);
    return isImported && type !== 'Transfer' && days !== undefined && date >= days.first && date <= days.last;
  }

  #accountsSeen: string[] | null = null;

  /** The accounts that have entries. */
  #accounts(): string[] {
    this.#accountsSeen ??= [...new Set([...this.#entries.keys()].map((key) => key.slice(0, key.indexOf(' '))))];
    return this.#accountsSeen;
  }

  #near(account: string, amount: number, date: string, days: number) {
    return (this.#entries.get(`${account} ${amount}`) ?? []).flatMap((entry) => {
      const half = `${entry.entryId} ${account}`;
      const isNear = !this.#claimed.has(half) && daysBetween(date, entry.date) <= days;
      return isNear ? [{ entry, half, date: entry.date }] : [];
    });
  }

  #open(statuses: readonly PreviewedRow['status'][] = ['new']) {
    return this.#rows.flatMap(({ row, accountId, status }, index) => {
      const { date, amount } = row;
      if (!statuses.includes(status) || accountId === null || date === null || amount === null) return [];
      return [{ index, account: accountId, amount, date, text: textOf(row) }];
    });
  }
}

function textOf({ title, text, counterparty }: ParsedRow): string {
  return [title, text, counterparty].filter(Boolean).join(' ');
}

/**
 * A transfer that was entered is likely by its amount and accounts. One that was imported is not the same on another
 * day.
 */
function isLikely(entry: LedgerEntry, date: string, text: string): boolean {
  if (entry.isImported && entry.date !== date && entry.type !== 'Transfer') return false;
  return entry.type === 'Transfer' || areAlike(entry.title, text);
}

function likelyReason({ title, type, date, isImported }: LedgerEntry, rowDate: string): string {
  const days = daysBetween(date, rowDate);
  const apart = days === 0 ? 'on the same day' : `${days} ${days === 1 ? 'day' : 'days'} apart`;
  const name = title === '' ? type : `‘${title}’`;
  const when = isImported ? 'Imported before' : 'Entered before';
  return `${when} as ${name} of ${dayText(date)}, the same amount ${apart}`;
}

/**
 * Whether two rows, which the file calls the halves of a transfer, can be one: of two accounts, with opposite amounts.
 */
function areHalves(row: PreviewedRow, otherHalf: PreviewedRow): boolean {
  return (
    row.accountId !== null &&
    otherHalf.accountId !== null &&
    row.accountId !== otherHalf.accountId &&
    otherHalf.row.amount !== null &&
    row.row.amount === -otherHalf.row.amount &&
    otherHalf.status === 'new'
  );
}

/** The sources of proposed categories; `list` are the ledger's, where the word list is used. */
type Proposers = { past: PastCategories; categories: FileCategories; list: CategoryContext['known'] | null };

/**
 * Whether two rows of opposite amounts in two accounts of one file are surely one transfer: at most a day apart, and
 * a text says so, or both have the same, or one names the other's account.
 */
function areBetween(row: ParsedRow, otherHalf: ParsedRow): boolean {
  if (row.entryId !== null || otherHalf.entryId !== null) return false;
  if (row.date === null || otherHalf.date === null || daysBetween(row.date, otherHalf.date) > SURE_DAYS) return false;
  const [text, other] = [textOf(row), textOf(otherHalf)];
  const names = (one: string, account: string) => account.length >= ACCOUNT_CHARS_MIN && one.includes(account);
  return (
    saysTransfer(text) ||
    saysTransfer(other) ||
    (row.title !== '' && row.title === otherHalf.title) ||
    names(text, otherHalf.account) ||
    names(other, row.account)
  );
}

function propose(rows: readonly PreviewedRow[], proposers: Proposers): void {
  const proposals = new Map<string, CategoryProposal | null>();
  for (const previewed of rows) {
    const { row, status, otherHalf } = previewed;
    if (status === 'known' || status === 'invalid' || row.amount === null || otherHalf !== null) continue;
    if (row.category === null && proposers.past.isEmpty && proposers.list === null) continue;
    const name = row.title === '' ? (row.counterparty ?? '') : row.title;
    const { parent = null, name: category = null, kind = null } = row.category ?? {};
    const key = JSON.stringify([row.amount < 0, kind, parent, category, name, row.text ?? null, row.entryId === null]);
    let proposal = proposals.get(key);
    if (proposal === undefined) {
      proposal = proposalFor(row, row.amount < 0 ? 'Expense' : 'Income', name, proposers);
      proposals.set(key, proposal);
    }
    previewed.category = proposal?.category ?? null;
    previewed.categoryReason = proposal?.reason ?? null;
    if (proposal && proposal.from !== 'file') previewed.set = { category: { by: proposal.from } };
  }
}

/**
 * The values of rules go before the proposals of the past and the file (product 4.20). Daybook's own export has the
 * entry's own values, and a half of a transfer may become no entry of its own.
 */
function applyRules(
  rows: readonly PreviewedRow[],
  targets: ReadonlyMap<string, PreviewTarget>,
  rules: RowRules,
  categories: FileCategories,
): void {
  for (const previewed of rows) {
    const { row, status, accountId, otherHalf } = previewed;
    if (!['new', 'likely', 'not-booked'].includes(status) || otherHalf !== null) continue;
    if (row.entryId !== null || accountId === null) continue;
    const target = targets.get(row.account);
    const kind = target && target.goes !== 'nowhere' ? target.kind : undefined;
    const ruled = rules.of(row, accountId, usualWallet(kind), categories);
    if (!ruled) continue;
    previewed.ruled = ruled;
    previewed.set = { ...previewed.set, ...ruled.set };
    const filed = ruled.reasons.find(({ field }) => field === 'category' || field === 'parts');
    if (!filed) continue;
    previewed.category = ruled.values.category ?? null;
    previewed.categoryReason = filed.reason;
  }
}

/**
 * The user's answer about the file's category goes before the category of entries with the same title, this before the
 * file's, and the word list comes last. Daybook's own export has the entry's own category (product 11.5).
 */
function proposalFor(
  { category, text = null, entryId }: ParsedRow,
  type: 'Expense' | 'Income',
  title: string,
  { past, categories, list }: Proposers,
): CategoryProposal | null {
  const target = category && categories.of(category, type);
  const path = category && (category.parent === null ? category.name : `${category.parent}: ${category.name}`);
  const says = target?.isRefund ? 'A refund: the file has it under' : 'The file has it under';
  const fromFile = target && { category: target.categoryId, reason: `${says} ${path}`, from: 'file' as const };
  if (entryId !== null || target?.isSaid) return fromFile;
  const byTitle = past.byTitle(type, title) ?? fromFile ?? past.byWords(type, title);
  const ofPast = byTitle ?? (text === null ? null : (past.byTitle(type, text) ?? past.byWords(type, text)));
  if (ofPast || !list) return ofPast;
  return proposalOfWords(type, title, list) ?? (text === null ? null : proposalOfWords(type, text, list));
}
