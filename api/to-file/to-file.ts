import type { GroupToFile } from '#contract/to-file-calls.ts';
import { PastCategories } from '#imports/preview/categories.ts';
import { proposalOfWords } from '#imports/word-list/word-list.ts';
import { amountOf } from '#ledger/model/money.ts';
import { readConsistently } from '#platform/postgres.ts';
import { titlesOfPast } from '#projections/queries/import-entries.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { unfiledEntries } from '#projections/queries/to-file.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { groupsToFile } from './groups.ts';

/** Most entries without a category that are grouped, the newest. */
const ENTRIES_MAX = 5_000;
const GROUPS_MAX = 100;
const IDS_MAX = 1_000;

/**
 * Entries without a category in groups of like titles, each with the proposal of the past, or else of the word
 * list, where it is used (product 5.16).
 */
export async function toFile(
  { database }: JobServices,
  { ledgerId, usesWordList }: { ledgerId: string; usesWordList: boolean },
): Promise<{ count: number; groups: GroupToFile[]; groupsLeft: number }> {
  return await readConsistently(database, async (client) => {
    const { state } = await loadLedgerView(client, ledgerId);
    const { count, entries } = await unfiledEntries(client, ledgerId, ENTRIES_MAX);
    const groups = groupsToFile(entries);
    const shown = groups.slice(0, GROUPS_MAX);
    const titles = shown.length === 0 ? [] : await titlesOfPast(client, ledgerId);
    const past = new PastCategories(
      titles.filter(({ category }) => state.categories.get(category)?.isArchived === false),
    );
    const presented = shown.map(({ entries, amount, ...group }): GroupToFile => {
      const { type, title } = group;
      const ofPast = past.byTitle(type, title) ?? past.byWords(type, title);
      const proposed = ofPast ?? (usesWordList ? proposalOfWords(type, title, state.categories) : null);
      const category = proposed && state.categories.get(proposed.category);
      return {
        ...group,
        count: entries.length,
        amount: amountOf(amount),
        first: entries.at(-1)?.date ?? '',
        last: entries[0]?.date ?? '',
        ids: entries.slice(0, IDS_MAX).map(({ id }) => id),
        proposal: category ? { categoryId: proposed.category, category: category.name, reason: proposed.reason } : null,
      };
    });
    return { count, groups: presented, groupsLeft: groups.length - shown.length };
  });
}

export const TO_FILE_JOB = jobOf(toFile, import.meta.url, 'read');
