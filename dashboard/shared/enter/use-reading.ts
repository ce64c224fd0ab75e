import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PastTitle } from '#contract/ledger-calls.ts';
import type { ReadLine } from '#contract/line-calls.ts';
import type { Problem } from '#contract/problems.ts';
import { readLineQuery, titlesQuery } from '../../server/line-queries.ts';
import { today } from '../../ui/day.ts';
import { useSettled } from '../../ui/use-settled.ts';

/** After so long without a key the line is read. */
const PAUSE_MS = 60;
const TITLES_MAX = 5;
const TITLE_CHARACTERS_MIN = 2;

/** A line as it was read: what it says, or why it could not be read; null for an empty one. */
export type LineReading = { text: string; says: ReadLine; titles: readonly PastTitle[] };

/**
 * The content of a line while it is typed, with the titles of the past that complete its title. `isCurrent`: nothing
 * was typed since.
 */
export function useReading(text: string): { reading: LineReading | null; isCurrent: boolean; problem: Problem | null } {
  const settled = useSettled(text, PAUSE_MS);
  const isAsked = settled.trim() !== '' && text.trim() !== '';
  const read = useQuery({
    ...readLineQuery(settled, today()),
    select: (says) => ({ text: settled, says }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const title = read.data?.says.title ?? '';
  const completes = isAsked && title.length >= TITLE_CHARACTERS_MIN;
  const found = useQuery({ ...titlesQuery(title), enabled: completes, placeholderData: keepPreviousData });
  const isCurrent = isAsked && settled === text && read.data !== undefined && !read.isPlaceholderData;
  const titles = completes && !found.isPlaceholderData ? (found.data ?? []) : [];
  return {
    reading: isAsked && read.data ? { ...read.data, titles: completing(titles, title) } : null,
    isCurrent,
    problem: read.error?.problem ?? null,
  };
}

/** Titles that begin with what is typed, or a word of which does, each once, without what is typed itself. */
function completing(titles: readonly PastTitle[], typed: string): PastTitle[] {
  const others = titles.filter(({ title }) => title.toLowerCase() !== typed.toLowerCase());
  return [...new Map(others.map((past) => [past.title, past])).values()].slice(0, TITLES_MAX);
}
