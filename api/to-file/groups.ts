import { comparableText } from '#ledger/model/comparable-text.ts';
import { type Cents, safe } from '#ledger/model/money.ts';
import { likeTitle, titleWithoutNumbers } from '#ledger/schedules/like-titles.ts';
import { isWholeIn } from '#ledger/search/whole-words.ts';
import { quoted, writtenWhole } from '#ledger/search/write-query.ts';
import type { Unfiled } from '#projections/queries/to-file.ts';

/** Entries of a type whose titles differ in numbers alone, the newest first. */
export type Group = {
  title: string;
  type: Unfiled['type'];
  amount: Cents;
  entries: readonly Unfiled[];
  query: string;
};

/** Most words of a title in the query of a group. */
const WORDS_MAX = 5;

/**
 * Groups entries, which are newest first, by type and title without its numbers. Groups are ordered by their numbers of
 * entries, then by their sums, the largest first (product 5.16). Pure.
 */
export function groupsToFile(entries: readonly Unfiled[]): Group[] {
  const grouped = Map.groupBy(entries, ({ type, title }) => `${type} ${likeTitle(title) || comparableText(title)}`);
  const groups = [...grouped.values()].flatMap((own): Group[] => {
    const [newest] = own;
    if (!newest) return [];
    const { type, title } = newest;
    const amount = own.reduce<Cents>((sum, entry) => safe(sum + entry.amount), 0 as Cents);
    const isOneTitle = own.every((entry) => entry.title === title);
    return [
      { title: isOneTitle ? title : titleWithoutNumbers(title), type, amount, entries: own, query: queryOf(own) },
    ];
  });
  return groups.sort((one, other) => other.entries.length - one.entries.length || other.amount - one.amount);
}

/**
 * The query that finds entries of a type with like titles: by their common words as one phrase, if each title has it,
 * else by whole words that stand alone in each title.
 */
function queryOf(entries: readonly Unfiled[]): string {
  const { type, title } = entries[0] as Unfiled;
  const ofType = `type:${type.toLowerCase()}`;
  const words = [...new Set(likeTitle(title).split(' '))].filter((word) => word !== '').slice(0, WORDS_MAX);
  if (words.length === 0) return `title:${quoted(title)} ${ofType}`;
  const titles = [...new Set(entries.map((entry) => comparableText(entry.title)))];
  const phrase = words.join(' ');
  if (titles.every((each) => isWholeIn(each, phrase))) return `title:${writtenWhole(phrase)} ${ofType}`;
  const terms = words.map((word) => {
    const isWhole = titles.every((each) => isWholeIn(each, word));
    return `title:${isWhole ? writtenWhole(word) : quoted(word)}`;
  });
  return [...terms, ofType].join(' ');
}
