import { z } from 'zod';
import type { CategoryState } from '../model/categories.ts';
import { noPostings } from '../model/double-entry.ts';
import { type EventOf, event } from '../model/event-definition.ts';
import { schemasOf, type ValuesOf, valuesIn } from '../model/fields.ts';
import type { Draft } from '../model/state.ts';
import { categoryId, id, place } from '../model/values.ts';

/** No category is archived, or has a place of its own, when it is added. */
const { isArchived: _, position: __, ...fieldsAtFirst } = schemasOf('category');
const position = z.int().min(1).meta({ title: 'integer from 1' });
const any = { categoryId: categoryId.describe('the category') };
const own = { categoryId: id.describe('the category') };

const idOf = ({ categoryId }: { categoryId: string }) => categoryId;
const saysNothing = () => ({});
const moneyStays = { postings: noPostings, moves: null };

/** The user's own categories, and which of the specification's are archived (product 4.19). */
export const categoryEvents = {
  CategoryAdded: event({
    about: { when: 'The user adds a category.', also: 'the category is added' },
    data: { ...own, ...fieldsAtFirst },
    begins: 'add-category',
    effect: {
      does: 'make',
      kind: 'category',
      id: idOf,
      state: (data, { revision }) => ({ ...addedWith(data), place: Number(revision) }),
      says: saysNothing,
    },
    evolve(draft, { categoryId, ...fields }, { revision }) {
      put(draft, categoryId, { ...addedWith(fields), place: Number(revision) });
    },
    ...moneyStays,
  }),
  CategoryRenamed: event({
    about: { when: 'The user gives a category another name.', also: 'the category has the name `to`' },
    data: { ...own, from: z.string().describe('its name before'), to: z.string().describe('its name after') },
    begins: 'rename-category',
    effect: { does: 'change', kind: 'category', id: idOf, state: ({ to }) => ({ name: to }), says: saysNothing },
    evolve: (draft, { categoryId, to: name }) => change(draft, categoryId, { name }),
    ...moneyStays,
  }),
  CategoryMoved: event({
    about: {
      when: 'The user puts a category below another one, or at the top.',
      also: 'the category is below `to`, or at the top where it is absent',
    },
    data: {
      ...own,
      from: categoryId.optional().describe('the category that it was below; absent for the top'),
      to: categoryId.optional().describe('the category that it is below; absent for the top'),
    },
    begins: 'move-category',
    effect: { does: 'change', kind: 'category', id: idOf, state: ({ to }) => ({ parent: to }), says: saysNothing },
    evolve: (draft, { categoryId, to: parent }) => change(draft, categoryId, { parent }),
    ...moneyStays,
  }),
  CategoryArchived: event({
    about: { when: 'The user archives a category.', also: 'the category takes no new entries' },
    data: any,
    begins: 'archive-category',
    effect: { does: 'change', kind: 'category', id: idOf, state: () => ({ isArchived: true }), says: saysNothing },
    evolve: (draft, { categoryId }) => change(draft, categoryId, { isArchived: true }),
    ...moneyStays,
  }),
  CategoryUnarchived: event({
    about: { when: 'The user takes a category out of the archive.', also: 'the category takes entries again' },
    data: any,
    begins: 'restore-category',
    effect: { does: 'change', kind: 'category', id: idOf, state: () => ({ isArchived: false }), says: saysNothing },
    evolve: (draft, { categoryId }) => change(draft, categoryId, { isArchived: false }),
    ...moneyStays,
  }),
  CategoryPlaced: event({
    about: {
      when: 'The user puts categories in another order: of each whose place is another.',
      also: 'the category stands at the place `to` of its list, or at its usual place where it is absent',
    },
    data: {
      ...any,
      from: position.optional().describe('its place before; absent for the usual one'),
      to: position.optional().describe('its place after; absent for the usual one'),
    },
    begins: 'order-categories',
    effect: { does: 'change', kind: 'category', id: idOf, state: ({ to }) => ({ position: to }), says: saysNothing },
    evolve: (draft, { categoryId, to: position }) => change(draft, categoryId, { position }),
    ...moneyStays,
  }),
  CategoriesMerged: event({
    about: {
      when:
        'The user merges a category into another one. The changes of its entries follow, and its removal, under the ' +
        'same command id.',
      also: 'while events are missing, no other command is carried out',
    },
    data: {
      from: id.describe('the category whose entries get the other one'),
      into: categoryId.describe('the category that they get'),
      count: z.int().min(1).describe('how many events follow'),
    },
    begins: 'merge-categories',
    effect: null,
    /** Until all of its events are there, it is unfinished. */
    evolve(draft, { count }, { revision, commandId }) {
      draft.unfinished = { changeSetId: commandId, first: revision, left: count + 1 };
    },
    ...moneyStays,
  }),
  CategoryRemoved: event({
    about: {
      when: 'The adding of a category is undone, or it was merged into another one.',
      also: 'the category is no longer there; what comes back with it has the category `into`, or none',
    },
    data: { ...own, into: categoryId.optional().describe('the category that has its entries; absent for none') },
    begins: 'undo',
    effect: { does: 'remove', kind: 'category', id: idOf, says: ({ into }) => ({ into }) },
    evolve(draft, { categoryId, into }) {
      const categories = new Map(draft.categories);
      categories.delete(categoryId);
      draft.categories = categories;
      if (into !== undefined) draft.merged = new Map(draft.merged).set(categoryId, into);
    },
    ...moneyStays,
  }),
  CategoryRestored: event({
    about: {
      when: 'The undo of a merge, or of the undo of its adding, brings a category back.',
      also: 'the category is there again, at its place',
    },
    data: { ...own, ...schemasOf('category'), place },
    begins: 'undo',
    effect: {
      does: 'restore',
      kind: 'category',
      id: idOf,
      state: (data) => ({ ...valuesIn('category', data), place: data.place }),
      says: saysNothing,
    },
    evolve(draft, { categoryId, place, ...fields }) {
      put(draft, categoryId, { ...valuesIn('category', fields), place });
      const merged = new Map(draft.merged);
      merged.delete(categoryId);
      draft.merged = merged;
    },
    ...moneyStays,
  }),
} as const;

export type CategoryEvent = EventOf<typeof categoryEvents>;

/** The fields of a category when it is added. */
const addedWith = (fields: Omit<ValuesOf<'category'>, 'isArchived' | 'position'>) =>
  valuesIn('category', { ...fields, isArchived: false });

/** Adds a category at its place. */
function put(draft: Draft, categoryId: string, category: CategoryState): void {
  const all = [...draft.categories, [categoryId, category] as const];
  draft.categories = new Map(all.sort(([, one], [, other]) => one.place - other.place));
}

function change(draft: Draft, categoryId: string, fields: Partial<CategoryState>): void {
  const before = draft.categories.get(categoryId);
  if (!before) throw new Error(`An event names category ${categoryId}, which no event before it added.`);
  draft.categories = new Map(draft.categories).set(categoryId, { ...before, ...fields });
}
