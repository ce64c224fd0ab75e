import type { CategoryEvent } from '#ledger/categories/events.ts';
import { CATEGORY_NAME_MAX, OWN_CATEGORIES_MAX } from '#ledger/model/categories.ts';
import type { Application } from '../model/application.ts';
import { AUDITED_GIVEN, type AuditCategory } from '../model/audit-ledger.ts';
import type { AuditDefinitions } from '../model/definition.ts';
import { charactersIn, comparable } from '../model/texts.ts';

const ofCategory = { about: ({ categoryId }: { categoryId: string }) => categoryId, account: null };

export const categoryDefinitions: AuditDefinitions<CategoryEvent> = {
  CategoryAdded: {
    ...ofCategory,
    kind: 'add-category',
    standing: 'in any command',
    apply(application, { categoryId, name, kind, parent = null }) {
      application.first(`category ${categoryId}`);
      const place = application.revision;
      keep(application, categoryId, null, { name, kind, parent, isArchived: false, position: null, place });
      const own = [...application.ledger.categories.keys()].filter((id) => !AUDITED_GIVEN.has(id));
      if (own.length > OWN_CATEGORIES_MAX) application.must('own categories', OWN_CATEGORIES_MAX, own.length);
    },
  },
  CategoryRenamed: {
    ...ofCategory,
    kind: 'rename-category',
    standing: 'not in an import',
    apply(application, { categoryId, from, to }) {
      change(application, categoryId, { name: from }, { name: to }, true);
    },
  },
  CategoryMoved: {
    ...ofCategory,
    kind: 'move-category',
    standing: 'not in an import',
    apply(application, { categoryId, from = null, to = null }) {
      change(application, categoryId, { parent: from }, { parent: to }, true);
    },
  },
  CategoryPlaced: {
    ...ofCategory,
    kind: 'order-categories',
    standing: 'in any command',
    apply(application, { categoryId, from = null, to = null }) {
      if (from === to) application.must(`category ${categoryId}.position`, 'another place', 'the same');
      change(application, categoryId, { position: from }, { position: to });
    },
  },
  CategoryArchived: {
    ...ofCategory,
    kind: 'archive-category',
    standing: 'in any command',
    apply(application, { categoryId }) {
      const label = `category ${categoryId}`;
      if (['Salary', 'Other', 'Other income'].includes(categoryId)) application.must(label, 'in use', 'archived');
      const child = childOf(application, categoryId, ({ isArchived }) => !isArchived);
      application.must(`${label} above`, null, child);
      change(application, categoryId, { isArchived: false }, { isArchived: true });
    },
  },
  CategoryUnarchived: {
    ...ofCategory,
    kind: 'restore-category',
    standing: 'not in an import',
    apply(application, { categoryId }) {
      change(application, categoryId, { isArchived: true }, { isArchived: false });
    },
  },
  CategoriesMerged: {
    kind: 'merge-categories',
    standing: 'begins a bulk',
    about: null,
    account: null,
    apply(application, { from, into, count }) {
      sameKind(application, from, into);
      application.begin('bulk', count);
    },
  },
  CategoryRemoved: {
    ...ofCategory,
    kind: 'undo',
    standing: 'not in an import',
    apply: remove,
  },
  CategoryRestored: {
    ...ofCategory,
    kind: 'undo',
    standing: 'only in an undo',
    apply(application, { categoryId, parent = null, position = null, place, ...category }) {
      application.placed(`category ${categoryId}`, { place });
      keep(application, categoryId, null, { ...category, parent, position, place: BigInt(place) });
      if (application.ledger.merged.delete(categoryId)) application.touch('merged');
    },
  },
};

/** A category is merged into another one of its kind. */
function sameKind(application: Application, from: string, into: string = from): void {
  const { categories } = application.ledger;
  application.must('kinds of merged categories', categories.get(from)?.kind, categories.get(into)?.kind);
  if (from === into) application.must('merged category', 'another one', into);
}

/** A category below another one that meets a condition, by its id, or null if there is none. */
function childOf({ ledger }: Application, id: string, meets: (category: AuditCategory) => boolean): string | null {
  return [...ledger.categories].find(([, category]) => category.parent === id && meets(category))?.[0] ?? null;
}

/** No two categories of a kind have one name, there are two levels, and nothing in use is below an archived one. */
function keep(application: Application, id: string, before: AuditCategory | null, after: AuditCategory): void {
  const { categories } = application.ledger;
  const label = `category ${id}`;
  if (!before) application.must(label, null, categories.has(id) ? 'added already' : null);
  const { name, kind, parent, isArchived } = after;
  if (charactersIn(name) > CATEGORY_NAME_MAX) {
    application.must(`${label}.name`, `${CATEGORY_NAME_MAX} characters`, name);
  }
  for (const [other, { kind: otherKind, name: otherName }] of categories) {
    if (other === id || otherKind !== kind || comparable(otherName) !== comparable(name)) continue;
    application.must(`${label}.name`, `another name than category ${other}`, name);
  }
  if (parent !== null && !(before?.parent === parent && isArchived)) {
    const above = categories.get(parent);
    application.must(`${label}.parent`, `${kind} at the top`, above && `${above.kind} at the top`);
    application.must(`${label}.parent.parent`, null, above?.parent ?? null);
    application.must(
      `below ${label}`,
      null,
      childOf(application, id, () => true),
    );
    if (!isArchived) application.must(`${label}.parent`, false, above?.isArchived);
  }
  categories.set(id, after);
  application.touch('categories');
}

/** Changes a category, which has to have some values before; where it `differs`, others than after. */
function change(
  application: Application,
  id: string,
  from: Partial<AuditCategory>,
  to: Partial<AuditCategory>,
  differs = false,
): void {
  const label = `category ${id}`;
  const category = application.ledger.categories.get(id);
  application.present(label, category);
  application.repeats(label, category, from);
  if (differs && AUDITED_GIVEN.has(id)) application.must(label, "one of the user's own", id);
  if (differs && JSON.stringify(from) === JSON.stringify(to)) application.must(label, 'changed', 'the same');
  if (category) keep(application, id, category, { ...category, ...to });
}

/** Nothing may have a category that is removed. */
function remove(application: Application, { categoryId, into }: { categoryId: string; into?: string | undefined }) {
  const { ledger, isUndo, isBulk, isProposal } = application;
  const label = `category ${categoryId}`;
  // Among the commands of a proposal nothing else says that it is a merge.
  const isMerge = isBulk || (isProposal && into !== undefined);
  if (!isUndo && !isMerge) application.must('CategoryRemoved', 'in an undo or a merge', null);
  if (isMerge) sameKind(application, categoryId, into);
  application.present(label, ledger.categories.get(categoryId));
  if (AUDITED_GIVEN.has(categoryId)) application.must(label, "one of the user's own", categoryId);
  application.must(
    `below ${label}`,
    null,
    childOf(application, categoryId, () => true),
  );
  const left = [...ledger.entries].find(([, { category, parts }]) => {
    const ofParts: { category: string }[] = JSON.parse(parts ?? '[]');
    return category === categoryId || ofParts.some((part) => part.category === categoryId);
  });
  application.must(`what is left in ${label}`, null, left?.[0] ?? null);
  const planned = [...ledger.plans.values()].find((plan) => plan.categoryId === categoryId && plan.amount !== 0n);
  application.must(`what is planned for ${label}`, null, planned?.month ?? null);
  ledger.categories.delete(categoryId);
  application.touch('categories');
  if (into === undefined) return;
  application.present(`category ${into}`, ledger.categories.get(into));
  ledger.merged.set(categoryId, into);
  application.touch('merged');
}
