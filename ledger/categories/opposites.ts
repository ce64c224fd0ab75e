import type { Rejection } from '../model/command-rule.ts';
import type { EntityState } from '../model/entity-states.ts';
import { changedBy, type FieldEvents, type Opposites } from '../model/opposites.ts';
import { isNameTaken, whyNotArchived, whyNotBelow } from './commands.ts';
import type { CategoryEvent } from './events.ts';

/** How an undo changes categories (product 4.14, product 4.19). */
export const undoCategory: Opposites<'category', CategoryEvent> = {
  whyNot(change, { categories }) {
    const { id, does } = change;
    if (does === 'remove') {
      return [...categories.values()].some(({ parent }) => parent === id) ? 'category_has_children' : null;
    }
    const { target } = change;
    if (isNameTaken(categories, target.name, target.kind, id)) return 'category_name_taken';
    if (does === 'restore' || change.now.parent !== target.parent || change.now.isArchived !== target.isArchived) {
      const reason = target.isArchived ? null : whyNotPlaced(change.target, id, categories);
      if (reason) return reason;
    }
    return does === 'change' && target.isArchived ? whyNotArchived(categories, id) : null;
  },
  removed: ({ id: categoryId, into }) => ({ type: 'CategoryRemoved', data: { categoryId, into } }),
  restored: ({ id: categoryId, target }) => ({ type: 'CategoryRestored', data: { categoryId, ...target } }),
  changed: (change) => changedBy(FIELD_EVENTS, change),
};

const FIELD_EVENTS: FieldEvents<'category', CategoryEvent> = {
  name: ({ id: categoryId, now, target }) => ({
    type: 'CategoryRenamed',
    data: { categoryId, from: now.name, to: target.name },
  }),
  kind: null,
  parent: ({ id: categoryId, now, target }) => ({
    type: 'CategoryMoved',
    data: { categoryId, from: now.parent, to: target.parent },
  }),
  position: ({ id: categoryId, now, target }) => ({
    type: 'CategoryPlaced',
    data: { categoryId, from: now.position, to: target.position },
  }),
  isArchived: ({ id: categoryId, target }) => ({
    type: target.isArchived ? 'CategoryArchived' : 'CategoryUnarchived',
    data: { categoryId },
  }),
};

/** Why a category can't be at its place; what is no longer there breaks the two levels. */
function whyNotPlaced(
  target: EntityState<'category'>,
  id: string,
  categories: Parameters<typeof whyNotBelow>[0],
): Rejection | null {
  const reason = whyNotBelow(categories, target, id);
  return reason === 'category_not_found' ? 'category_too_deep' : reason;
}
