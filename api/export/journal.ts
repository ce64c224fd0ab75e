import { decimalOf } from '#ledger/model/money.ts';
import type { Book, BookEntry } from './books.ts';
import { cleaned, plainNames } from './names.ts';

/**
 * The lines of `daybook.journal`, which hledger and Ledger read alike: the commodity, the accounts, the entries by
 * date, and assertions of what accounts and goals hold, which come last, since Ledger checks them in the file's order
 * and hledger in that of dates (product 10.5). `currency` is a code; the entries are in order.
 */
export async function* journal(
  chart: readonly Book[],
  currency: string,
  entries: AsyncIterable<BookEntry>,
): AsyncGenerator<string> {
  const names = plainNames(chart);
  yield `commodity ${currency}\n  format 1000.00 ${currency}\n\n`;
  yield `${[...names.values()].map((name) => `account ${name}\n`).join('')}\n`;
  let last = '';
  for await (const { date, revision, title, postings } of entries) {
    last = date;
    const lines = postings.map(({ book, cents }) => `    ${names.get(book)}    ${decimalOf(cents)} ${currency}\n`);
    yield `${date} * (${revision}) ${description(title)}\n${lines.join('')}\n`;
  }
  if (!last) return;
  const held = chart.filter(({ holds }) => holds !== null);
  const assertions = held.map(
    ({ key, holds }) => `    ${names.get(key)}    0.00 ${currency} = ${decimalOf(holds ?? 0)} ${currency}\n`,
  );
  yield `${last} * Balances\n${assertions.join('')}`;
}

/** A title as a description: `;` would begin a comment, `|` end a payee. What it begins with stands behind the code. */
function description(title: string): string {
  return cleaned(title).replaceAll(';', ',').replaceAll('|', '/');
}
