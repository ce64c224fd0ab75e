import { deserialize, serialize } from 'node:v8';
import type { ImportAccount, ImportPreview, ImportRow } from '#contract/import-calls.ts';
import { IMPORT_PAGE_ROWS } from '#contract/limits.ts';
import { type Example, examplesOf } from '#imports/formats/examples.ts';
import { readFile } from '#imports/formats/read-file.ts';
import type { Answers, Mapping, ParsedFile } from '#imports/parsed.ts';
import { cardsOf, payersOf, paymentQuestions, paymentsSaid } from '#imports/plan/card-payments.ts';
import { budgetCounts, budgetSteps } from '#imports/plan/file-budget.ts';
import { FileRules } from '#imports/plan/file-rules.ts';
import { FileSchedules } from '#imports/plan/file-schedules.ts';
import { openingBalances } from '#imports/plan/openings.ts';
import { type Choices, type Chosen, ImpossibleChoice, stepsOf } from '#imports/plan/steps.ts';
import { type AccountTarget, targetsOf } from '#imports/plan/targets.ts';
import type { CategoryAnswers, CategoryContext, FileCategories, Named } from '#imports/preview/file-categories.ts';
import { keysOf, type RowKeys } from '#imports/preview/identity.ts';
import {
  accountOfKey,
  type LedgerSide,
  type LeftHalf,
  LIKELY_DAYS,
  type PreviewedRow,
  previewOf,
  TRANSFER_DAYS,
} from '#imports/preview/preview.ts';
import { RowRules } from '#imports/preview/row-rules.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountIdOf, accountKey, createdId } from '#ledger/ids.ts';
import type { ImportStep } from '#ledger/import-file.ts';
import { isGiven, OWN_CATEGORIES_MAX } from '#ledger/model/categories.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import type { Calendar, ImportFormat } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import type { Books } from '#ledger/model/state.ts';
import type { Rule } from '#ledger/rules/rule.ts';
import { isOpen, type ListedOccurrence, occurrencesByDay } from '#ledger/schedules/listed.ts';
import { AFTER_MAX_DAYS, BEFORE_MAX_DAYS } from '#ledger/schedules/matching.ts';
import type { Database } from '#platform/postgres.ts';
import { budgetOfLedger } from '#projections/queries/budget.ts';
import { categoryCounts } from '#projections/queries/category-counts.ts';
import {
  accountsWithEntries,
  entriesByIds,
  entriesGone,
  entriesNear,
  type FileSpan,
  idsInUse,
  knownRows,
  type Sought,
  titlesOfPast,
} from '#projections/queries/import-entries.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { confirmationsOf } from '#projections/queries/reconcile.ts';
import { rulesOfLedger } from '#projections/queries/rules.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import { calendarOf, type Session } from '../http/session.ts';
import { namesOf } from '../rules/names.ts';
import { leftOutRows } from './left-out.ts';
import { presentBeginning, presentQuestion, presentRow } from './present.ts';
import { loadKnownKeys, loadRemembered, type Remembered } from './remembered.ts';
import { type Beginning, beginningsOf, lastDay, presentStatements } from './statements.ts';
import type { ImportOptions, ImportResult } from './stored-imports.ts';

/** An import that is to be read: how, and for whom. `today` is the day of the caller. */
export type ReadingRequest = {
  importId: string;
  userId: string;
  ledgerId: string;
  /** The symbol of the currency that the user counts in. */
  currency: string;
  fileName: string;
  options: ImportOptions;
  /** The mapping that the user gave, which is remembered with the import. */
  given: Mapping | null;
  today: string;
  calendar: Calendar;
  usesWordList: boolean;
};

/** The part of a request that an import keeps. */
type Kept = Pick<ReadingRequest, 'importId' | 'fileName' | 'options' | 'given'>;

/** The request to read an import for a session, on the caller's day. */
export function readingRequest(
  session: Session,
  { importId, fileName, options, given }: Kept,
  today: string,
): ReadingRequest {
  const { userId, ledgerId, currency, usesWordList } = session;
  const calendar = calendarOf(session);
  return { importId, userId, ledgerId, currency, fileName, options, given, today, calendar, usesWordList };
}

/**
 * The plan of an import by the user's choices, and the settings to remember for files like it. Large parts are packed,
 * so that the process that serves all users passes them on as they are.
 */
export type PlannedImport = {
  format: ImportFormat;
  rows: number;
  isOpen: boolean;
  /** `ImportStep[]` in pieces, as `unpackSteps` reads them, and how many steps they are. */
  steps: Uint8Array[];
  count: number;
  summary: ImportResult;
  /** `LeftOutRow[]` as JSON. */
  leftOut: string;
  remembered: Remembered[];
};

/** Steps that are packed at once: to pack all of 100,000 takes twice their memory. */
const PACKED_STEPS = 2_000;
/** A file of more rows is large: memory that is no longer used is given back between the stages of its plan. */
const SMALL_ROWS_MAX = 20_000;

function packSteps(steps: readonly ImportStep[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < steps.length; at += PACKED_STEPS) pieces.push(serialize(steps.slice(at, at + PACKED_STEPS)));
  return pieces;
}

/** The steps of a planned import. */
export function unpackSteps(packed: readonly Uint8Array[]): ImportStep[] {
  return packed.flatMap((piece): ImportStep[] => deserialize(piece));
}

/** Gives memory that is no longer used back to the system, where the process can (`--expose-gc`). */
export function giveBack(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** A file as it was read and compared with the ledger. */
export type Reading = {
  request: ReadingRequest;
  file: ParsedFile;
  rows: PreviewedRow[];
  categories: FileCategories;
  /** The remembered answers about categories of files of this kind. */
  rememberedCategories: CategoryAnswers;
  /** The rules that are applied to its rows, in their order. */
  rules: readonly Rule[];
  usesWordList: boolean;
  /** The plan for the rules of Daybook's own export. */
  fileRules: FileRules;
  /** The plan for the schedules of Daybook's own export. */
  schedules: FileSchedules;
  /** The steps for the budget of the file. */
  budget: readonly ImportStep[];
  known: LedgerState['categories'];
  accounts: LedgerState['accounts'];
  targets: Map<string, AccountTarget>;
  questions: ParsedFile['questions'];
  /** The accounts from which cards are paid, by the keys of the cards in the file. */
  payments: Readonly<Record<string, string>>;
  /** Examples for the choices of open questions, by the question's id. */
  examples: ReadonlyMap<string, readonly Example[]>;
  openings: Map<string, Cents | null>;
  /** The ids in the file that the ledger has used already. */
  inUse: ReadonlySet<string>;
  by: ReadBy;
  /** The goals that the ledger has, and whether it has monthly figures. */
  goals: ReadonlySet<string>;
  hasFigures: boolean;
};

/** Reads a file and compares it with the ledger. Throws UnreadableFile. */
export async function read(database: Database, request: ReadingRequest, bytes: Uint8Array): Promise<Reading> {
  const { file, by } = await readRemembered(database, request, bytes);
  const { userId, ledgerId, importId, currency, options, fileName, today } = request;
  const examples = options.isResolved ? new Map() : await examplesOf(bytes, { fileName, today, ...by }, file);
  const { state } = await loadLedgerView(database, ledgerId);
  const { accounts, figures } = state;
  const goals = new Set(state.goals.keys());
  const kind = file.kindOfFile ?? file.format;
  const remembered = options.isResolved ? [] : await loadRemembered(database, userId, kind);
  const inUse = await idsInUse(database, ledgerId, idsOf(file));
  const knownKeys = options.isResolved ? [] : await loadKnownKeys(database, userId);
  const known = { accounts, remembered, knownKeys, inUse };
  const context = { ledgerId, importId, currency, ...known, ...options, answers: by.answers };
  const { targets, questions } = targetsOf(file, context);
  const keys = keysOf(file.rows, (key) => accountOfKey(targets, key));
  const rememberedCategories = options.isResolved ? (options.categories ?? {}) : categoriesIn(remembered, state.merged);
  const ownRules = await rulesOfLedger(database, ledgerId, null);
  // An import takes what its preview showed, whatever becomes of the rules.
  const rules = options.isResolved ? (options.rules ?? []) : thoseThatAreOn(ownRules);
  const usesWordList = options.isResolved ? options.usesWordList === true : request.usesWordList;
  const places = { ledgerId, targets, accounts, currency };
  const payments = paymentsSaid([...remembered.toReversed().map(({ answers }) => answers), by.answers]);
  const payers = payersOf(payments, places);
  const cards = cardsOf(places);
  const ledger = {
    ...{ usesWordList, payers, cards },
    ...(await ledgerSide(database, ledgerId, file, keys, targets, inUse, cards)),
    categories: categoryContext(request, file, state, rememberedCategories, inUse),
    rules: new RowRules(rules, namesOf(state, request.today, request.calendar)),
    occurrences: await openOccurrences(database, ledgerId, file, request.today),
  };
  const { rows, categories } = previewOf(file, keys, targets, ledger);
  const existing = [...targets.values()].flatMap((target) => (target.goes === 'account' ? [target.accountId] : []));
  const used = await accountsWithEntries(database, ledgerId, existing);
  const openings = openingBalances(file, targets, { accounts, goals, used });
  const budget = file.budget ? await budgetOfLedger(database, ledgerId) : null;
  return {
    request,
    file,
    ...{ rows, categories, rememberedCategories, rules, usesWordList, known: state.categories },
    fileRules: new FileRules(file, { ledgerId, importId, known: ownRules, inUse, targets, categories }),
    schedules: await schedulesIn(database, file, { ledgerId, importId, inUse, targets, categories }),
    budget: file.budget && budget ? budgetSteps(file.budget, { categories, known: budget }) : [],
    accounts,
    targets,
    questions: [...file.questions, ...questions, ...paymentQuestions(rows, payers, places)],
    payments,
    ...{ openings, examples, inUse, goals, by },
    hasFigures: figures !== null,
  };
}

function thoseThatAreOn(rules: Books['rules']): Rule[] {
  return [...rules].flatMap(([ruleId, { isOn, ...rule }]) => (isOn ? [{ ruleId, ...rule }] : []));
}

/** The answers about categories, as a request or what is remembered has them. */
function answersIn({ categories }: Answers): CategoryAnswers {
  return typeof categories === 'object' ? categories : {};
}

/** The remembered answers about categories, the newest of each; a merged category is replaced by the other one. */
function categoriesIn(remembered: readonly Remembered[], merged: LedgerState['merged']): CategoryAnswers {
  const all = Object.assign({}, ...remembered.toReversed().map(({ answers }) => answersIn(answers)));
  const now = (answer: string): string => {
    const into = merged.get(answer);
    return into === undefined ? answer : now(into);
  };
  return Object.fromEntries(Object.entries<string>(all).map(([path, answer]) => [path, now(answer)]));
}

function categoryContext(
  { ledgerId, importId, options }: ReadingRequest,
  { books, budget }: ParsedFile,
  { categories }: Pick<LedgerState, 'categories'>,
  remembered: CategoryAnswers,
  inUse: ReadonlySet<string>,
): CategoryContext {
  const exported = books?.categories ?? [];
  const path = ({ kind, name, parent }: Named) => `${kind} ${comparableText(parent ?? '')}:${comparableText(name)}`;
  const former = new Map(exported.map((category) => [path(category), category.categoryId]));
  const own = [...categories.keys()].filter((id) => !isGiven(id));
  return {
    known: categories,
    room: OWN_CATEGORIES_MAX - own.length,
    said: answersIn(options.answers),
    remembered,
    listed: books ? exported : (budget?.plans ?? []).flatMap(({ category }) => category ?? []),
    idOf(category) {
      const id = former.get(path(category));
      const isFree = id !== undefined && !inUse.has(id) && !categories.has(id);
      return isFree ? id : createdId(ledgerId, importId, `category ${path(category)}`);
    },
  };
}

/** The mapping and the answers by which a file was read: the user's, else those remembered for files of its kind. */
type ReadBy = { mapping: Mapping | null; answers: Answers };

/** Reads a file by the user's mapping and answers, completed by those remembered for files of its kind. */
async function readRemembered(
  database: Database,
  { userId, fileName, options, today }: ReadingRequest,
  bytes: Uint8Array,
): Promise<{ file: ParsedFile; by: ReadBy }> {
  const { accountId, mapping, answers, isResolved } = options;
  const by = { mapping, answers };
  const file = await readFile(bytes, { fileName, today, ...by });
  const isClear = file.kindOfFile === null && file.questions.every(({ isOpen }) => !isOpen);
  if (isResolved || mapping !== null || isClear) return { file, by };
  const earlier = await loadRemembered(database, userId, file.kindOfFile ?? file.format);
  const last = earlier.find(({ goesTo }) => goesTo === accountId) ?? earlier[0];
  if (!last) return { file, by };
  const { categories: _, ...before } = last.answers;
  const asBefore = { mapping: last.mapping, answers: { ...before, ...answers } };
  return { file: await readFile(bytes, { fileName, today, ...asBefore }), by: asBefore };
}

/** The ids that Daybook's own export names. */
function idsOf({ rows, books, accounts }: ParsedFile): string[] {
  const entries = rows.flatMap(({ entryId }) => entryId ?? []);
  if (!books) return entries;
  const { goals, categories, rules, schedules } = books;
  const others = [...goals.map(({ goalId }) => goalId), ...categories.map(({ categoryId }) => categoryId)];
  const filed = [...rules.map(({ ruleId }) => ruleId), ...schedules.map(({ scheduleId }) => scheduleId)];
  return [...entries, ...others, ...filed, ...accounts.map(({ key }) => key)];
}

/** The plan for the schedules of a file. */
async function schedulesIn(
  database: Database,
  { books }: ParsedFile,
  context: Pick<
    ConstructorParameters<typeof FileSchedules>[1],
    'ledgerId' | 'importId' | 'inUse' | 'targets' | 'categories'
  >,
): Promise<FileSchedules> {
  const { schedules = [], categories: exported = [] } = books ?? {};
  const known = schedules.length === 0 ? new Map() : (await scheduledOf(database, context.ledgerId, null)).schedules;
  return new FileSchedules(schedules, { ...context, known, exported });
}

/** Most open occurrences that the rows of a file are compared with. */
const OPEN_OCCURRENCES_MAX = 100_000;

/** The open occurrences of schedules around the days of a file's rows. */
async function openOccurrences(
  database: Database,
  ledgerId: string,
  { rows, books }: ParsedFile,
  today: string,
): Promise<ListedOccurrence[]> {
  const days = rows.flatMap(({ date }) => date ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  // What Daybook's own export has was an entry.
  if (books || first === undefined || last === undefined) return [];
  const scheduled = await scheduledOf(database, ledgerId, null);
  if (scheduled.schedules.size === 0) return [];
  const range = { from: shifted(first, -AFTER_MAX_DAYS), to: shifted(last, BEFORE_MAX_DAYS), today };
  const near = new Set<string>();
  for (const day of new Set(days)) {
    for (let by = -AFTER_MAX_DAYS; by <= BEFORE_MAX_DAYS; by += 1) near.add(shifted(day, by));
  }
  const open: ListedOccurrence[] = [];
  for (const occurrence of occurrencesByDay(scheduled, range)) {
    if (open.length >= OPEN_OCCURRENCES_MAX) break;
    if (isOpen(occurrence) && near.has(occurrence.day)) open.push(occurrence);
  }
  return open;
}

/** Loads the part of the ledger with which the rows of a file are compared. */
async function ledgerSide(
  database: Database,
  ledgerId: string,
  { rows }: ParsedFile,
  keys: readonly (RowKeys | null)[],
  targets: ReadonlyMap<string, AccountTarget>,
  inUse: ReadonlySet<string>,
  cards: ReadonlySet<string>,
): Promise<Pick<LedgerSide, 'known' | 'entries' | 'gone' | 'past' | 'leftOut'>> {
  const all = keys.flatMap((rowKeys) =>
    rowKeys === null ? [] : rowKeys.rawKey === null ? [rowKeys.key] : [rowKeys.key, rowKeys.rawKey],
  );
  const known = await knownRows(database, ledgerId, all);
  const own = rows.flatMap(({ entryId }) => (entryId !== null && inUse.has(entryId) ? [entryId] : []));
  const existing = new Set((await entriesByIds(database, ledgerId, own)).map(({ entryId }) => entryId));
  for (const [index, { entryId }] of rows.entries()) {
    const key = keys[index]?.key;
    if (key !== undefined && entryId !== null && existing.has(entryId)) known.set(key, entryId);
  }
  const isKnown = (index: number) => {
    const rowKeys = keys[index];
    return rowKeys != null && (known.has(rowKeys.key) || (rowKeys.rawKey !== null && known.has(rowKeys.rawKey)));
  };
  const sought = new Map<string, Sought>();
  for (const [index, { date, amount, invalid, account: key }] of rows.entries()) {
    const account = accountOfKey(targets, key);
    if (account === null || date === null || amount === null || invalid || isKnown(index)) continue;
    sought.set(`${account} ${date} ${amount}`, { account, date, amount });
  }
  return {
    known,
    entries: await entriesNear(database, ledgerId, [...sought.values()], Math.max(LIKELY_DAYS, TRANSFER_DAYS)),
    gone: await entriesGone(database, ledgerId, spansOf(rows, targets, [...sought.values()]), [...known.values()]),
    past: sought.size > 0 ? await titlesOfPast(database, ledgerId) : [],
    leftOut: await leftOutOfCards(database, ledgerId, cards, [...sought.values()]),
  };
}

/** The rows of the files of cards that were left out some days around the days of rows. */
async function leftOutOfCards(
  database: Database,
  ledgerId: string,
  cards: ReadonlySet<string>,
  sought: readonly Sought[],
): Promise<LeftHalf[]> {
  const days = sought.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ofCards = [...cards].map((card) =>
    leftOutRows(database, ledgerId, card, shifted(first, -TRANSFER_DAYS), shifted(last, TRANSFER_DAYS)),
  );
  return (await Promise.all(ofCards)).flat();
}

/** The days that a file has of each account that some of its rows are sought in. */
function spansOf(
  rows: ParsedFile['rows'],
  targets: ReadonlyMap<string, AccountTarget>,
  sought: readonly Sought[],
): FileSpan[] {
  const wanted = new Set(sought.map(({ account }) => account));
  const spans = new Map<string, FileSpan>();
  for (const { date, account: key } of rows) {
    const account = accountOfKey(targets, key);
    if (account === null || date === null || !wanted.has(account)) continue;
    const { from, to } = spans.get(account) ?? { from: date, to: date };
    spans.set(account, { account, from: date < from ? date : from, to: date > to ? date : to });
  }
  return [...spans.values()];
}

/**
 * The options by which a file was read, and the targets of its accounts, in full: its import reads it in the same way,
 * whatever is remembered of other files by then. Accounts without an answer are left out.
 */
export function resolvedOptions({
  request,
  targets,
  questions,
  by,
  rememberedCategories,
  rules,
  usesWordList,
  payments,
}: Reading): ImportOptions {
  const { ledgerId, options } = request;
  const asked = new Set(questions.flatMap(({ id, account, isOpen }) => (id === 'account' && isOpen ? [account] : [])));
  const account = Object.fromEntries(
    [...targets].flatMap(([key, target]) => {
      if (asked.has(key)) return [];
      return [[key, target.goes === 'account' ? accountIdOf(ledgerId, target.accountId) : target.goes]];
    }),
  );
  const currency = questions.find(({ id }) => id === 'other-currency')?.answer;
  const paid = Object.keys(payments).length > 0 && { payments };
  const answers = { ...by.answers, account, ...paid, ...(currency && { 'other-currency': currency }) };
  const resolved = { categories: rememberedCategories, rules, usesWordList, isResolved: true };
  return { ...options, mapping: by.mapping, answers, ...resolved };
}

/** The first page of a preview, with all that is said of the file. */
export async function presentPreview(database: Database, reading: Reading): Promise<ImportPreview> {
  const { request, file, rows, questions, examples, categories, fileRules, schedules, budget } = reading;
  const counts = { new: 0, known: 0, likely: 0, transfer: 0, 'not-booked': 0, invalid: 0 };
  for (const { status } of rows) counts[status] += 1;
  // The halves of a transfer in the file are one entry.
  const taken = rows.filter(({ isTaken, otherHalf, row }) => isTaken && !(otherHalf !== null && otherHalf < row.line));
  return {
    importId: request.importId,
    format: file.format,
    dialect: file.dialect,
    mapping: file.mapping && presentMapping(file, file.mapping),
    questions: questions.filter(({ isOpen }) => isOpen).map((question) => presentQuestion(question, examples)),
    answered: questions.filter(({ isOpen }) => !isOpen).map((question) => presentQuestion(question)),
    remarks: [...(file.remarks ?? []), ...categories.remarks, ...fileRules.remarks, ...schedules.remarks],
    accounts: presentAccounts(reading, await beginningsOf(database, reading)),
    categories: categories.listed.map(({ categoryId: _, ...listed }) => listed),
    rules: fileRules.added.length,
    schedules: schedules.added.length,
    budget: budgetCounts(budget),
    counts,
    taken: taken.length,
    statements: await presentStatements(database, reading),
    ...(await presentPage(database, reading, 0, IMPORT_PAGE_ROWS)),
  };
}

function presentMapping(
  { samples, rows, statements }: ParsedFile,
  mapping: Mapping,
): NonNullable<ImportPreview['mapping']> {
  const { debitWords, notBookedWords, negated, ...rest } = mapping;
  const booked = rows.filter(({ notBooked, invalid }) => !notBooked && !invalid);
  const closing = statements.length === 1 ? (statements[0]?.closing ?? null) : null;
  return {
    ...rest,
    ...(debitWords && { debitWords: [...debitWords] }),
    ...(notBookedWords && { notBookedWords: [...notBookedWords] }),
    ...(negated && { negated: [...negated] }),
    sum: amountOf(booked.reduce((sum, { amount }) => sum + (amount ?? 0), 0) as Cents),
    lastBalance: closing === null ? null : amountOf(closing),
    samples: samples.map(({ cells, ...sample }) => ({ ...sample, cells: [...cells] })),
  };
}

/** The page of at most `limit` rows after a line; from the beginning for 0. */
export async function presentPage(
  database: Database,
  { rows, categories, request: { ledgerId } }: Reading,
  after: number,
  limit: number,
): Promise<{ rows: ImportRow[]; next: number | null }> {
  const from = after === 0 ? 0 : firstAfter(rows, after);
  const page = rows.slice(from, from + limit);
  const ids = page.flatMap(({ entryId }) => entryId ?? []);
  const known = new Map((await entriesByIds(database, ledgerId, ids)).map((entry) => [entry.entryId, entry]));
  const last = from + limit < rows.length ? page.at(-1) : undefined;
  return {
    rows: page.map((row) => presentRow(ledgerId, row, known, (id) => categories.nameOf(id))),
    next: last?.row.line ?? null,
  };
}

/** The place of the first row after a line; lines are in ascending order. */
function firstAfter(rows: readonly PreviewedRow[], line: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.row.line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

function presentAccounts(
  { file, targets, accounts, rows, openings, request }: Reading,
  beginnings: readonly Beginning[],
): ImportAccount[] {
  const added = new Map<string, number>();
  for (const { isTaken, accountId, row } of rows) {
    if (isTaken && accountId !== null) added.set(accountId, (added.get(accountId) ?? 0) + (row.amount ?? 0));
  }
  const counts = new Map<string, number>();
  for (const { account } of file.rows) counts.set(account, (counts.get(account) ?? 0) + 1);
  return file.accounts.map(({ key, name, currency }) => {
    const target = targets.get(key);
    const accountId = target && target.goes !== 'nowhere' ? target.accountId : null;
    const before = accountId === null ? 0 : (accounts.get(accountId)?.balance ?? 0);
    const opening = accountId === null ? 0 : (openings.get(accountId) ?? 0);
    const after = before + opening + (accountId === null ? 0 : (added.get(accountId) ?? 0));
    return {
      key,
      name: target?.goes === 'new' ? target.name : name,
      currency,
      count: counts.get(key) ?? 0,
      accountId: target?.goes === 'account' ? accountIdOf(request.ledgerId, target.accountId) : null,
      goesTo: target?.goes ?? 'nowhere',
      kind: target?.kind ?? 'Other',
      before: amountOf(before as Cents),
      opening: amountOf(opening as Cents),
      after: amountOf(after as Cents),
      asksBalance: accountId !== null && openings.get(accountId) === null,
      begin: presentBeginning(beginnings.find((one) => one.key === key)),
    };
  });
}

/** Formats whose closing balance holds for a whole day, also of the day on which the file was made. */
const OF_WHOLE_DAYS: readonly ImportFormat[] = ['camt.053', 'mt940', 'daybook'];

/** Plans the import of a file by the user's choices. Throws ImpossibleChoice. */
export async function plan(
  database: Database,
  reading: Reading,
  { choices: said, begin, balances }: Chosen,
): Promise<PlannedImport> {
  const { request, file, rows, targets, questions, openings, inUse, goals, hasFigures, categories } = reading;
  const { fileRules, schedules, budget } = reading;
  const { ledgerId, importId, options, today } = request;
  const choices: Choices = Object.fromEntries(
    Object.entries(said).map(([line, choice]): [string, Choices[string]] =>
      typeof choice === 'object' && 'account' in choice
        ? [line, { account: accountKey(ledgerId, choice.account) }]
        : [line, choice],
    ),
  );
  const named = Object.values(choices).flatMap((choice) =>
    typeof choice === 'object' && 'match' in choice ? [choice.match] : [],
  );
  const chosen = new Map((await entriesByIds(database, ledgerId, named)).map((entry) => [entry.entryId, entry]));
  const confirmed = await confirmedBalances(database, ledgerId, targets);
  const asserted = file.statements.flatMap((statement) => {
    const target = targets.get(statement.account);
    const date = lastDay(file, statement);
    const { closing: balance } = statement;
    if (!target || target.goes === 'nowhere' || date === null || balance === null) return [];
    // A file of today may lack what is booked later today.
    if (date >= today && !OF_WHOLE_DAYS.includes(file.format)) return [];
    // Said once more, it would hide since when the books don't agree.
    if (confirmed.get(`${target.accountId} ${date}`) === balance) return [];
    return [{ accountId: target.accountId, date, balance }];
  });
  const beginnings = await beginningsOf(database, reading);
  const begun = new Map(
    beginnings
      .filter(({ key }) => begin.includes(key))
      .map(({ accountId, amount, date, balance }) => [accountId, { amount, bank: { date, balance } }]),
  );
  const told = new Map(
    Object.entries(balances).map(([key, balance]) => {
      const target = targets.get(key);
      if (!target || target.goes === 'nowhere' || openings.get(target.accountId) !== null) {
        throw new ImpossibleChoice(0, 'What is in an account can be said of empty ones alone, without a balance');
      }
      return [target.accountId, balance] as const;
    }),
  );
  const beginningsLeft = beginnings
    .filter(({ accountId }) => !begun.has(accountId))
    .map(({ accountId, until, date, balance, amount }) => ({
      ...{ accountId: accountIdOf(ledgerId, accountId), until, date },
      ...{ balance: amountOf(balance), adds: amountOf(amount) },
    }));
  const usedCategories = await categoriesInUse(database, reading);
  if (rows.length > SMALL_ROWS_MAX) giveBack();
  const { steps, summary, leftOut } = stepsOf(file, rows, {
    ...{
      ledgerId,
      importId,
      targets,
      openings,
      told,
      today,
      begun,
      asserted,
      choices,
      accounts: reading.accounts,
      chosen,
      inUse,
      goals,
      hasFigures,
    },
    ...{ categories, usedCategories, rules: fileRules, schedules, budget },
  });
  if (rows.length > SMALL_ROWS_MAX) giveBack();
  const added = new Set(steps.flatMap((step) => (step.does === 'add category' ? [step.categoryId] : [])));
  const answers = { ...ofFile(options.answers), categories: categories.toRemember((id) => added.has(id)) };
  const kind = file.kindOfFile ?? file.format;
  const remembered = [...targets].flatMap(([account, target]): Remembered[] =>
    target.goes === 'nowhere'
      ? []
      : [
          {
            kind,
            account,
            goesTo: target.accountId,
            mapping: request.given && ofColumns(request.given),
            answers,
          },
        ],
  );
  const isOpen = questions.some(({ isOpen }) => isOpen);
  return {
    format: file.format,
    rows: rows.length,
    isOpen,
    steps: packSteps(steps),
    count: steps.length,
    summary: {
      ...{ ...summary, rules: fileRules.added.length, schedules: schedules.added.length },
      budget: budgetCounts(budget),
      beginnings: beginningsLeft,
    },
    leftOut: JSON.stringify(leftOut),
    remembered,
  };
}

/** The categories that have entries, or others below them; none are looked for where the file archives none. */
async function categoriesInUse(
  database: Database,
  { request: { ledgerId }, file: { books }, known }: Reading,
): Promise<Set<string>> {
  if (!books?.categories.some(({ isArchived }) => isArchived)) return new Set();
  const counts = await categoryCounts(database, ledgerId, null);
  const above = [...known.values()].flatMap(({ parent, isArchived }) => (parent && !isArchived ? [parent] : []));
  return new Set([...counts.keys(), ...above]);
}

/** The balances that days are confirmed with, in cents, by account and day. */
async function confirmedBalances(
  database: Database,
  ledgerId: string,
  targets: ReadonlyMap<string, AccountTarget>,
): Promise<Map<string, Cents>> {
  const balances = new Map<string, Cents>();
  for (const target of targets.values()) {
    if (target.goes !== 'account') continue;
    const { accountId } = target;
    for (const { date, balance } of await confirmationsOf(database, ledgerId, accountId, null)) {
      balances.set(`${accountId} ${date}`, balance);
    }
  }
  return balances;
}

/** The part of a mapping that holds for other files of the kind: without the lines above and below the table. */
function ofColumns({ skipLines: _, skipLastLines: _last, year: _year, headerLine, ...mapping }: Mapping): Mapping {
  return { ...mapping, ...(headerLine === 0 && { headerLine }) };
}

/** The answers that hold for other files of the kind, but for those about categories. */
function ofFile({ account: _, categories: _categories, year: _year, ...answers }: Answers): Answers {
  return answers;
}
