import { FIRST_DAY } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { decimalOf } from '#ledger/model/money.ts';
import type { BookEntry, ExportedBook } from './books.ts';
import { beancountNames, cleaned } from './names.ts';

/**
 * The lines of `daybook.beancount`: the accounts, open from the first day that an entry may have, the entries by date,
 * and what accounts and goals hold, on the day after the last entry, since a balance holds at a day's beginning, and
 * without tolerance (product 10.5). `currency` is a code; the entries are in order.
 */
export async function* beancount(
  chart: readonly ExportedBook[],
  currency: string,
  entries: AsyncIterable<BookEntry>,
): AsyncGenerator<string> {
  const names = beancountNames(chart);
  yield `option "title" "Daybook"\noption "operating_currency" "${currency}"\n\n`;
  yield `${[...names.values()].map((name) => `${FIRST_DAY} open ${name} ${currency}\n`).join('')}\n`;
  let last = '';
  for await (const { date, title, note, tags, postings } of entries) {
    last = date;
    const lines = postings.map(({ book, cents }) => `  ${names.get(book)}  ${decimalOf(cents)} ${currency}\n`);
    const tagged = tags.map((tag) => ` #${plainTag(tag)}`).join('');
    const described = note === null ? '' : `  note: "${escaped(note)}"\n`;
    yield `${date} * "${escaped(title)}"${tagged}\n${described}${lines.join('')}\n`;
  }
  if (!last) return;
  const held = chart.filter(({ holds }) => holds !== null);
  const day = shifted(last, 1);
  yield held
    .map(({ key, holds }) => `${day} balance ${names.get(key)}  ${decimalOf(holds ?? 0)} ~ 0.00 ${currency}\n`)
    .join('');
}

/** A tag with the signs that Beancount has in tags. */
function plainTag(tag: string): string {
  return tag
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^A-Za-z0-9_-]/g, '-');
}

function escaped(title: string): string {
  return cleaned(title).replaceAll(/["\\]/g, '\\$&');
}
