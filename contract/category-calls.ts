import { z } from 'zod';
import { CATEGORY_NAME_MAX, GIVEN_CATEGORIES, OWN_CATEGORIES_MAX } from '#ledger/model/categories.ts';
import { CATEGORY_KINDS } from '#ledger/model/constants.ts';
import type { FieldName } from '#ledger/model/fields.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { categoryIdField, choice, comparedName, knownQuery, optional } from './fields.ts';
import { messages } from './messages.ts';
import { user } from './user.ts';

const name = comparedName(messages.nameRequired, CATEGORY_NAME_MAX, messages.nameTooLong(CATEGORY_NAME_MAX)).refine(
  (text) => text !== '-',
  messages.nameIsNone,
);

/**
 * A category (product 4.19). `count` is how many entries have it, themselves or in a part, without the entries of the
 * categories below it; `parent` is the id of the category above it; `position` is its place among the categories beside
 * it, from 1, or null if it has its usual place.
 */
export const category = z
  .object({
    _id: z.string(),
    name: z.string(),
    kind: z.enum(CATEGORY_KINDS),
    parent: z.string().nullable(),
    isOwn: z.boolean(),
    isArchived: z.boolean(),
    position: z.int().nullable(),
    count: z.int(),
  } satisfies Record<FieldName<'category'> | '_id' | 'isOwn' | 'count', z.ZodType>)
  .meta({ title: 'a category' });
export type Category = z.infer<typeof category>;

/** The specification's categories, and the user's own. */
const ORDERED_MAX = GIVEN_CATEGORIES.size + OWN_CATEGORIES_MAX;

/** Body of add-category. */
export const categoryInput = z.strictObject({
  name,
  kind: choice(CATEGORY_KINDS, messages.kindRequired),
  parent: optional(categoryIdField),
});

const made = z.object({ ...user.shape, category: category.omit({ count: true }) }).meta({ title: 'the user' });
const problems = ['category_not_found'] as const;

/** The calls of categories (product 4.19). */
export const categoryCalls = {
  getCategories: {
    ...addresses.getCategories,
    kind: 'query',
    summary: 'Returns all categories, archived ones too, in the order in which they are shown.',
    session: true,
    query: knownQuery,
    data: z.object({ categories: z.array(category) }),
    problems: [],
  },
  addCategory: {
    ...addresses.addCategory,
    kind: 'command',
    needs: 'view',
    summary: "Adds a category of one's own.",
    session: true,
    body: categoryInput,
    data: made,
    problems: [...problems, 'category_name_taken', 'too_many_categories', 'category_archived', 'category_too_deep'],
  },
  renameCategory: {
    ...addresses.renameCategory,
    kind: 'command',
    needs: 'view',
    summary: 'Gives an own category another name.',
    session: true,
    body: z.strictObject({ categoryId: categoryIdField, name }),
    data: made,
    problems: [...problems, 'not_own_category', 'category_name_taken'],
  },
  moveCategory: {
    ...addresses.moveCategory,
    kind: 'command',
    needs: 'view',
    summary: 'Puts an own category below another one, or at the top where `parent` is null.',
    session: true,
    body: z.strictObject({ categoryId: categoryIdField, parent: categoryIdField.nullable() }),
    data: made,
    problems: [...problems, 'not_own_category', 'category_archived', 'category_too_deep', 'category_of_other_kind'],
  },
  orderCategories: {
    ...addresses.orderCategories,
    kind: 'command',
    needs: 'view',
    summary: 'Puts categories of one list in an order; other categories of it follow in their usual order.',
    session: true,
    body: z.strictObject({ categoryIds: z.array(categoryIdField).min(1).max(ORDERED_MAX) }),
    data: user,
    problems: [...problems, 'categories_apart'],
  },
  archiveCategory: {
    ...addresses.archiveCategory,
    kind: 'command',
    needs: 'view',
    summary: 'Archives a category, which then takes no new entries and is offered nowhere.',
    session: true,
    body: z.strictObject({ categoryId: categoryIdField }),
    data: made,
    problems: [...problems, 'category_has_children', 'category_is_default'],
  },
  restoreCategory: {
    ...addresses.restoreCategory,
    kind: 'command',
    needs: 'view',
    summary: 'Takes an archived category out of the archive.',
    session: true,
    body: z.strictObject({ categoryId: categoryIdField }),
    data: made,
    problems: [...problems, 'category_archived'],
  },
  mergeCategories: {
    ...addresses.mergeCategories,
    kind: 'command',
    needs: 'rows',
    summary: 'Gives all entries of an own category another one of its kind, and removes it.',
    session: true,
    body: z.strictObject({ from: categoryIdField, into: categoryIdField }),
    data: made,
    problems: [...problems, 'not_own_category', 'category_of_other_kind', 'category_archived', 'category_has_children'],
  },
} as const satisfies Record<string, Call>;
