import { createdId } from '#ledger/ids.ts';
import type { ImportStep, RecordedRow } from '#ledger/import-file.ts';
import { isGiven, OTHER_INCOME } from '#ledger/model/categories.ts';
import { type AccountKind, IMPORTED_TEXT_MAX } from '#ledger/model/constants.ts';
import { valuesIn, type Whole } from '#ledger/model/fields.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { SetFields } from '#ledger/model/origins.ts';
import type { Part, TransferState } from '#ledger/model/state.ts';
import { storable } from '#ledger/model/storable.ts';
import { usualWallet } from '#ledger/model/usual-wallet.ts';
import type { BankBeginning, ImportedRow } from '#ledger/model/values.ts';
import type { ParsedFile, ParsedRow } from '../parsed.ts';
import { addsTo, type LedgerEntry } from '../preview/candidates.ts';
import { describedInText, titleOfEntry } from '../preview/entry-texts.ts';
import type { FileCategories } from '../preview/file-categories.ts';
import { partsOfRow } from '../preview/parts-of-row.ts';
import { lacksOtherHalf, OUTSIDE, type PreviewedRow } from '../preview/preview.ts';
import type { FileRules } from './file-rules.ts';
import type { FileSchedules } from './file-schedules.ts';
import type { AccountTarget } from './targets.ts';

/**
 * The user's choice for a row; `apart` takes the half of a proposed transfer as an entry of its own, and `account`,
 * `everyday` or an id, is the account of the other half.
 */
type Choice = 'take' | 'leave' | 'apart' | { match: string } | { account: string };

/** The choices for rows, by line. */
export type RowChoices = Readonly<Record<string, Choice>>;

/**
 * The user's choices: `begin` has the keys of accounts of the file that begin with the bank's balance, `balances` the
 * balances of accounts today, in cents by their keys, from which their first balances are worked out.
 */
export type Chosen = { choices: RowChoices; begin: readonly string[]; balances: Readonly<Record<string, Cents>> };

/** A choice that can't be: the line, and why as a sentence. */
export class ImpossibleChoice extends Error {
  override name = 'ImpossibleChoice';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** The numbers of rows that an import has recorded, matched and left out. */
export type ImportSummary = {
  recorded: number;
  transfers: number;
  matched: number;
  left: number;
  /** Of those recorded and transferred, what a schedule expected. */
  expected: number;
};

/** A row that an import left out, as it can be recorded later. `account` is `everyday` or an id. */
export type RowLeftOut = {
  line: number;
  account: string;
  date: string;
  amount: Cents;
  title: string;
  note: string | undefined;
  tags: string[] | undefined;
  imported: ImportedRow;
};

type Plan = { steps: ImportStep[]; summary: ImportSummary; leftOut: RowLeftOut[] };

type Context = {
  ledgerId: string;
  importId: string;
  targets: ReadonlyMap<string, AccountTarget>;
  /** The opening balances before the first row, in cents, by `everyday` or account id. */
  openings: ReadonlyMap<string, Cents | null>;
  /** The balances of accounts on `today` (ISO date) as the user says them, in cents, by `everyday` or account id. */
  told: ReadonlyMap<string, Cents>;
  today: string;
  /** The amounts that accounts lack to begin with the bank's balance, in cents, and these balances. */
  begun: ReadonlyMap<string, { amount: Cents; bank: BankBeginning }>;
  /** The balances that the import confirms. */
  asserted: readonly { accountId: string; date: string; balance: Cents }[];
  choices: RowChoices;
  /** The ids in the file that the ledger has used already. */
  inUse: ReadonlySet<string>;
  /** The goals that the ledger has, and whether it has monthly figures. */
  goals: ReadonlySet<string>;
  hasFigures: boolean;
  /** Daybook's accounts. */
  accounts: ReadonlyMap<string, { isOpen: boolean }>;
  /** The entries that choices name, by their ids. */
  chosen: ReadonlyMap<string, LedgerEntry>;
  /** The plan for the categories of the file. */
  categories: FileCategories;
  /** The plan for the rules of the file. */
  rules: FileRules;
  /** The plan for the schedules of the file. */
  schedules: FileSchedules;
  /** The steps for the budget of the file. */
  budget: readonly ImportStep[];
  /** The categories that have entries, or others below them, by their ids. */
  usedCategories: ReadonlySet<string>;
};

/** Plans what the import of a file does, step by step (product 4.15). Pure. Throws ImpossibleChoice. */
export function stepsOf(file: ParsedFile, rows: readonly PreviewedRow[], context: Context): Plan {
  return new Planning(file, rows, context).plan();
}

class Planning {
  readonly #file: ParsedFile;
  readonly #rows: readonly PreviewedRow[];
  readonly #context: Context;
  readonly #byLine: ReadonlyMap<number, PreviewedRow>;
  readonly #kinds = new Map<string, AccountKind>();
  readonly #done = new Set<number>();
  readonly #used = new Set<string>();
  /** The entries of Daybook's own export that are here, by their ids there. */
  readonly #entriesHere = new Map<string, string>();
  /** The categories of entries that are recorded, of schedules and of the budget. */
  readonly #categories = new Set<string>();
  readonly #steps: ImportStep[] = [];
  readonly #leftOut: RowLeftOut[] = [];
  readonly #summary: ImportSummary = { recorded: 0, transfers: 0, matched: 0, left: 0, expected: 0 };

  constructor(file: ParsedFile, rows: readonly PreviewedRow[], context: Context) {
    this.#file = file;
    this.#rows = rows;
    this.#context = context;
    this.#byLine = new Map(rows.map((row) => [row.row.line, row]));
    for (const target of context.targets.values()) {
      if (target.goes !== 'nowhere') this.#kinds.set(target.accountId, target.kind);
    }
  }

  plan(): Plan {
    const { choices } = this.#context;
    for (const line of Object.keys(choices)) {
      if (!this.#byLine.has(Number(line))) throw new ImpossibleChoice(Number(line), `The file has no line ${line}`);
    }
    this.#open();
    for (const row of this.#rows) {
      if (!this.#done.has(row.row.line)) this.#decide(row);
    }
    this.#recordBooks();
    this.#openAsTold();
    for (const { accountId, date, balance } of this.#context.asserted) {
      this.#steps.push({ does: 'assert balance', accountId, date, balance });
    }
    const { budget } = this.#context;
    for (const step of budget) if ('categoryId' in step) this.#categories.add(step.categoryId);
    const { added } = this.#context.schedules;
    for (const { category } of added) if (category !== undefined) this.#categories.add(category);
    const schedules = [...added, ...this.#context.schedules.closing((former) => this.#entriesHere.get(former) ?? null)];
    const categories = this.#addedCategories();
    const rules = this.#context.rules.added.map((rule): ImportStep => ({ does: 'add rule', ...rule }));
    const steps = [
      ...categories,
      ...rules,
      ...this.#steps,
      ...schedules,
      ...budget,
      ...this.#placedCategories(),
      ...this.#archivedCategories(),
    ];
    return { steps, summary: this.#summary, leftOut: this.#leftOut };
  }

  /** Adds the categories that entries and plans get, those above others first; of Daybook's own export all of them. */
  #addedCategories(): ImportStep[] {
    const { added } = this.#context.categories;
    const wanted = new Set(this.#file.books ? added.keys() : []);
    for (const categoryId of this.#categories) {
      const { parent } = added.get(categoryId) ?? {};
      if (parent !== undefined) wanted.add(parent);
      wanted.add(categoryId);
    }
    return [...added.values()].flatMap((category) =>
      wanted.has(category.categoryId) ? [{ does: 'add category', ...category }] : [],
    );
  }

  /** Puts categories that are added, and the specification's, at the places that Daybook's own export gives them. */
  #placedCategories(): ImportStep[] {
    const { categories } = this.#context;
    return (this.#file.books?.categories ?? []).flatMap((category): ImportStep[] => {
      const { position } = category;
      const { categoryId } = (position !== undefined && categories.of(category, category.kind)) || {};
      if (position === undefined || categoryId === undefined) return [];
      const isOurs = categories.added.has(categoryId) || (isGiven(categoryId) && categoryId === category.categoryId);
      return isOurs ? [{ does: 'place category', categoryId, position }] : [];
    });
  }

  /**
   * Archives the categories that Daybook's own export has archived: the added ones, and the specification's that
   * nothing here used before. Categories below others come first.
   */
  #archivedCategories(): ImportStep[] {
    const { categories, usedCategories } = this.#context;
    const archived = (this.#file.books?.categories ?? []).filter(({ isArchived }) => isArchived);
    const belowFirst = archived.toSorted((a, b) => Number(a.parent === null) - Number(b.parent === null));
    return belowFirst.flatMap((category) => {
      const target = categories.of(category, category.kind);
      if (!target) return [];
      const { categoryId } = target;
      const isUnused = isGiven(categoryId) && categoryId === category.categoryId && !usedCategories.has(categoryId);
      const isOurs = categories.added.has(categoryId) || isUnused;
      return isOurs ? [{ does: 'archive category', categoryId }] : [];
    });
  }

  /** Opens new accounts with their opening balances, and gives empty accounts theirs, and others as it was chosen. */
  #open(): void {
    for (const target of this.#context.targets.values()) {
      if (target.goes === 'nowhere') continue;
      const { accountId, name, kind, own } = target;
      const opening = this.#context.openings.get(accountId) ?? (0 as Cents);
      if (target.goes === 'new') {
        this.#steps.push({ does: 'open account', accountId, name, kind, ...own, openingBalance: opening });
      } else if (opening !== 0) this.#steps.push({ does: 'open with', accountId, amount: opening });
    }
    for (const [accountId, begun] of this.#context.begun) this.#steps.push({ does: 'open with', accountId, ...begun });
  }

  /** Gives the accounts of which the user says what is in them the start from which the steps lead there. */
  #openAsTold(): void {
    const { told, today } = this.#context;
    if (told.size === 0) return;
    const sums = new Map<string, number>();
    const move = (account: string, amount: number) => sums.set(account, (sums.get(account) ?? 0) + amount);
    for (const step of this.#steps) {
      if (step.does === 'record' && step.transaction.date <= today) {
        const { type, accountId, amount } = step.transaction;
        move(accountId, type === 'Income' ? amount : -amount);
      } else if (step.does === 'transfer' && step.transfer.date <= today) {
        const { from, to, amount } = step.transfer;
        move(from, -amount);
        move(to, amount);
      }
    }
    for (const [accountId, balance] of told) {
      const opening = (balance - (sums.get(accountId) ?? 0)) as Cents;
      const opened = this.#steps.find((step) => step.does === 'open account' && step.accountId === accountId);
      if (opened?.does === 'open account') opened.openingBalance = opening;
      else if (opening !== 0) this.#steps.unshift({ does: 'open with', accountId, amount: opening });
    }
  }

  #decide(row: PreviewedRow): void {
    const choice = this.#choiceOf(row);
    if (choice === 'leave') return this.#leave(row);
    if (row.status === 'invalid' || row.keys === null) {
      throw new ImpossibleChoice(row.row.line, `Line ${row.row.line} can't be imported: ${row.reason}`);
    }
    if (typeof choice === 'object') {
      return 'match' in choice ? this.#match(row, choice.match) : this.#transferBetween(row, choice.account);
    }
    if (choice === 'take') {
      const otherHalf = this.#otherHalf(row);
      if (otherHalf) return this.#transferInFile(row, otherHalf);
      const [match] = row.matches;
      if (row.status === 'transfer' && match) return this.#transferWith(row, match.entry);
      if (row.leftHalf) return this.#transferBetween(row, row.leftHalf.account, row.leftHalf.imported);
      if (row.payer !== null && row.payer !== OUTSIDE) return this.#transferBetween(row, row.payer);
      if (lacksOtherHalf(row)) {
        throw new ImpossibleChoice(row.row.line, `Line ${row.row.line} needs the account that the money came from`);
      }
    }
    this.#record(row);
    this.#matchOccurrence(row, 'transaction');
  }

  /** Proposed rows are taken, the rest left out. Halves of a transfer in the file are taken or left out together. */
  #choiceOf({ row: { line }, isTaken, otherHalf }: PreviewedRow): Choice {
    const { choices } = this.#context;
    const chosen = choices[line];
    if (chosen !== undefined) return chosen;
    const otherChoice = otherHalf === null ? undefined : choices[otherHalf];
    if (otherChoice === 'take' || otherChoice === 'leave') return otherChoice;
    return isTaken ? 'take' : 'leave';
  }

  /** The other half of a transfer in the file, where it is taken as one, too. */
  #otherHalf(row: PreviewedRow): PreviewedRow | null {
    const otherHalf = row.otherHalf === null ? undefined : this.#byLine.get(row.otherHalf);
    if (!otherHalf || this.#done.has(otherHalf.row.line) || otherHalf.keys === null) return null;
    if (otherHalf.status !== 'new' && otherHalf.status !== 'transfer') return null;
    return this.#choiceOf(otherHalf) === 'take' ? otherHalf : null;
  }

  #leave({ row, accountId, keys, status, entryId }: PreviewedRow): void {
    this.#summary.left += 1;
    if (entryId !== null) this.#hereAs(row.entryId, entryId);
    const { line, date, amount } = row;
    if (
      status === 'known' ||
      status === 'not-booked' ||
      status === 'invalid' ||
      !keys ||
      !accountId ||
      date === null ||
      amount === null
    )
      return;
    const entry = { line, account: accountId, date, amount, title: titleOfEntry(row), ...describedInText(row) };
    this.#leftOut.push({ ...entry, imported: this.#imported(row) });
  }

  #record(previewed: PreviewedRow): void {
    const { row, accountId, category, set, ruled } = previewed;
    const { line, date, amount, entryId } = row;
    const isAsInFile = category === (row.own?.category ?? null);
    if (accountId === null || date === null || amount === null) return;
    const isExpense = amount < 0;
    const parts = partsOf(previewed, this.#context.categories);
    const categoryId = category ?? (isExpense ? undefined : OTHER_INCOME);
    for (const filed of parts ?? [{ category: categoryId }]) {
      if (filed.category !== undefined) this.#categories.add(filed.category);
    }
    for (const replaced of replacedIn(set)) this.#categories.add(replaced);
    this.#steps.push({
      does: 'record',
      transactionId: this.#hereAs(entryId, this.#idOf(entryId, 'transaction', line)),
      transaction: {
        ...ownFields(row),
        type: isExpense ? 'Expense' : 'Income',
        title: ruled?.values.title ?? titleOfEntry(row),
        amount: Math.abs(amount) as Cents,
        date,
        accountId,
        category: parts ? undefined : categoryId,
        wallet: isExpense
          ? (ruled?.values.wallet ?? row.own?.wallet ?? usualWallet(this.#kinds.get(accountId)))
          : undefined,
        parts,
        ...describedInText(row),
        ...textsOf(ruled),
      },
      imported: this.#imported(row),
      set: { ...this.#setIn(row), ...(!(row.set && isAsInFile) && set) },
      madeBy: row.set?.others,
    });
    this.#summary.recorded += 1;
  }

  #transferInFile(row: PreviewedRow, otherHalf: PreviewedRow): void {
    const [out, into] = (row.row.amount ?? 0) < 0 ? [row, otherHalf] : [otherHalf, row];
    if (out.accountId === null || into.accountId === null) return;
    this.#done.add(otherHalf.row.line);
    this.#makeTransfer(out.accountId, into.accountId, row.row, [this.#imported(out.row), this.#imported(into.row)]);
    this.#matchOccurrence(out, 'transfer', row.row);
  }

  /** The entry of a row is the proposed occurrence, unless the row is taken alone. */
  #matchOccurrence({ occurrence, row }: PreviewedRow, kind: 'transaction' | 'transfer', named: ParsedRow = row): void {
    if (!occurrence || this.#context.choices[row.line] === 'apart') return;
    const { scheduleId, nominal } = occurrence;
    const entry = this.#idOf(named.entryId, kind, named.line);
    this.#steps.push({ does: 'match occurrence', scheduleId, nominal, entry });
    this.#summary.expected += 1;
  }

  /** The row and an entry of another account become one transfer. */
  #transferWith({ row, accountId }: PreviewedRow, entry: LedgerEntry): void {
    if (accountId === null) return;
    this.#use(row.line, entry.entryId);
    this.#steps.push({ does: 'take away', transactionId: entry.entryId });
    const [from, to] = (row.amount ?? 0) < 0 ? [accountId, entry.account] : [entry.account, accountId];
    this.#makeTransfer(from, to, row, [this.#imported(row)]);
  }

  /** The row becomes a transfer with an account of which no file says it. */
  #transferBetween({ row, accountId }: PreviewedRow, other: string, ...imported: ImportedRow[]): void {
    if (accountId === null) return;
    if (accountId === other || this.#context.accounts.get(other)?.isOpen !== true) {
      throw new ImpossibleChoice(row.line, `Line ${row.line} can't be a transfer with this account`);
    }
    const [from, to] = (row.amount ?? 0) < 0 ? [accountId, other] : [other, accountId];
    this.#makeTransfer(from, to, row, [this.#imported(row), ...imported]);
  }

  #makeTransfer(from: string, to: string, row: ParsedRow, imported: ImportedRow[]): void {
    const { line, date, amount, entryId } = row;
    if (date === null || amount === null) return;
    const title = row.title === '' && row.counterparty === null ? undefined : titleOfEntry(row);
    const category = row.category ? this.#context.categories.of(row.category, 'Income')?.categoryId : undefined;
    if (category !== undefined) this.#categories.add(category);
    this.#steps.push({
      does: 'transfer',
      transferId: this.#hereAs(entryId, this.#idOf(entryId, 'transfer', line)),
      transfer: {
        from,
        to,
        amount: Math.abs(amount) as Cents,
        date,
        title,
        category,
        ...describedInText(row),
      } satisfies Whole<TransferState>,
      imported,
      set: this.#setIn(row),
      madeBy: row.set?.others,
    });
    this.#summary.transfers += 1;
  }

  /** The row is an entry that is there: the same, or the other half of a transfer. */
  #match(previewed: PreviewedRow, entryId: string): void {
    const { row, accountId } = previewed;
    const entry = this.#context.chosen.get(entryId);
    const { line, amount } = row;
    if (!entry) throw new ImpossibleChoice(line, `The entry that line ${line} is to be matched with does not exist`);
    if (accountId === null || amount === null) return;
    if (addsTo(entry, accountId) === amount) {
      this.#use(line, `${entryId} ${accountId}`);
      this.#hereAs(row.entryId, entryId);
      const kind = entry.type === 'Transfer' ? 'transfer' : 'transaction';
      this.#steps.push({ does: 'match', entryId, entry: kind, imported: this.#imported(row) });
      this.#summary.matched += 1;
      return;
    }
    if (previewed.matches.some((match) => match.entry.entryId === entryId) && entry.account === accountId) {
      return this.#replace(previewed, entry);
    }
    if (entry.type !== 'Transfer' && entry.account !== accountId && addsTo(entry, entry.account) === -amount) {
      return this.#transferWith(previewed, entry);
    }
    throw new ImpossibleChoice(
      line,
      `Line ${line} can't be matched with ‘${entry.title}’ of ${entry.date}: the amount or the account is another`,
    );
  }

  /** The row takes the place of an entry that was imported with another amount, while it was pending. */
  #replace(previewed: PreviewedRow, { entryId }: LedgerEntry): void {
    this.#use(previewed.row.line, entryId);
    this.#steps.push({ does: 'take away', transactionId: entryId });
    this.#record(previewed);
  }

  #use(line: number, entry: string): void {
    if (this.#used.has(entry))
      throw new ImpossibleChoice(line, `Another line is matched with the same entry as line ${line}`);
    this.#used.add(entry);
  }

  /**
   * Records, from Daybook's own export, the goals that the ledger lacks, with the money put aside, and the monthly
   * figures where it has none.
   */
  #recordBooks(): void {
    const { books } = this.#file;
    if (!books) return;
    for (const [index, goal] of books.goals.entries()) {
      if (this.#context.goals.has(goal.goalId)) continue;
      const goalId = this.#idOf(goal.goalId, 'goal', index);
      this.#steps.push({ does: 'create goal', ...valuesIn('goal', goal), goalId });
      for (const { account, amount } of goal.saved) {
        const target = this.#context.targets.get(account);
        if (target && target.goes !== 'nowhere' && amount > 0) {
          this.#steps.push({ does: 'save', goalId, accountId: target.accountId, amount });
        }
      }
    }
    if (books.figures && !this.#context.hasFigures) this.#steps.push({ does: 'set figures', ...books.figures });
  }

  /** Who set the fields of the entry of a row of Daybook's own export. */
  #setIn({ set }: ParsedRow): SetFields | undefined {
    return set && this.#context.rules.setHere(set.fields);
  }

  #imported(row: ParsedRow): ImportedRow {
    const { line, date, amount, title, counterparty, bankId } = row;
    const text = row.text ?? title;
    const keys = this.#byLine.get(line)?.keys;
    if (!keys || date === null || amount === null) throw new Error(`Line ${line} has no date or amount.`);
    const cut = (text: string) => storable(text.slice(0, IMPORTED_TEXT_MAX));
    return {
      line,
      key: keys.key,
      ...(keys.rawKey !== null && { rawKey: keys.rawKey }),
      date,
      amount,
      ...(text !== '' && { text: cut(text) }),
      ...(counterparty !== null && { counterparty: cut(counterparty) }),
      ...(bankId !== null && { bankId: cut(bankId) }),
    };
  }

  /** Notes what an entry of the file is here, and gives that. */
  #hereAs(former: string | null, entryId: string): string {
    if (former !== null) this.#entriesHere.set(former, entryId);
    return entryId;
  }

  /** The id that an entry had, where the ledger has not used it; else one of this import. */
  #idOf(entryId: string | null, purpose: string, line: number): string {
    if (entryId !== null && !this.#context.inUse.has(entryId)) return entryId;
    return createdId(this.#context.ledgerId, this.#context.importId, `${purpose} ${line}`);
  }
}

/**
 * The fields of an entry that only Daybook's own export has, without its receipt, which stays in the export's folder.
 */
function ownFields({ own }: ParsedRow): Partial<RecordedRow> {
  const { receiptId: _, accountId: _account, ...fields } = own ?? {};
  return fields;
}

/** The parts of the entry of a row: those that rules gave it, else the file's. */
function partsOf({ row, ruled }: PreviewedRow, categories: FileCategories): Part[] | undefined {
  const { values } = ruled ?? {};
  if (values && (values.parts !== undefined || values.category !== undefined)) return values.parts ?? undefined;
  return partsOfRow(row, categories) ?? undefined;
}

/** The categories that rules replaced: they come back, where the rules are taken back. */
function replacedIn(set: SetFields): string[] {
  const values = Object.values(set).flatMap((setBy) =>
    setBy.by === 'rule' ? (setBy.replaced ?? []).map((replaced) => replaced.values) : [],
  );
  const filed = values.flatMap(({ category, parts }) => [category, ...(parts ?? []).map((part) => part.category)]);
  return filed.filter((category) => typeof category === 'string');
}

/** The note and the tags that rules gave the entry of a row. */
function textsOf(ruled: PreviewedRow['ruled']): Pick<Partial<RecordedRow>, 'note' | 'tags'> {
  const { note, tags } = ruled?.values ?? {};
  return { ...(note !== undefined && { note }), ...(tags && { tags }) };
}
