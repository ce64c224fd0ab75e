import { type Categories, OTHER_EXPENSE, OTHER_INCOME } from '../model/categories.ts';
import { type EntityState, isSameIn } from '../model/entity-states.ts';
import type { EntityKind } from '../model/fields.ts';
import { originsAfter } from '../model/origins.ts';

/** An entry, which may have a category. */
export type FiledEntry = EntityState<'transaction' | 'transfer'>;

/** Whether entities of a kind are entries. */
export const isEntryKind = (kind: EntityKind) => kind === 'transaction' || kind === 'transfer';

/** The fields in which an entry of a kind has categories. */
export const filedIn = (kind: EntityKind) => (kind === 'transfer' ? ['category'] : ['category', 'parts']);

/** The parts of an entry; undefined for one that is not split. */
export const partsOfEntry = (entry: FiledEntry) => ('parts' in entry ? entry.parts : undefined);

/** Whether an entry, or a part of it, has a category. */
export function namesCategory(state: EntityState, id: string): boolean {
  const entry = state as FiledEntry;
  return entry.category === id || (partsOfEntry(entry)?.some((part) => part.category === id) ?? false);
}

/** An entry with another category in place of one, or with none; its parts then have Other. */
export function withoutCategory(
  state: EntityState,
  categories: Categories,
  id: string,
  into: string | undefined,
): EntityState {
  const other = categories.get(id)?.kind === 'Income' ? OTHER_INCOME : OTHER_EXPENSE;
  const entry = state as FiledEntry;
  return setByUndo(
    entry,
    refiled(entry, (category) => (category === id ? into : category), other),
  );
}

/** An entry with the categories that its own have become, or none; its parts then have Other. */
export function inCategories(entry: FiledEntry, current: (id: string) => string | undefined): FiledEntry {
  const other = 'type' in entry && entry.type === 'Expense' ? OTHER_EXPENSE : OTHER_INCOME;
  return refiled(entry, current, other);
}

/** An entry with other categories; `other` is the category of a part that has none then. */
function refiled(entry: FiledEntry, current: (id: string) => string | undefined, other: string): FiledEntry {
  const category = entry.category === undefined ? undefined : current(entry.category);
  if (!('parts' in entry)) return { ...entry, category };
  const parts = entry.parts?.map((part) => ({ ...part, category: current(part.category) ?? other }));
  return { ...entry, category, parts };
}

/** A state with other categories: the undo itself sets those that differ. */
export function setByUndo(before: FiledEntry, after: FiledEntry): FiledEntry {
  const changed = ['category', 'parts'].filter((field) => !isSameIn(before, after, field));
  const byHand = Object.fromEntries(changed.map((field) => [field, { by: 'hand' as const }]));
  return { ...after, origins: originsAfter(after.origins, byHand) };
}
