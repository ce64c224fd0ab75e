import type { Answers, Mapping } from '#imports/parsed.ts';
import { budgetCounts } from '#imports/plan/file-budget.ts';
import { type Chosen, ImpossibleChoice, type RowChoices, stepsOf } from '#imports/plan/steps.ts';
import type { AccountTarget } from '#imports/plan/targets.ts';
import { accountIdOf, accountKey } from '#ledger/ids.ts';
import type { ImportStep } from '#ledger/import-file.ts';
import type { ImportFormat } from '#ledger/model/constants.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { categoryCounts } from '#projections/queries/category-counts.ts';
import { type ComparedEntry, entriesByIds } from '#projections/queries/import-entries.ts';
import { confirmationsOf } from '#projections/queries/reconcile.ts';
import { giveBack } from './memory.ts';
import { packSteps } from './packed-steps.ts';
import type { Reading } from './reading.ts';
import type { Remembered } from './remembered.ts';
import { beginningsOf, lastDay } from './statements.ts';
import type { ImportResult } from './stored-imports.ts';

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

/** A file of more rows is large: memory that is no longer used is given back between the stages of its plan. */
const SMALL_ROWS_MAX = 20_000;

/** Formats whose closing balance holds for a whole day, also of the day on which the file was made. */
const OF_WHOLE_DAYS: readonly ImportFormat[] = ['camt.053', 'mt940', 'daybook'];

/** Plans the import of a file by the user's choices. Throws ImpossibleChoice. */
export async function planImport(database: Database, reading: Reading, chosen: Chosen): Promise<PlannedImport> {
  const { request, file, rows, targets, questions, openings, inUse, goals, hasFigures, categories } = reading;
  const { fileRules, schedules, budget, accounts } = reading;
  const { ledgerId, importId, today } = request;
  const choices = choicesByKey(ledgerId, chosen);
  const beginnings = await beginningsOf(database, reading);
  const begun = new Map(
    beginnings
      .filter(({ key }) => chosen.begin.includes(key))
      .map(({ accountId, amount, date, balance }) => [accountId, { amount, bank: { date, balance } }]),
  );
  const matched = await matchedEntries(database, ledgerId, choices);
  const asserted = assertedBalances(reading, await confirmedBalances(database, ledgerId, targets));
  const told = toldBalances(reading, chosen);
  const usedCategories = await categoriesInUse(database, reading);
  if (rows.length > SMALL_ROWS_MAX) giveBack();
  const { steps, summary, leftOut } = stepsOf(file, rows, {
    ledgerId,
    importId,
    targets,
    openings,
    told,
    today,
    begun,
    asserted,
    choices,
    accounts,
    chosen: matched,
    inUse,
    goals,
    hasFigures,
    categories,
    usedCategories,
    rules: fileRules,
    schedules,
    budget,
  });
  if (rows.length > SMALL_ROWS_MAX) giveBack();
  return {
    format: file.format,
    rows: rows.length,
    isOpen: questions.some(({ isOpen }) => isOpen),
    steps: packSteps(steps),
    count: steps.length,
    summary: {
      ...summary,
      rules: fileRules.added.length,
      schedules: schedules.added.length,
      budget: budgetCounts(budget),
      beginnings: beginnings
        .filter(({ accountId }) => !begun.has(accountId))
        .map(({ accountId, until, date, balance, amount }) => ({
          accountId: accountIdOf(ledgerId, accountId),
          until,
          date,
          balance: amountOf(balance),
          adds: amountOf(amount),
        })),
    },
    leftOut: JSON.stringify(leftOut),
    remembered: toRemember(reading, steps),
  };
}

/** The choices, with the keys of accounts in place of their ids. */
function choicesByKey(ledgerId: string, { choices }: Chosen): RowChoices {
  return Object.fromEntries(
    Object.entries(choices).map(([line, choice]): [string, RowChoices[string]] =>
      typeof choice === 'object' && 'account' in choice
        ? [line, { account: accountKey(ledgerId, choice.account) }]
        : [line, choice],
    ),
  );
}

/** The entries that rows are matched with by choice, by their ids. */
async function matchedEntries(
  database: Database,
  ledgerId: string,
  choices: RowChoices,
): Promise<Map<string, ComparedEntry>> {
  const named = Object.values(choices).flatMap((choice) =>
    typeof choice === 'object' && 'match' in choice ? [choice.match] : [],
  );
  return new Map((await entriesByIds(database, ledgerId, named)).map((entry) => [entry.entryId, entry]));
}

/** The balances that the file confirms of days that are over, and that are not `confirmed` by the same amount. */
function assertedBalances(
  { file, targets, request: { today } }: Reading,
  confirmed: ReadonlyMap<string, Cents>,
): { accountId: string; date: string; balance: Cents }[] {
  return file.statements.flatMap((statement) => {
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
}

/** The balances of accounts today as the user says them, in cents. Throws ImpossibleChoice for one that has entries. */
function toldBalances({ targets, openings }: Reading, { balances }: Chosen): Map<string, Cents> {
  return new Map(
    Object.entries(balances).map(([key, balance]) => {
      const target = targets.get(key);
      if (!target || target.goes === 'nowhere' || openings.get(target.accountId) !== null) {
        throw new ImpossibleChoice(0, 'What is in an account can be said of empty ones alone, without a balance');
      }
      return [target.accountId, balance] as const;
    }),
  );
}

/** The settings to remember for files of this kind, for each account of the file. */
function toRemember({ request, file, targets, categories }: Reading, steps: readonly ImportStep[]): Remembered[] {
  const { options, given } = request;
  const added = new Set(steps.flatMap((step) => (step.does === 'add category' ? [step.categoryId] : [])));
  const answers = { ...ofFile(options.answers), categories: categories.toRemember((id) => added.has(id)) };
  const kind = file.kindOfFile ?? file.format;
  const mapping = given && ofColumns(given);
  return [...targets].flatMap(([account, target]) =>
    target.goes === 'nowhere' ? [] : [{ kind, account, goesTo: target.accountId, mapping, answers }],
  );
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
