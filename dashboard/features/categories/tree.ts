import type { Category } from '#contract/category-calls.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { quoted } from '#ledger/search/write-query.ts';

/** A row of the tree: a category, and how deep it is, from 1. */
export type TreeRow = { category: Category; level: 1 | 2 };

/** The move by the pointer or a key: a category, to below another one, or to the top where `parent` is null. */
export type Move = { id: string; parent: string | null };

/** The categories of a kind that aren't archived as rows, each with those below it behind it. */
export function treeRows(categories: readonly Category[], kind: Category['kind']): TreeRow[] {
  const shown = categories.filter((category) => category.kind === kind && !category.isArchived);
  const ids = new Set(shown.map(({ _id }) => _id));
  const isTop = ({ parent }: Category) => parent === null || !ids.has(parent);
  return shown
    .filter(isTop)
    .flatMap((top): TreeRow[] => [
      { category: top, level: 1 },
      ...shown.filter(({ parent }) => parent === top._id).map((category) => ({ category, level: 2 as const })),
    ]);
}

/** The categories as a move leaves them: placed ones, the specification's in their order, then own ones by name. */
export function movedCategory(categories: readonly Category[], { id, parent }: Move): Category[] {
  const changed = categories.map((category) => (category._id === id ? { ...category, parent } : category));
  const key = ({ name }: Category) => comparableText(name);
  const own = changed.filter(({ isOwn }) => isOwn).toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  const position = (category: Category) => category.position ?? Number.MAX_SAFE_INTEGER;
  return [...changed.filter(({ isOwn }) => !isOwn), ...own].toSorted((a, b) => position(a) - position(b));
}

/** Why a category can't be moved, or null if it can. */
export function whyNotMoved(categories: readonly Category[], { _id, name, isOwn }: Category): string | null {
  if (!isOwn) return `${name} is one of Daybook's own categories and keeps its place`;
  if (categories.some(({ parent }) => parent === _id)) return `${name} has categories below it, and stays at the top`;
  return null;
}

export type MoveDirection = 'left' | 'right' | 'up' | 'down';

/**
 * Where an arrow moves a category: to the right below the category above it, to the left to the top, up and down to
 * another parent. Gives why not, in words, where it leads nowhere. The rows are all of its kind, in their order.
 */
export function moveBy(rows: readonly TreeRow[], category: Category, direction: MoveDirection): Move | string {
  const { _id, name, parent } = category;
  const tops = rows
    .filter(({ level, category }) => level === 1 && category._id !== _id)
    .map(({ category }) => category);
  if (parent === null) {
    if (direction !== 'right') return `${name} is at the top; an arrow to the right moves it below the one above`;
    const at = rows.findIndex((row) => row.category._id === _id);
    const above = rows.slice(0, at).findLast(({ level }) => level === 1);
    return above ? { id: _id, parent: above.category._id } : `There is none above ${name}`;
  }
  if (direction === 'right') return `${name} is as deep as it can be`;
  if (direction === 'left') return { id: _id, parent: null };
  const beside = tops[tops.findIndex((top) => top._id === parent) + (direction === 'up' ? -1 : 1)];
  return beside ? { id: _id, parent: beside._id } : `There is no other one ${direction === 'up' ? 'above' : 'below'}`;
}

/** The words for a place: `below Food & Drinks`, or `at the top`. */
export function placeWords(categories: readonly Category[], parent: string | null): string {
  const above = categories.find(({ _id }) => _id === parent);
  return above ? `below ${above.name}` : 'at the top';
}

/** The address of the entries of a category; of a name that both kinds have, the entries of its kind. */
export function entriesAddress(
  categories: readonly Category[],
  { name, kind }: Pick<Category, 'name' | 'kind'>,
): string {
  const isShared = categories.some((other) => other.name === name && other.kind !== kind);
  const q = `category:${quoted(name)}${isShared ? ` type:${kind.toLowerCase()}` : ''}`;
  return `/transactions?q=${encodeURIComponent(q)}`;
}
