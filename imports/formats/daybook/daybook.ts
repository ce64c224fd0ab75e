import {
  EVERYDAY,
  FIRST_DAY,
  GOAL_CATEGORIES,
  GOAL_DESCRIPTION_MAX,
  GOAL_TITLE_MAX,
  LAST_DAY,
  REPLACED_MAX,
} from '#ledger/model/constants.ts';
import { type ValuesOf, valuesIn } from '#ledger/model/fields.ts';
import { type Cents, LARGEST_AMOUNT, negated } from '#ledger/model/money.ts';
import { defaultOf, type Origins, type Replaced, type SetBy, setterIn } from '#ledger/model/origins.ts';
import type { RuleField } from '#ledger/model/rule-fields.ts';
import { isInBudget, type TransactionState, type TransferState } from '#ledger/model/state.ts';
import type { Earlier, EarlierValues } from '#ledger/undo/earlier-values.ts';
import { fileCategoryName } from '../../category-of-file.ts';
import { accountName, oneLine } from '../../fields.ts';
import {
  type ExportedCategory,
  type ParsedCategory,
  type ParsedFile,
  type ParsedGoal,
  type ParsedRow,
  type ParsedStatement,
  type Reader,
  UnreadableFile,
} from '../../parsed.ts';
import { bareRow, parsedBooks } from '../../whole-books.ts';
import { openZip, type Zip } from '../../zip.ts';
import { contradiction, type ExportedBooks, earlierValues, exportedBooks } from './books.ts';
import { exportedBudget } from './budget.ts';
import { isEvents, readExportedEvents } from './events.ts';
import { exportedRules } from './rules.ts';
import { exportedSchedules } from './schedules.ts';

const EVENTS = /(^|\/)events\.jsonl$/;
const JOURNAL = /(^|\/)daybook\.journal$/;

/**
 * Reads Daybook's own export, as the zip or its `events.jsonl`: the books at its end, with the ids of entries and of
 * goals. Rows are numbered in the order of recording; a transfer is two of them. Null for other files; throws
 * UnreadableFile where a line of it is no event or contradicts those before it (product 11.11).
 */
export const readDaybook: Reader = async (bytes) => {
  if (isEvents(bytes)) return fileOf(bytes, null);
  const zip = await openZip(bytes);
  const name = zip?.names.find((path) => EVENTS.test(path));
  if (!zip || name === undefined) return null;
  const events = await zip.read(name);
  if (events.length > 0 && !isEvents(events)) {
    throw new UnreadableFile('The events.jsonl of this zip is not one of Daybook.');
  }
  return fileOf(events, await currencyOf(zip));
};

/** The currency is the journal's, since the events have none. */
async function currencyOf(zip: Zip): Promise<string | null> {
  const name = zip.names.find((path) => JOURNAL.test(path));
  const [, currency = null] =
    /^commodity ([A-Z]{3})\n/.exec(name ? (await zip.read(name)).subarray(0, 100).toString() : '') ?? [];
  return currency;
}

function fileOf(bytes: Uint8Array, currency: string | null): ParsedFile {
  const exported = exportedBooks(readExportedEvents(bytes));
  const { accounts, goals, figures } = exported.books;
  const categories = categoriesOf(exported);
  const { rules, remarks } = exportedRules(exported);
  const scheduled = exportedSchedules(exported);
  return parsedBooks({
    format: 'daybook',
    dialect: { file: currency === null ? 'events.jsonl' : 'zip' },
    accounts: [...accounts].map(([key, account]) => {
      const { name, kind, isOpen: _, ...own } = valuesIn('account', account);
      return {
        key,
        currency,
        kind,
        name: accountName(name, 'Account'),
        own: { ...own, isBudgeted: isInBudget(account) },
      };
    }),
    rows: rowsOf(exported, categories, earlierValues(readExportedEvents(bytes), exported)),
    statements: confirmedOf(exported),
    remarks: [...remarks, ...scheduled.remarks],
    budget: exportedBudget(exported, categories),
    books: {
      goals: [...goals].map(([goalId, goal]): ParsedGoal => {
        const saved = savedOf(exported.saved.get(goalId) ?? new Map());
        return { ...storableGoal(valuesIn('goal', goal)), goalId, saved };
      }),
      figures,
      categories,
      rules,
      schedules: scheduled.schedules,
      balances: new Map([...accounts].map(([key, { balance }]) => [key, balance])),
    },
  });
}

/**
 * The rows of transactions and transfers, in the order of recording. Throws UnreadableFile where one is none of
 * Daybook's.
 */
function rowsOf(
  { books, places, origins }: ExportedBooks,
  categories: readonly ExportedCategory[],
  earlier: EarlierValues,
): ParsedRow[] {
  const rows: ParsedRow[] = [];
  const byId = new Map(categories.map(({ categoryId, name, parent, kind }) => [categoryId, { name, parent, kind }]));
  for (const [id] of [...places].sort(([, place], [, otherPlace]) => place - otherPlace)) {
    const transaction = books.transactions.get(id);
    const transfer = books.transfers.get(id);
    const { amount, date } = transaction ?? transfer ?? { amount: 0, date: '' };
    if (amount < 1 || amount > LARGEST_AMOUNT || date < FIRST_DAY || date > LAST_DAY) throw contradiction();
    const set = setHere(id, origins.get(id) ?? null, earlier);
    const categoryOf = (category: string) => byId.get(category) ?? null;
    if (transaction) rows.push({ ...transactionRow(id, transaction, rows.length + 1, categoryOf), set });
    else if (transfer)
      rows.push(...transferRows(id, transfer, rows.length + 1, categoryOf).map((row) => ({ ...row, set })));
  }
  return rows;
}

/** Who set the fields of an entry, and what rules replaced, as an event says it that records it anew. */
function setHere(entryId: string, origins: Origins, earlier: EarlierValues): NonNullable<ParsedRow['set']> {
  const fields: Record<string, SetBy> = {};
  for (const field of Object.keys(origins ?? {})) {
    const setter = setterIn(origins, field);
    if (!setter) continue;
    const { revision = 0, ...setBy } = setter;
    if (setBy.by !== 'rule') fields[field] = setBy;
    else {
      const replaced = replacedOf(earlier.values(entryId, field as RuleField, { ...setBy, revision }));
      fields[field] = { ...setBy, ...(replaced.length > 0 && { replaced }) };
    }
  }
  return { fields, others: defaultOf(origins) };
}

/** The values that rules replaced, as an event has them: the value before all rules, and the value by the last ones. */
function replacedOf(earlier: readonly Earlier[]): Replaced[] {
  const replaced = earlier.map(({ values, setBy: { revision: _, ...setBy } }) => ({ ...setBy, values }) as Replaced);
  return replaced.slice(0, 1).concat(replaced.slice(1).slice(1 - REPLACED_MAX));
}

function transactionRow(
  entryId: string,
  transaction: TransactionState,
  line: number,
  categoryOf: (id: string) => ParsedCategory | null,
): ParsedRow {
  const { type, title, amount, date, category, accountId, parts, note = null, tags } = transaction;
  return bareRow({
    line,
    account: accountId ?? EVERYDAY,
    date,
    amount: type === 'Income' ? amount : negated(amount),
    title: oneLine(title),
    category: category === undefined ? null : categoryOf(category),
    parts:
      parts?.map(({ amount, category, note = null }) => ({ amount, category: categoryOf(category), note })) ?? null,
    note,
    ...(tags && { tags }),
    entryId,
    own: transaction,
  });
}

function transferRows(
  entryId: string,
  transfer: TransferState,
  line: number,
  categoryOf: (id: string) => ParsedCategory | null,
): ParsedRow[] {
  const { from, to, amount, date, title = '', category, note = null, tags, ...rest } = transfer;
  rest satisfies Record<string, never>;
  const filed = category === undefined ? null : categoryOf(category);
  const shared = { date, title: oneLine(title), entryId, note, ...(tags && { tags }) };
  return [
    bareRow({ ...shared, line, account: from, amount: negated(amount), category: filed, otherHalf: line + 1 }),
    bareRow({ ...shared, line: line + 1, account: to, amount, otherHalf: line }),
  ];
}

/** All categories, the specification's, too. */
function categoriesOf({ books: { categories } }: ExportedBooks): ExportedCategory[] {
  return [...categories].flatMap(([categoryId, { name, parent, kind, isArchived, position }]) => {
    const above = parent === undefined ? undefined : categories.get(parent);
    const own = fileCategoryName(name);
    return own === ''
      ? []
      : [{ categoryId, name: own, parent: fileCategoryName(above?.name ?? '') || null, kind, isArchived, position }];
  });
}

/** A goal whose texts, of an export that somebody changed, can be stored. */
function storableGoal({ title, description, category, ...goal }: ValuesOf<'goal'>): ValuesOf<'goal'> {
  return {
    ...goal,
    title: oneLine(title).slice(0, GOAL_TITLE_MAX).toWellFormed().trim() || 'Goal',
    description: description?.slice(0, GOAL_DESCRIPTION_MAX).toWellFormed(),
    category: GOAL_CATEGORIES.find((known) => known === category),
  };
}

/** Money put aside by account. Where an undo left an account below 0, the others make up for it. */
function savedOf(saved: ReadonlyMap<string, Cents>): ParsedGoal['saved'] {
  let missing = [...saved.values()].reduce((sum, amount) => sum + Math.max(0, -amount), 0);
  return [...saved].flatMap(([account, amount]) => {
    const taken = Math.min(missing, Math.max(0, amount));
    missing -= taken;
    return amount - taken > 0 ? [{ account, amount: (amount - taken) as Cents }] : [];
  });
}

function confirmedOf({ confirmed, books }: ExportedBooks): ParsedStatement[] {
  return [...confirmed].flatMap(([account, days]) =>
    books.accounts.has(account)
      ? [...days].sort().map(([to, closing]) => ({ account, opening: null, closing, from: null, to, lines: [] }))
      : [],
  );
}
