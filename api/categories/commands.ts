import type { Builders } from '../commands/command-call.ts';

/** The commands of categories, but for the merge, which is about entries. */
export const categoryBuilders = {
  addCategory: ({ name, kind, parent }, { newId }) => ({
    type: 'AddCategory',
    newCategoryId: newId('category'),
    name,
    kind,
    parent,
  }),
  renameCategory: (input) => ({ type: 'RenameCategory', ...input }),
  moveCategory: (input) => ({ type: 'MoveCategory', ...input }),
  archiveCategory: (input) => ({ type: 'ArchiveCategory', ...input }),
  restoreCategory: (input) => ({ type: 'RestoreCategory', ...input }),
  orderCategories: (input) => ({ type: 'OrderCategories', ...input }),
} satisfies Partial<Builders>;
