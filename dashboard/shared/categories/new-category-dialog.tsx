import { useEffect, useState } from 'react';
import type { CategoryKind } from '#ledger/model/constants.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AddCategory } from './add-category.tsx';
import { useCategories } from './use-categories.ts';

type AddedCategory = { _id: string; name: string };

/** A category that a choice asks for: its kind, its name as far as it was typed, and the function that takes it. */
export type AskedCategory = { kind: CategoryKind; name: string; onAdded: (added: AddedCategory) => void };

/** Adds the category that a choice asks for. `asked` is null before the first choice does. */
export function NewCategoryDialog({
  open,
  asked,
  close,
}: {
  open: boolean;
  asked: AskedCategory | null;
  close: () => void;
}) {
  const categories = useCategories();
  const [added, setAdded] = useState<AddedCategory | null>(null);
  const isThere = added !== null && categories.some(({ _id }) => _id === added._id);
  // It can be chosen once the choice has it.
  useEffect(() => {
    if (!isThere) return;
    asked?.onAdded(added);
    setAdded(null);
  }, [isThere, added, asked]);
  return (
    asked && (
      <Dialog
        open={open}
        onOpenChange={(isOpen) => !isOpen && close()}
        title="Add a Category"
        description="It is chosen then, and offered wherever a category is chosen."
      >
        <AddCategory
          kind={asked.kind}
          name={asked.name}
          parent={null}
          categories={categories}
          onAdded={(category) => {
            close();
            setAdded(category);
          }}
        />
      </Dialog>
    )
  );
}
