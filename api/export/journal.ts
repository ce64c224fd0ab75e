import { cellOf, type Plans } from '#ledger/model/budget.ts';
import { NO_CATEGORY } from '#ledger/model/categories.ts';
import { decimalOf } from '#ledger/model/money.ts';
import { monthAfter } from '#ledger/model/months.ts';
import type { BookEntry, BookKey, ExportedBook } from './books.ts';
import { cleaned, type ExportNames, plainNames } from './names.ts';

/** The plans of months, in order: the cents of each account of expenses without a plan of 0. */
export type PlansByMonth = readonly (readonly [month: string, planned: ReadonlyMap<BookKey, number>])[];

/** The account that plans are taken from: a periodic transaction has to balance. */
const BUDGET = 'equity:budget';

/** The plans of a ledger by month. */
export function plansByMonth(plans: Plans): PlansByMonth {
  const months = new Map<string, Map<BookKey, number>>();
  for (const [id, amount] of plans) {
    const { categoryId, month } = cellOf(id);
    const planned = months.get(month) ?? new Map<BookKey, number>();
    months.set(month, planned.set(`expenses ${categoryId === NO_CATEGORY ? '' : categoryId}`, amount));
  }
  return [...months].sort(([month], [other]) => (month < other ? -1 : 1));
}

/**
 * The lines of `daybook.journal`, which hledger and Ledger read alike: the commodity, the accounts, what is planned as
 * periodic transactions, the entries by date with notes and tags, and assertions of the balances of accounts and goals,
 * which come last, since Ledger checks them in the file's order and hledger in the order of dates (product 10.5).
 * `currency` is a code; the entries are in order.
 */
export async function* journal(
  chart: readonly ExportedBook[],
  currency: string,
  plans: PlansByMonth,
  entries: AsyncIterable<BookEntry>,
): AsyncGenerator<string> {
  const names = plainNames(chart);
  const rules = periodicTransactions(names, currency, plans);
  yield `commodity ${currency}\n  format 1000.00 ${currency}\n\n`;
  yield `${[...names.values()].map((name) => `account ${name}\n`).join('')}${rules && `account ${BUDGET}\n`}\n${rules}`;
  let last = '';
  const declared = new Set<string>();
  for await (const { date, revision, title, note, tags, postings } of entries) {
    last = date;
    const used = [...(note === null ? [] : ['note']), ...tags].filter((tag) => !declared.has(tag));
    for (const tag of used) declared.add(tag);
    if (used.length > 0) yield `${used.map((tag) => `tag ${tag}\n`).join('')}\n`;
    const comments = [...(note === null ? [] : [`note: ${comment(note)}`]), ...tags.map((tag) => `:${tag}:`)];
    const lines = postings.map(({ book, cents }) => `    ${names.get(book)}    ${decimalOf(cents)} ${currency}\n`);
    const described = comments.map((line) => `    ; ${line}\n`);
    yield `${date} * (${revision}) ${journalDescription(title)}\n${[...described, ...lines].join('')}\n`;
  }
  if (!last) return;
  const held = chart.filter(({ holds }) => holds !== null);
  const assertions = held.map(
    ({ key, holds }) => `    ${names.get(key)}    0.00 ${currency} = ${decimalOf(holds ?? 0)} ${currency}\n`,
  );
  yield `${last} * Balances\n${assertions.join('')}`;
}

/** A rule for each month, which says what is planned for accounts of expenses, in the order of their declaration. */
function periodicTransactions(names: ExportNames, currency: string, plans: PlansByMonth): string {
  const rules = plans.map(([month, planned]) => {
    const posted = [...names].flatMap(([key, name]) =>
      planned.has(key) ? [{ name, cents: planned.get(key) ?? 0 }] : [],
    );
    const all = [...posted, { name: BUDGET, cents: -posted.reduce((sum, { cents }) => sum + cents, 0) }];
    const lines = all.map(({ name, cents }) => `    ${name}    ${decimalOf(cents)} ${currency}\n`);
    return `~ monthly from ${month}-01 to ${monthAfter(month)}-01\n${lines.join('')}\n`;
  });
  return rules.join('');
}

/** A note as a comment in one line: for Ledger `[` would begin a date, and a word between colons be a tag. */
function comment(note: string): string {
  const plain = cleaned(note).replaceAll('[', '(').replaceAll(']', ')');
  return plain.replaceAll(/(?<=^| ):(\S*):(?= |$)/g, '$1');
}

/** A title as a description: `;` would begin a comment, `|` end a payee. What it begins with stands behind the code. */
export function journalDescription(title: string): string {
  return cleaned(title).replaceAll(';', ',').replaceAll('|', '/');
}
