import { type Example, examplesOf } from '#imports/formats/examples.ts';
import { readFile } from '#imports/formats/read-file.ts';
import type { Answers, Mapping, ParsedFile } from '#imports/parsed.ts';
import { cardsOf, payersOf, paymentQuestions, paymentsSaid } from '#imports/plan/card-payments.ts';
import { fileBudgetSteps } from '#imports/plan/file-budget.ts';
import { FileRules } from '#imports/plan/file-rules.ts';
import { type FileScheduleContext, FileSchedules } from '#imports/plan/file-schedules.ts';
import { openingBalances } from '#imports/plan/openings.ts';
import { type AccountTarget, targetsOf } from '#imports/plan/targets.ts';
import type {
  CategoryAnswers,
  CategoryContext,
  FileCategories,
  NamedInFile,
} from '#imports/preview/file-categories.ts';
import { keysOf } from '#imports/preview/identity.ts';
import { accountOfKey, type PreviewedRow, previewOf } from '#imports/preview/preview.ts';
import { RowRules } from '#imports/preview/row-rules.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountIdOf, createdId } from '#ledger/ids.ts';
import type { ImportStep } from '#ledger/import-file.ts';
import { isGiven, OWN_CATEGORIES_MAX } from '#ledger/model/categories.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { Books } from '#ledger/model/state.ts';
import type { UserRule } from '#ledger/rules/rule.ts';
import type { Database } from '#platform/postgres.ts';
import { budgetOfLedger } from '#projections/queries/budget.ts';
import { accountsWithEntries, idsInUse } from '#projections/queries/import-entries.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { rulesOfLedger } from '#projections/queries/rules.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import { ruleNames } from '../rules/names.ts';
import { ledgerSide, occurrencesNearRows } from './ledger-side.ts';
import type { ReadingRequest } from './reading-request.ts';
import { loadKnownKeys, loadRemembered, type Remembered } from './remembered.ts';
import type { ImportOptions } from './stored-imports.ts';

/** A file as it was read and compared with the ledger. */
export type Reading = {
  request: ReadingRequest;
  file: ParsedFile;
  rows: PreviewedRow[];
  categories: FileCategories;
  /** The remembered answers about categories of files of this kind. */
  rememberedCategories: CategoryAnswers;
  /** The rules that are applied to its rows, in their order. */
  rules: readonly UserRule[];
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
    usesWordList,
    payers,
    cards,
    ...(await ledgerSide(database, ledgerId, file, keys, targets, inUse, cards)),
    categories: categoryContext(request, file, state, rememberedCategories, inUse),
    rules: new RowRules(rules, ruleNames(state, request.today, request.calendar)),
    occurrences: await occurrencesNearRows(database, ledgerId, file, request.today),
  };
  const { rows, categories } = previewOf(file, keys, targets, ledger);
  const existing = [...targets.values()].flatMap((target) => (target.goes === 'account' ? [target.accountId] : []));
  const used = await accountsWithEntries(database, ledgerId, existing);
  const openings = openingBalances(file, targets, { accounts, goals, used });
  const budget = file.budget ? await budgetOfLedger(database, ledgerId) : null;
  return {
    request,
    file,
    rows,
    categories,
    rememberedCategories,
    rules,
    usesWordList,
    known: state.categories,
    fileRules: new FileRules(file, { ledgerId, importId, known: ownRules, inUse, targets, categories }),
    schedules: await planSchedules(database, file, { ledgerId, importId, inUse, targets, categories }),
    budget: file.budget && budget ? fileBudgetSteps(file.budget, { categories, known: budget }) : [],
    accounts,
    targets,
    questions: [...file.questions, ...questions, ...paymentQuestions(rows, payers, places)],
    payments,
    openings,
    examples,
    inUse,
    goals,
    by,
    hasFigures: figures !== null,
  };
}

function thoseThatAreOn(rules: Books['rules']): UserRule[] {
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
  const path = ({ kind, name, parent }: NamedInFile) =>
    `${kind} ${comparableText(parent ?? '')}:${comparableText(name)}`;
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
async function planSchedules(
  database: Database,
  { books }: ParsedFile,
  context: Omit<FileScheduleContext, 'known' | 'exported'>,
): Promise<FileSchedules> {
  const { schedules = [], categories: exported = [] } = books ?? {};
  const known = schedules.length === 0 ? new Map() : (await scheduledOf(database, context.ledgerId, null)).schedules;
  return new FileSchedules(schedules, { ...context, known, exported });
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
  const accountsAsked = new Set(
    questions.flatMap(({ id, account, isOpen }) => (id === 'account' && isOpen ? [account] : [])),
  );
  const account = Object.fromEntries(
    [...targets].flatMap(([key, target]) => {
      if (accountsAsked.has(key)) return [];
      return [[key, target.goes === 'account' ? accountIdOf(ledgerId, target.accountId) : target.goes]];
    }),
  );
  const currency = questions.find(({ id }) => id === 'other-currency')?.answer;
  const paid = Object.keys(payments).length > 0 && { payments };
  const answers = { ...by.answers, account, ...paid, ...(currency && { 'other-currency': currency }) };
  const resolved = { categories: rememberedCategories, rules, usesWordList, isResolved: true };
  return { ...options, mapping: by.mapping, answers, ...resolved };
}
