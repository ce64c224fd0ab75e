import type { Database } from '#platform/postgres.ts';
import { changeSetsAt } from '#projections/queries/behind-figures.ts';
import { bankTextsInForce } from '#projections/queries/search.ts';
import type { EntryRow } from '#projections/tables/entries.ts';

/** Reads the details of entries: the change-set that recorded each, and the texts of the bank about it. */
export async function entryDetails(database: Database, ledgerId: string, page: readonly EntryRow[]) {
  const changeSets = await changeSetsAt(
    database,
    ledgerId,
    page.map(({ revision }) => revision),
  );
  const ids = page.map(({ entryId }) => entryId);
  const texts = await bankTextsInForce(database, ledgerId, ids);
  return ({ entryId, revision }: EntryRow) => ({
    changeSetId: changeSets.get(revision) ?? '',
    bankText: texts.get(entryId)?.filter(Boolean).join(' ') || null,
  });
}
