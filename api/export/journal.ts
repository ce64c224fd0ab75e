import { decimalOf } from '#ledger/model/money.ts';
import type { Book, BookEntry } from './books.ts';
import { cleaned, plainNames } from './names.ts';

/**
 * The lines of `daybook.journal`, which hledger and Ledger read alike: the commodity, the accounts, the entries by date
 * with notes and tags, and assertions of what accounts and goals hold, which come last, since Ledger checks them in the
 * file's order and hledger in that of dates (product 10.5). `currency` is a code; the entries are in order.
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
  const declared = new Set<string>();
  for await (const { date, revision, title, note, tags, postings } of entries) {
    last = date;
    const used = [...(note === null ? [] : ['note']), ...tags].filter((tag) => !declared.has(tag));
    for (const tag of used) declared.add(tag);
    if (used.length > 0) yield `${used.map((tag) => `tag ${tag}\n`).join('')}\n`;
    const comments = [...(note === null ? [] : [`note: ${comment(note)}`]), ...tags.map((tag) => `:${tag}:`)];
    const lines = postings.map(({ book, cents }) => `    ${names.get(book)}    ${decimalOf(cents)} ${currency}\n`);
    const described = comments.map((line) => `    ; ${line}\n`);
    yield `${date} * (${revision}) ${description(title)}\n${[...described, ...lines].join('')}\n`;
  }
  if (!last) return;
  const held = chart.filter(({ holds }) => holds !== null);
  const assertions = held.map(
    ({ key, holds }) => `    ${names.get(key)}    0.00 ${currency} = ${decimalOf(holds ?? 0)} ${currency}\n`,
  );
  yield `${last} * Balances\n${assertions.join('')}`;
}

/** A note as a comment in one line: for Ledger `[` would begin a date, and a word between colons be a tag. */
function comment(note: string): string {
  const plain = cleaned(note).replaceAll('[', '(').replaceAll(']', ')');
  return plain.replaceAll(/(?<=^| ):(\S*):(?= |$)/g, '$1');
}

/** A title as a description: `;` would begin a comment, `|` end a payee. What it begins with stands behind the code. */
function description(title: string): string {
  return cleaned(title).replaceAll(';', ',').replaceAll('|', '/');
}
