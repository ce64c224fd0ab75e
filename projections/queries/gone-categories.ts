import type { RecordedEvent } from '#ledger/events.ts';
import { type Categories, type CategoryState, GIVEN_CATEGORIES, OTHER_EXPENSE } from '#ledger/model/categories.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { events, isAbout, recordedOf } from '../tables/events.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf, readRow } from '../tables/table.ts';

/** A gone category is like this one but for its name and its kind. */
const OTHER = GIVEN_CATEGORIES.get(OTHER_EXPENSE) as CategoryState;
const IDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/**
 * Adds to categories the gone ones whose ids values hold at any depth, each by its last name. `values` is what JSON can
 * write.
 */
export async function withGoneCategories(
  database: Database,
  ledgerId: string,
  categories: Categories,
  values: unknown,
): Promise<Categories> {
  const ids = new Set(JSON.stringify(values).match(IDS) ?? []);
  const unknownIds = [...ids].filter((id) => !categories.has(id));
  if (unknownIds.length === 0) return categories;
  const { rows } = await queryPrepared<object>(
    database,
    `SELECT ${columnsOf(events, 'e')} FROM unnest($2::text[]) n (id)
      CROSS JOIN LATERAL (SELECT e.* FROM ${LIVE}.events e WHERE ${isAbout('e', '$1', 'n.id')} OFFSET 0) e
      WHERE e.type IN ('CategoryAdded', 'CategoryRenamed', 'CategoryRestored') ORDER BY e.revision`,
    [ledgerId, unknownIds],
  );
  return folded(
    categories,
    rows.map((row) => recordedOf(readRow(events, row))),
  );
}

function folded(categories: Categories, naming: readonly RecordedEvent[]): Categories {
  const all = new Map(categories);
  for (const { event } of naming) {
    const { type, data } = event;
    if (type === 'CategoryAdded' || type === 'CategoryRestored') {
      const { categoryId, name, kind } = data;
      all.set(categoryId, { ...OTHER, name, kind });
    }
    if (type === 'CategoryRenamed') {
      const gone = all.get(data.categoryId);
      if (gone) all.set(data.categoryId, { ...gone, name: data.to });
    }
  }
  return all;
}
