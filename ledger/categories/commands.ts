import {
  type Categories,
  type CategoryState,
  categoryNamed,
  childrenOf,
  DEFAULTS,
  inShownOrder,
  isGiven,
  OWN_CATEGORIES_MAX,
} from '../model/categories.ts';
import { type Deciders, happened, NOTHING, type Rejection, rejected } from '../model/command-rule.ts';
import type { CategoryKind } from '../model/constants.ts';
import type { CategoryEvent } from './events.ts';

/** `newCategoryId` is the id of a category that is added. */
export type CategoryCommand =
  | { type: 'AddCategory'; newCategoryId: string; name: string; kind: CategoryKind; parent?: string | undefined }
  | { type: 'RenameCategory'; categoryId: string; name: string }
  | { type: 'MoveCategory'; categoryId: string; parent: string | null }
  | { type: 'OrderCategories'; categoryIds: readonly string[] }
  | { type: 'ArchiveCategory'; categoryId: string }
  | { type: 'RestoreCategory'; categoryId: string };

type Placing = { kind: CategoryKind; parent?: string | undefined };

/** The rules of categories (product 4.19). */
export const categoryCommands: Deciders<CategoryCommand, CategoryEvent> = {
  AddCategory: {
    decide({ newCategoryId, name, kind, parent }, { categories }) {
      const reason = whyNotAdded(categories, { name, kind, parent });
      if (reason) return rejected(reason);
      return happened({ type: 'CategoryAdded', data: { categoryId: newCategoryId, name, kind, parent } });
    },
  },
  RenameCategory: {
    decide({ categoryId, name }, { categories }) {
      const category = categories.get(categoryId);
      if (!category) return rejected('category_not_found');
      if (isGiven(categoryId)) return rejected('not_own_category');
      if (category.name === name) return NOTHING;
      if (isNameTaken(categories, name, category.kind, categoryId)) return rejected('category_name_taken');
      return happened({ type: 'CategoryRenamed', data: { categoryId, from: category.name, to: name } });
    },
  },
  MoveCategory: {
    decide({ categoryId, parent }, { categories }) {
      const category = categories.get(categoryId);
      if (!category) return rejected('category_not_found');
      if (isGiven(categoryId)) return rejected('not_own_category');
      if ((category.parent ?? null) === parent) return NOTHING;
      const to = parent ?? undefined;
      const reason = whyNotBelow(categories, { kind: category.kind, parent: to }, categoryId);
      if (reason) return rejected(reason);
      return happened({ type: 'CategoryMoved', data: { categoryId, from: category.parent, to } });
    },
  },
  OrderCategories: {
    decide({ categoryIds }, { categories }) {
      const named = categoryIds.map((id) => categories.get(id));
      const [first] = named;
      if (!first || named.includes(undefined)) return rejected('category_not_found');
      const isBeside = ({ kind, parent }: CategoryState) => kind === first.kind && parent === first.parent;
      if (named.some((category) => category && !isBeside(category))) return rejected('categories_apart');
      const placed = categoryIds.slice(0, placedCount(categoryIds, categories));
      const events = [...categories].flatMap(([categoryId, category]): CategoryEvent[] => {
        const index = placed.indexOf(categoryId);
        const to = index < 0 ? undefined : index + 1;
        if (!isBeside(category) || category.position === to) return [];
        return [{ type: 'CategoryPlaced', data: { categoryId, from: category.position, to } }];
      });
      return events.length === 0 ? NOTHING : { outcome: 'events', events };
    },
  },
  ArchiveCategory: {
    decide({ categoryId }, { categories }) {
      const category = categories.get(categoryId);
      if (!category) return rejected('category_not_found');
      if (category.isArchived) return NOTHING;
      const reason = whyNotArchived(categories, categoryId);
      return reason ? rejected(reason) : happened({ type: 'CategoryArchived', data: { categoryId } });
    },
  },
  RestoreCategory: {
    decide({ categoryId }, { categories }) {
      const category = categories.get(categoryId);
      if (!category) return rejected('category_not_found');
      if (!category.isArchived) return NOTHING;
      const reason = whyNotBelow(categories, category, categoryId);
      return reason ? rejected(reason) : happened({ type: 'CategoryUnarchived', data: { categoryId } });
    },
  },
};

/**
 * The number of categories at the beginning of an order that need a place: the last ones need none if they are all that
 * is left of the list and stand in their usual order.
 */
function placedCount(categoryIds: readonly string[], categories: Categories): number {
  const usual = new Map([...categories].map(([id, category]) => [id, { ...category, position: undefined }]));
  const first = categories.get(categoryIds[0] ?? '');
  const beside = inShownOrder(usual)
    .filter(([, { kind, parent }]) => kind === first?.kind && parent === first.parent)
    .map(([id]) => id);
  for (let count = 0; count < categoryIds.length; count += 1) {
    const placed = new Set(categoryIds.slice(0, count));
    const left = beside.filter((id) => !placed.has(id));
    if (left.every((id, index) => id === categoryIds[count + index])) return count;
  }
  return categoryIds.length;
}

/** Why a category can't be added, or null if it can. */
export function whyNotAdded(
  categories: Categories,
  { name, ...placing }: Placing & { name: string },
): Rejection | null {
  const reason = whyNotBelow(categories, placing, null);
  if (reason) return reason;
  if (isNameTaken(categories, name, placing.kind)) return 'category_name_taken';
  const own = [...categories.keys()].filter((id) => !isGiven(id));
  return own.length >= OWN_CATEGORIES_MAX ? 'too_many_categories' : null;
}

/** Whether a category of a kind, archived ones too, other than `except` has a name, compared as texts are. */
export function isNameTaken(categories: Categories, name: string, kind: CategoryKind, except?: string): boolean {
  const others = except === undefined ? categories : new Map([...categories].filter(([id]) => id !== except));
  return categoryNamed(others, name, kind) !== undefined;
}

/** Why a category of a kind, a new one where `categoryId` is null, can't be below its parent, or null if it can. */
export function whyNotBelow(
  categories: Categories,
  { kind, parent: parentId }: Placing,
  categoryId: string | null,
): Rejection | null {
  if (parentId === undefined) return null;
  const parent = categories.get(parentId);
  if (!parent) return 'category_not_found';
  if (parent.kind !== kind) return 'category_of_other_kind';
  if (parentId === categoryId || parent.parent !== undefined) return 'category_too_deep';
  if (categoryId !== null && childrenOf(categories, categoryId).length > 0) return 'category_too_deep';
  return parent.isArchived ? 'category_archived' : null;
}

/** Why a category can't be archived: it is a default, or others are below it, or null if it can. */
export function whyNotArchived(categories: Categories, categoryId: string): Rejection | null {
  if (DEFAULTS.includes(categoryId)) return 'category_is_default';
  const isUsed = childrenOf(categories, categoryId).some(([, { isArchived }]) => !isArchived);
  return isUsed ? 'category_has_children' : null;
}

/** Why a category can't be merged into another one, or null if it can. */
export function whyNotMerged(categories: Categories, from: string, into: string): Rejection | null {
  const [source, target] = [categories.get(from), categories.get(into)];
  if (!source || !target) return 'category_not_found';
  if (isGiven(from)) return 'not_own_category';
  if (from === into) return 'merge_with_itself';
  if (source.kind !== target.kind) return 'category_of_other_kind';
  if (target.isArchived) return 'category_archived';
  return childrenOf(categories, from).length > 0 ? 'category_has_children' : null;
}
